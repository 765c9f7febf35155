// Material's search takes a sign before a word as an order to leave it out: -0.5 is looked for as 0.5.
(() => {
  const start = () => {
    const field = document.querySelector("input.md-search__input");
    if (!field || Object.hasOwn(field, "value")) return;
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    Object.defineProperty(field, "value", {
      get: () => get.call(field).replace(/(^|\W)[-+\u2212\uff0d\uff0b](?=\d)/g, "$1"),
      set: (text) => set.call(field, text),
    });
  };

  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
