// Number cards: choosing a number of the text shows where it comes from. One popover serves the page.
(() => {
  const NUMBER = ".tally[data-n]";
  const BLOCK = "table, li, dd, dt, p, h1, h2, h3, h4, h5, h6, figcaption, div";
  const LINKS = ".tally-cite a, a.tally-cited";
  let data, card, paper, status, entries, address, pressed, unfolded;

  const make = (tag, name, ...inside) => {
    const made = document.createElement(tag);
    made.className = name;
    made.append(...inside.filter((part) => part));
    return made;
  };
  const press = (text, act) => {
    const button = make("button", "", text);
    button.type = "button";
    button.onclick = act;
    return button;
  };
  const lead = (href, ...inside) => {
    const link = make("a", "", ...inside);
    link.href = href;
    return link;
  };
  const words = (name, told) => (data.words[name] ?? name).replace("{}", told);
  const value = (at) => {
    const one = data.values[at] ?? "";
    return one.shape ?? one.function ?? one.object?.split(".").pop() ?? one;
  };
  const isText = (at) => typeof data.values[at] === "string";
  const short = (text) =>
    text.replace(/\d+\.\d+(e[-+]\d+)?/g, (one) => (one.length > 8 ? +(+one).toPrecision(6) : one));
  const brief = (at) => (value(at)[0] === "[" ? short(value(at)) : value(at));

  // Code; its names lead to pages of their own, or have their values in their stead.
  const code = ({ code, inputs, fills = [] }, filled) => {
    const signs = [...code];
    const made = make("code", "");
    let at = 0;
    for (const [start, end, number] of fills) {
      const told = inputs[number][1];
      const name = signs.slice(start, end).join("");
      const href = data.values[told]?.href;
      let shown = href ? lead(href, name) : name;
      if (filled && isText(told)) shown = make("mark", "", short(value(told)));
      made.append(signs.slice(at, start).join(""), shown);
      at = end;
    }
    made.append(signs.slice(at).join(""));
    return made;
  };

  const showLine = ({ cell, row }) => {
    const shown = document.getElementById(cell).nextElementSibling;
    history.replaceState(history.state, "", address); // so that the way back leads to the card
    history.pushState(null, "", `#${cell}`);
    card.hidePopover();
    shown.open = true;
    const texts = document.createTreeWalker(shown.querySelector("code"), NodeFilter.SHOW_TEXT);
    const range = new Range();
    for (let line = 1; texts.nextNode(); ) {
      const text = texts.currentNode;
      if (line === row && text.data.trim()) {
        if (range.collapsed) range.setStart(text, 0);
        range.setEnd(text, text.data.trimEnd().length);
      }
      line += text.data.split("\n").length - 1;
    }
    window.CSS?.highlights?.set("tally-line", new Highlight(range));
    range.startContainer.parentElement.scrollIntoView({ block: "center" });
  };
  // A link to the line of a step; of a cell that the page hides, the line itself.
  const place = (step) => {
    if (!step.cell) return make("code", "tally-hidden", step.code.split("\n")[0]);
    const link = lead(`#${step.cell}`, words("line", step.line));
    link.onclick = (event) => {
      event.preventDefault();
      showLine(step);
    };
    return link;
  };

  // The steps that a number came through, in the order in which they ran, and its own expression.
  const course = (number) => {
    const found = {};
    const walk = ({ inputs = [] }) => {
      for (const [name, at, step] of inputs) {
        if (step === null) continue;
        const known = step in found;
        found[step] ??= { ...data.steps[step], gives: {} };
        found[step].gives[name] = at;
        if (!known) walk(found[step]);
      }
    };
    walk(number);
    const steps = Object.values(found);
    return number.code && !(number.code in (steps.at(-1)?.gives ?? {})) ? [...steps, number] : steps;
  };
  const table = (steps) => {
    const rows = steps.map((step) => {
      const gives = Object.entries(step.gives ?? { "": step.value }).filter(([, at]) => value(at));
      const fillable = step.fills?.some(([, , number]) => isText(step.inputs[number][1]));
      const cells = [
        step.cell ? place(step) : step.gives && words("line", step.line),
        code(step),
        fillable && code(step, true),
        gives.map(([name, at]) => `${name} = ${brief(at)}`.trim()).join("\n"),
      ];
      return make("tr", "", ...cells.map((inside) => make("td", "", inside)));
    });
    return make("table", "", make("caption", "", words("course")), make("tbody", "", ...rows));
  };

  const alike = (key) => [...document.querySelectorAll(`.tally[data-n~="${key}"]`)];
  const written = ({ key, element }) => data.numbers[key].text ?? element.textContent.trim();
  const inFull = ({ key, element }) => {
    const own = element.dataset.n.split(" ")[0] === key && element.value;
    const several = data.numbers[key].count || alike(key).length > 1;
    const at = data.numbers[key].value;
    return (several && own) || (isText(at) && value(at)) || own || written({ key, element });
  };
  const forPython = (entry) => {
    const number = data.numbers[entry.key];
    const all = alike(entry.key);
    const full = all.length > 1 ? all.map((element) => element.value).join(", ") : inFull(entry);
    const list = /^[^[(]*,/.test(full) ? `[${full}]` : full;
    const plain = list.replace(/\b(nan|inf)\b/g, 'float("$1")');
    return number.code ? `${plain}  # ${number.code}` : plain;
  };
  const forTeX = (entry) => data.numbers[entry.key].tex ?? written(entry);
  const copy = async (text) => {
    const told = await navigator.clipboard?.writeText(text).then(() => "copied", () => "refused");
    status.textContent = words(told ?? "refused", text);
  };

  const facts = ({ key, element }) => {
    const number = data.numbers[key];
    const list = make("dl", "");
    let last;
    const tell = (name, ...inside) => {
      if (name !== last) list.append(make("dt", "", words(name)));
      list.append(make("dd", "", ...inside));
      last = name;
    };
    const placed = (step) => step !== null && place(data.steps[step]);
    const [input] = number.inputs ?? [];
    const bare = input && input[0] === number.code && placed(input[2]);
    const full = (number.code || number.sides || number.of) && inFull({ key, element });
    if (number.count && alike(key).length < 2) tell("value", words("count", number.count));
    else if (full && full !== written({ key, element })) tell("value", full, number.count && `　${words("count", number.count)}`);
    if (number.code) tell("expression", code(number), " ", bare);
    number.sides?.forEach(([text, at]) => {
      tell("sides", make("code", "", text), value(at) && value(at) !== text && ` = ${value(at)}`);
    });
    number.inputs?.forEach(([name, at, step]) => {
      if (!bare) tell("inputs", make("code", "", name, value(at) && ` = ${brief(at)}`), " ", placed(step));
    });
    if (number.stored) tell("stored", make("code", "", number.stored.join(" ")));
    if (number.rule) tell("rule", number.verdict && words("drift"), number.rule);
    if (number.of) tell("repeat", lead(`#${data.numbers[number.of].id}`, words("line", data.numbers[number.of].line)));
    if (number.account === "cited") {
      const links = [...document.querySelectorAll(LINKS)];
      const next = links.find((link) => element.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING);
      tell("source", next ? lead(next.href, number.why) : number.why);
    } else if (number.why) tell("reason", number.why);
    return list;
  };

  const choose = (element) => {
    document.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
    element?.setAttribute("data-chosen", "");
  };
  const show = (at) => {
    const entry = entries[at];
    choose(entry.element);
    const number = data.numbers[entry.key];
    address = `#${number.id}`;
    const steps = course(number);
    const among = entries.map((one, nth) => press(written(one), () => show(nth)));
    among[at].ariaPressed = true;
    const close = press("×", () => card.hidePopover());
    close.ariaLabel = words("close");
    const walk = make("details", "", make("summary", "", words("course")), table(steps), make("p", "", words("rounded")));
    walk.open = unfolded;
    walk.ontoggle = () => {
      unfolded = walk.open;
      uncover(entry.element);
    };
    const link = lead(address, words("link"));
    link.addEventListener("click", () => copy(link.href));
    const forms = { shown: written, full: inFull, Python: forPython, TeX: forTeX };
    const buttons = Object.keys(forms).map((name) => press(words(name), () => copy(forms[name](entry))));
    status = make("p", "tally-status");
    status.role = "status";
    card.ariaLabel = `${words("card")} ${written(entry)}`;
    const title = make("strong", "", written(entry));
    card.replaceChildren(
      make("header", "", title, make("span", "", words(number.account)), close),
      make("div", "tally-among", ...(among.length > 1 ? among : [])),
      facts(entry),
      ...(steps.length > 1 ? [walk] : []),
      make("footer", "", words("copy"), ...buttons, link),
      status,
    );
    paper.replaceChildren(title.cloneNode(true), facts(entry), table(steps));
    (among.length > 1 ? among[at] : card).focus({ preventScroll: true });
  };

  const uncover = (element) => {
    const covered = element.getBoundingClientRect().bottom + 16 - card.getBoundingClientRect().top;
    if (getComputedStyle(card).position === "fixed") scrollBy(0, Math.max(0, covered));
  };
  // Below the number, or above it where there is more room; narrow screens have it at their foot.
  const put = (element) => {
    const { left, top, bottom } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const room = clientHeight - bottom;
    const below = room > card.offsetHeight + 16 || room > top;
    card.style.left = `${scrollX + Math.max(8, Math.min(left, clientWidth - card.offsetWidth - 8))}px`;
    card.style.top = below ? `${scrollY + bottom + 8}px` : "auto";
    card.style.bottom = below ? "auto" : `${clientHeight - scrollY - top + 8}px`;
    card.style.maxHeight = `${Math.max(240, (below ? room : top) - 24)}px`;
    uncover(element);
  };
  const open = (found, element, opener) => {
    entries = found;
    card.hidePopover();
    if (!opener) element.tabIndex = -1;
    (opener ?? element).focus({ preventScroll: true }); // where focus goes back to
    card.showPopover();
    show(0);
    put(element);
  };
  const entriesOf = (element) =>
    element.dataset.n.split(" ").filter((key) => data.numbers[key]).map((key) => ({ key, element }));
  const isFree = (element) => !element.closest("a, button, summary, label");

  // The number that the page's address names, by its id or by its key on the page.
  const follow = () => {
    const id = decodeURI(location.hash.slice(1));
    const key = data && Object.keys(data.numbers).find((one) => id === data.numbers[one].id || id === `n-${one}`);
    const [element] = key ? alike(key) : [];
    if (!element) return;
    for (let part = element; part; part = part.parentElement) {
      if (part.localName === "details") part.open = true;
      if (part.hidden) part.dispatchEvent(new Event("beforematch", { bubbles: true }));
    }
    element.scrollIntoView({ block: "center" });
    open([{ key, element }], element);
  };

  const start = () => {
    const told = document.getElementById("tally-data");
    if (told?.nextElementSibling?.className === "tally-paper") return;
    card?.remove();
    data = told && JSON.parse(told.textContent);
    if (!data) return;
    paper = make("section", "tally-paper");
    told.after(paper);
    card = make("div", "tally-card");
    card.popover = "auto";
    card.role = "dialog";
    card.tabIndex = -1;
    card.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") return;
      paper.replaceChildren();
      choose();
    });
    document.body.append(card);
    const blocks = new Map();
    for (const element of document.querySelectorAll(NUMBER)) {
      const block = element.closest("table") ?? element.closest(BLOCK);
      if (isFree(element)) blocks.set(block, [...(blocks.get(block) ?? []), ...entriesOf(element)]);
    }
    blocks.forEach((found, block) => {
      const button = press("", () => open(found, found[0].element, button));
      button.className = "tally-block";
      button.ariaLabel = words("block");
      if (block.tagName === "TABLE") block.before(button);
      else if (/^H\d$/.test(block.tagName)) block.after(button);
      else block.prepend(button);
    });
    follow();
  };
  // A press outside closes the card before the click comes: one on its own number is to close it, no more.
  addEventListener("pointerdown", () => (pressed = document.querySelector("[data-chosen]")), true);
  addEventListener("click", ({ target }) => {
    const element = target.closest(NUMBER);
    if (!data || !element || element === pressed || !isFree(target) || !getSelection().isCollapsed) return;
    open(entriesOf(element), element);
  });
  addEventListener("hashchange", follow);

  // Material's instant navigation replaces a page's content without loading the page.
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
