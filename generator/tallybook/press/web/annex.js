// Copies a text, and finds a number of the book by its value.
(() => {
  const copies = (button) => {
    button.hidden = false;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.closest(".tally-raw").querySelector("pre").textContent);
      const status = button.parentElement.querySelector("[role=status]");
      status.textContent = status.dataset.said;
    };
  };

  const step = (text) => 10 ** -(text.split(".")[1] ?? "").length / 2;
  const near = (value, other, within) => Math.abs(value - other) <= within * (1 + 1e-9) + 1e-12 * Math.abs(other);

  // Found: what rounds to the number asked for, and what is written so coarsely that it admits it.
  const holds = (number, asked, within, signed) => {
    const plain = (value) => (signed ? value : Math.abs(value));
    const computed = (number.computed ?? []).some((item) => near(plain(Number(item)), asked, within));
    return computed || number.values.some((text) => {
      const digits = text.replace(/^[-0.]+/, "").replace(/\D/g, "").length;
      return near(plain(Number(text)), asked, digits > 2 ? Math.max(within, step(text)) : within);
    });
  };

  const finder = (input) => {
    input.closest("p").hidden = false;
    const output = input.closest("p").querySelector("output");
    const tables = [...document.querySelectorAll(".tally-list tbody")];
    let book;
    input.oninput = async () => {
      book ??= fetch(input.dataset.numbers).then((answer) => answer.json());
      const numbers = (await book).chapters.filter((one) => one.numbers.length).map((one) => one.numbers);
      const text = input.value.trim().replace("−", "-");
      const asked = text === "" ? NaN : Number(text);
      let found = 0;
      tables.forEach((body, at) => {
        let any = false;
        [...body.rows].forEach((row, index) => {
          const shown = Number.isNaN(asked)
            || holds(numbers[at][index], asked, step(text), /^[-+]/.test(text));
          row.hidden = !shown;
          any ||= shown;
          found += shown;
        });
        body.closest(".tally-list").hidden = !any;
      });
      output.textContent = Number.isNaN(asked) ? "" : found ? String(found) : output.dataset.none;
    };
  };

  const start = () => {
    document.querySelectorAll(".tally-raw button").forEach(copies);
    document.querySelectorAll("input[data-numbers]").forEach(finder);
  };
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
