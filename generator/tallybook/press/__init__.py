"""The pages: a checked chapter as Markdown for the site, and the plugin that gives it to MkDocs."""
