// Runs a deck: slides as wide as the screen allows, keys, both themes, figures that stay legible.

(() => {
  const root = document.documentElement;
  const [HEIGHT, NARROWEST, WIDEST] = [700, 960, 1244];

  // The module of the figures lies beside the deck; without this, it would be asked of the network.
  require.config({ paths: { anywidget: "assets/anywidget" } });

  const size = () => {
    const width = Math.round((HEIGHT * innerWidth) / innerHeight);
    return { width: Math.min(Math.max(width, NARROWEST), WIDEST), height: HEIGHT };
  };

  // The system's theme, until the reader chooses the other one.
  const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  function switchTheme() {
    const light = root.dataset.jpThemeLight ?? String(!dark());
    root.dataset.jpThemeLight = String(light !== "true");
  }
  const button = document.createElement("button");
  button.className = "theme";
  button.type = "button";
  button.title = "light or dark (T)";
  button.setAttribute("aria-label", "Light or dark");
  button.textContent = "◐";
  button.addEventListener("click", switchTheme);
  document.querySelector(".reveal").append(button);

  // Arrow keys belong to a slider that has the focus, and Space to a button; Escape lets go of them.
  // The keys of a presenter's remote, Page Up and Page Down, always turn the page.
  const REMOTE = { PageUp: "prev", PageDown: "next" };
  const held = (target) => target.closest?.(".noUi-handle, button, input, select, textarea");
  function keyboardCondition({ target, key }) {
    const holder = held(target);
    if (!holder) return true;
    return holder.matches("button:not([role=radio])") && ![" ", "Enter", "Escape"].includes(key);
  }
  document.addEventListener("keydown", (event) => {
    if (!held(event.target)) return;
    if (event.key in REMOTE) Reveal[REMOTE[event.key]]();
    else if (event.key === "Escape") event.target.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // How large a figure is drawn; deck.css keeps its letters from getting too small.
  const watched = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const { width, height } = target.viewBox.baseVal;
      const scale = Math.min(contentRect.width / width, contentRect.height / height);
      if (scale > 0) target.style.setProperty("--scale", scale.toFixed(4));
    }
  });
  const settled = () => new Promise((done) => {
    const views = document.querySelectorAll('script[type="application/vnd.jupyter.widget-view+json"]');
    const look = () => {
      if (document.querySelectorAll(".mg-sentence").length < views.length) return setTimeout(look, 50);
      document.querySelectorAll(":is(.mg-picture, .drawing) > svg").forEach((svg) => watched.observe(svg));
      done();
    };
    look();
  });
  const typeset = () => new Promise((done) => {
    MathJax.Hub.Queue(["Typeset", MathJax.Hub], done);
  });

  async function start(reveal, notes) {
    if (root.hasAttribute("data-handout")) {
      document.querySelectorAll("aside.notes").forEach((note) => note.remove());
      await typeset();
    } else {
      window.Reveal = reveal;
      await Reveal.initialize({
        ...size(), margin: 0, minScale: 0.1, maxScale: 10, center: false, hash: true,
        transition: "none", backgroundTransition: "none", slideNumber: "c/t",
        viewDistance: 100, mobileViewDistance: 100, keyboardCondition, plugins: [notes],
      });
      addEventListener("resize", () => Reveal.configure(size()));
      Reveal.addKeyBinding({ keyCode: 84, key: "T", description: "Light or dark" }, switchTheme);
      Reveal.on("slidechanged", () => document.activeElement?.blur());
      await Promise.all([typeset(), settled()]);
    }
    root.dataset.ready = "";
  }

  // `?handout` lays all slides out below each other, for paper.
  root.toggleAttribute("data-handout", new URLSearchParams(location.search).has("handout"));
  // require.js takes no asynchronous function for a function.
  require(
    ["assets/reveal.js/dist/reveal.js", "assets/reveal.js/plugin/notes/notes.js"],
    (reveal, notes) => void start(reveal, notes),
  );
})();
