// A typed answer is held against the computed one at the places that were asked for: half a unit to either
// side, and what float64 may be off by. It never tells the answer.
(() => {
  const part = String.raw`(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)?(?:√(\d+\.?\d*))?`;
  const number = RegExp(`^([-+]?)${part}(?:/${part})?$`);
  const times = (factor, root) => (factor ?? root) && (factor ?? 1) * Math.sqrt(root ?? 1);

  // The value of a number as it is typed, and how many places behind the point that says.
  const read = (typed) => {
    const [, sign, above, root, below, other] = number.exec(typed) ?? [];
    const value = times(above, root) / (typed.includes("/") ? times(below, other) : 1);
    const [, places, power] = /^[-+]?\d*\.(\d*)(?:e(.+))?$/.exec(typed) ?? [];
    return { value: sign === "-" ? -value : value, places: places == null ? Infinity : places.length - (power ?? 0) };
  };

  const numbers = (text, count) => {
    let plain = text.normalize("NFKC").toLowerCase().replace(/[−–]/g, "-").replace(/⁄/g, "/");
    plain = plain.replace(/[\s[\]()≈=约]/g, "");
    if (count < 2) plain = plain.replace(/,(?=\d{3}(?!\d))/g, "");
    return plain.split(/[,、;]/).map(read);
  };

  // Whether what is typed agrees, at the places asked for or at those typed where these are fewer.
  const agrees = (typed, values, places, own) =>
    typed.length === values.length &&
    typed.every((one, at) => {
      const reach = 10 ** -Math.min(places || Infinity, own ? one.places : Infinity) / 2;
      return Math.abs(one.value - values[at]) <= reach + 1e-12 * (Math.abs(one.value) || 1);
    });

  const verdict = (typed, { values, places, mistakes, ...said }) => {
    if (typed.length !== values.length || !typed.every((one) => Number.isFinite(one.value))) return said.unread;
    for (const own of [false, true]) {
      if (agrees(typed, values, places, own)) return own ? said.few : said.right;
      const slip = mistakes.find((mistake) => agrees(typed, mistake.values, places, own));
      if (slip) return slip.said;
    }
    return said.wrong;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".tally-typed")) return;
    event.preventDefault();
    const told = JSON.parse(form.dataset.check);
    const said = verdict(numbers(form.querySelector("input").value, told.values.length), told);
    form.querySelector("p").textContent = said;
    form.classList.toggle("tally-right", said === told.right);
  });

  // What was said of one answer is not said of the next.
  document.addEventListener("input", (event) => {
    const form = event.target.closest(".tally-typed");
    if (form) form.querySelector("p").textContent = "";
  });

  // A link into a closed answer opens it.
  const open = () => {
    const details = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
    if (details) details.open = true;
  };
  const start = () => {
    document.querySelectorAll(".tally-typed").forEach((form) => form.removeAttribute("hidden"));
    open();
  };
  window.addEventListener("hashchange", open);
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
