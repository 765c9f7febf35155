// What is wider than the screen (a figure, a table, a formula) scrolls: while it does, the keyboard reaches it.
(() => {
  const name = (view) =>
    view.querySelector("title")?.textContent ??
    [...view.querySelectorAll("thead th")].map((cell) => cell.textContent).join(" ");
  const fit = (view) => {
    const scrolls = view.scrollWidth > view.clientWidth;
    const label = scrolls && name(view);
    const wanted = { tabindex: scrolls && "0", role: label && "region", "aria-label": label };
    for (const [attribute, value] of Object.entries(wanted)) {
      if (value) view.setAttribute(attribute, value);
      else view.removeAttribute(attribute);
    }
  };
  const observer = new ResizeObserver((entries) => entries.forEach((entry) => fit(entry.target)));
  const start = () =>
    document
      .querySelectorAll(".tally-figure, .tally-table, div.tally-math")
      .forEach((view) => observer.observe(view));

  // Material's instant navigation replaces a page's content without loading the page.
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
