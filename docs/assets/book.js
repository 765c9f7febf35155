// What Material leaves open of WCAG 2.2.
(() => {
  // 2.1.4: single letters are no shortcuts, unless a reader wants them: localStorage.shortcuts = "on".
  const keys = new Set(["p", "n", "f", "s", ",", ".", "/"]);
  addEventListener(
    "keydown",
    (event) => {
      const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
      const held = event.ctrlKey || event.altKey || event.metaKey;
      if (!typing && !held && keys.has(event.key) && localStorage.getItem("shortcuts") !== "on")
        event.stopImmediatePropagation();
    },
    true,
  );
  // 4.1.2: the search dialog has a name.
  const search = document.querySelector(".md-search[role=dialog]");
  search?.setAttribute("aria-label", search.querySelector("input").getAttribute("aria-label"));
})();
