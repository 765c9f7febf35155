// Any figure in a dialog of its own. The drawing itself moves there and back, so that its ids stay single.
(() => {
  const seen = new WeakSet();
  let dialog = null;

  const make = (name, word) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.ariaLabel = button.title = word;
    return button;
  };
  const open = (view) => {
    const drawing = view.querySelector("svg");
    const { width, height } = drawing.getBoundingClientRect();
    const fitting = Math.min(innerWidth * 0.92, (innerHeight * 0.84 * width) / height);
    const shut = make("tally-shut", view.dataset.close);
    shut.textContent = "×";
    shut.addEventListener("click", () => dialog.close());
    view.style.minHeight = `${view.offsetHeight}px`;
    drawing.style.width = `${Math.max(fitting, width * 1.4)}px`;
    dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.className = "tally-enlarged";
    dialog.ariaLabel = view.dataset.enlarge;
    dialog.closedBy = "any";
    dialog.append(shut, drawing);
    dialog.addEventListener("close", () => {
      drawing.style.width = view.style.minHeight = "";
      view.append(drawing);
      dialog.remove();
    });
    dialog.showModal();
  };
  const close = () => dialog?.open && dialog.close();
  const start = () => {
    close();
    for (const view of document.querySelectorAll(".tally-figure[data-enlarge]")) {
      if (seen.has(view)) continue;
      seen.add(view);
      const button = make("tally-enlarge", view.dataset.enlarge);
      button.addEventListener("click", () => open(view));
      view.before(button);
    }
  };

  addEventListener("beforeprint", close);
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
