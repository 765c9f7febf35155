// A figure that is wider than the screen scrolls: while it does, the keyboard reaches it too.
(() => {
  const fit = (view) => {
    const scrolls = view.scrollWidth > view.clientWidth;
    const wanted = {
      tabindex: "0",
      role: "region",
      "aria-label": view.querySelector("title")?.textContent ?? "",
    };
    for (const [name, value] of Object.entries(wanted)) {
      if (scrolls) view.setAttribute(name, value);
      else view.removeAttribute(name);
    }
  };
  const observer = new ResizeObserver((entries) => entries.forEach((entry) => fit(entry.target)));
  const start = () => document.querySelectorAll(".tally-figure").forEach((view) => observer.observe(view));

  // Material's instant navigation replaces a page's content without loading the page.
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
