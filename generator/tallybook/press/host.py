"""What the rendered chapters need of MkDocs: fences, HTML round formulas, styles, scripts, a font."""

from datetime import datetime
import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

from tallybook.fonts import MATH
from tallybook.press.edition import absolute, site_folder
from tallybook.press.fences import Fences

WEB = Path(__file__).parent / "web"
_ASSETS = "assets/tallybook/"
FONT = _ASSETS + MATH.name
"""Where the font of formulas stands in a site."""
_STYLES = sorted(path.name for path in WEB.glob("*.css"))
_SCRIPTS = sorted(path.name for path in WEB.glob("*.js"))
_SUPERFENCES = "pymdownx.superfences"
_CAPTION = "pymdownx.blocks.caption"
_CHINESE_CAPTIONS = [
    "caption",
    {"name": "figure-caption", "prefix": "图 {}"},
    {"name": "table-caption", "prefix": "表 {}"},
]
_NEEDED: dict[str, dict[str, object]] = {
    _SUPERFENCES: {},
    "md_in_html": {},
    "pymdownx.arithmatex": {"generic": True},
    _CAPTION: {},
    "pymdownx.blocks.details": {},
    "tallybook": {},
}
"""Extensions that chapters need, with the options they get where the author names none."""


def language(config: MkDocsConfig) -> str:
    """The language that the theme speaks, empty where it does not say."""
    return str(config.theme.get("language") or config.theme.get("locale") or "")


def set_up(config: MkDocsConfig, fences: Fences) -> MkDocsConfig:
    """Add to a site's configuration what rendered chapters need.

    Raises PluginError for an extension that changes numbers.
    """
    symbols = config.mdx_configs.get("pymdownx.smartsymbols", {})
    if "pymdownx.smartsymbols" in config.markdown_extensions and symbols.get("fractions", True):
        raise PluginError(
            "tallybook: pymdownx.smartsymbols turns 1/2 into ½ on the page: "
            "give it the option `fractions: false`, or take it out of markdown_extensions"
        )
    for name, options in _NEEDED.items():
        if name not in config.markdown_extensions:
            config.markdown_extensions.append(name)
            config.mdx_configs.setdefault(name, dict(options))
            if name == _CAPTION and language(config).startswith("zh"):
                config.mdx_configs[name].setdefault("types", _CHINESE_CAPTIONS)
    config.mdx_configs.setdefault("tallybook", {}).setdefault("language", language(config))
    superfences = config.mdx_configs.setdefault(_SUPERFENCES, {})
    custom = [*superfences.get("custom_fences", []), *fences.custom]
    superfences.update(relaxed_headers=True, custom_fences=custom)
    config.extra_css[:0] = [_ASSETS + name for name in _STYLES]  # an author's own come later, and win
    config.extra_javascript += [_ASSETS + name for name in _SCRIPTS]
    return config


def add_assets(config: MkDocsConfig, files: Files) -> None:
    """Add our styles and scripts to the site, and the font of formulas."""
    for path in (*(WEB / name for name in (*_STYLES, *_SCRIPTS)), MATH):
        asset, included = _ASSETS + path.name, InclusionLevel.INCLUDED
        files.append(File.generated(config, asset, abs_src_path=str(path), inclusion=included))


def ending(config: MkDocsConfig) -> str:
    """What became of the site that was there before."""
    site = os.path.relpath(absolute(config.site_dir), site_folder(config)).replace(os.sep, "/") + "/"
    times = [entry.stat().st_mtime for entry in _built(config.site_dir)]
    if not times:
        return f"No page was written; {site} holds no build yet."
    built = datetime.fromtimestamp(max(times))
    when = f"{built:%H:%M}" if built.date() == datetime.now().date() else f"{built:%Y-%m-%d %H:%M}"
    return f"No page was written; {site} still holds the build of {when}."


def _built(site: str) -> list[os.DirEntry[str]]:
    """What a build wrote: MkDocs leaves alone what begins with a dot."""
    entries = os.scandir(site) if os.path.isdir(site) else ()
    return [entry for entry in entries if not entry.name.startswith(".")]
