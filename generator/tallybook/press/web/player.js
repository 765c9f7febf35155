// The step player. Every state is on the page; here all but one of each player are hidden.
(() => {
  const SECONDS = 6;
  const HIDDEN = "onbeforematch" in document.documentElement ? "until-found" : "";
  const players = new Map();

  const make = (root) => {
    const states = [...root.querySelectorAll(".tally-state")];
    const stage = root.querySelector(".tally-states");
    const bar = root.querySelector(".tally-controls");
    const last = states.length - 1;
    const first = states.findIndex((state) => state.classList.contains("tally-default"));
    let at = first;
    let timer = 0;
    let width = 0;

    const button = (word, act) => {
      const made = bar.appendChild(document.createElement("button"));
      made.type = "button";
      made.className = `tally-${word}`;
      made.textContent = root.dataset[word];
      made.addEventListener("click", () => made.ariaDisabled !== "true" && act());
      return made;
    };
    const play = button("play", () => (timer ? stop() : run()));
    const back = button("back", () => step(at - 1));
    const next = button("next", () => step(at + 1));
    const links = states.map((state, count) => {
      const link = bar.appendChild(document.createElement("a"));
      link.href = `#${state.id}`;
      link.textContent = count + 1;
      link.ariaLabel = link.title = state.querySelector(".tally-name").textContent;
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        step(count);
      });
      return link;
    });

    const show = (wanted) => {
      at = wanted;
      states.forEach((state, count) => {
        if (count === at) state.removeAttribute("hidden");
        else state.setAttribute("hidden", HIDDEN);
        if (count === at) links[count].setAttribute("aria-current", "step");
        else links[count].removeAttribute("aria-current");
      });
      back.ariaDisabled = at === 0;
      next.ariaDisabled = at === last;
    };
    const go = (wanted) => {
      wanted = Math.min(Math.max(wanted, 0), last);
      if (wanted === at) return;
      show(wanted);
      history.replaceState(history.state, "", `#${states[at].id}`);
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = root.dataset.play;
      play.classList.remove("tally-now");
      stage.ariaLive = "polite";
    };
    const step = (wanted) => {
      stop();
      go(wanted);
    };
    const run = () => {
      if (at === last) go(0);
      timer = setInterval(() => {
        if (root.isConnected) go(at + 1);
        if (at === last || !root.isConnected) stop();
      }, SECONDS * 1000);
      play.textContent = root.dataset.pause;
      play.classList.add("tally-now");
      stage.ariaLive = "off";
    };

    root.tabIndex = 0;
    root.setAttribute("aria-keyshortcuts", "ArrowLeft ArrowRight Home End Space");
    root.addEventListener("keydown", (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
      if (target.closest("[tabindex], input, select, textarea") !== root) return;
      const wanted = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
      if (wanted !== undefined) step(wanted);
      else if (key === " " && target === root) play.click();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    root.addEventListener("beforematch", (event) => {
      const found = states.indexOf(event.target.closest(".tally-state"));
      if (found >= 0) step(found);
    });

    // As tall as the tallest state: they lie on one another while nothing is hidden.
    const fit = () => {
      root.classList.replace("tally-on", "tally-fit") || root.classList.add("tally-fit");
      states.forEach((state) => state.removeAttribute("hidden"));
      stage.style.minHeight = "";
      stage.style.minHeight = `${stage.getBoundingClientRect().height}px`;
      root.classList.replace("tally-fit", "tally-on");
      show(at);
    };
    new ResizeObserver(() => {
      if (width !== root.clientWidth) fit();
      width = root.clientWidth;
    }).observe(root);
    fit();
    stop();
    return { stop, show: (state) => { stop(); show(state ? states.indexOf(state) : first); } };
  };

  // The state that the address names; the default ones where it names nothing.
  const follow = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const state = named?.closest(".tally-state");
    if (state) {
      players.get(state.closest(".tally-player"))?.show(state);
      const { top, bottom } = named.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight) named.scrollIntoView();
    } else if (!location.hash) players.forEach((player) => player.show());
  };
  const stop = () => players.forEach((player) => player.stop());
  const start = () => {
    for (const [root, player] of players) {
      if (root.isConnected) continue;
      player.stop();
      players.delete(root);
    }
    for (const root of document.querySelectorAll(".tally-player")) {
      if (!players.has(root) && root.querySelector(".tally-states")) players.set(root, make(root));
    }
    follow();
  };

  addEventListener("hashchange", follow);
  addEventListener("beforeprint", stop);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
