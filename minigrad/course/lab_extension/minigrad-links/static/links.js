// Makes links to a heading in a chapter that isn't open yet scroll to that heading. JupyterLab scrolls
// to the heading as soon as the notebook opens, before its cells have their final heights, and ends up
// at the top. This module scrolls again until the heading stays in place. It's handwritten in webpack's
// format, so nothing has to be built.
(() => {
  const FOLLOWED = "rendermime:handle-local-link";
  const PAUSE = 100; // milliseconds
  const [CALM, PATIENCE] = [5, 100]; // stop after 5 checks in a row in place, or after 100 checks
  const HANDS = ["wheel", "pointerdown", "keydown", "touchstart"];
  const pause = () => new Promise((next) => setTimeout(next, PAUSE));

  function opened(app, path) {
    const named = ({ context }) => context && (context.path === path || context.localPath === path);
    return [...app.shell.widgets("main")].find(named);
  }

  function headingOf(panel, id) {
    const named = (key) => `:is(h1, h2, h3, h4, h5, h6)[${key}="${CSS.escape(id)}"]`;
    return panel.node.querySelector(`${named("data-jupyter-id")}, ${named("id")}`);
  }

  function inPlace(panel, heading) {
    const place = (heading.closest(".jp-WindowedPanel-outer") ?? panel.node).getBoundingClientRect();
    const { top, bottom } = heading.getBoundingClientRect();
    return top >= place.top - 2 && bottom <= place.top + place.height / 2;
  }

  // Cells out of view have no heading in the page yet, but JupyterLab knows where they are.
  async function look(panel, id) {
    const heading = headingOf(panel, id);
    if (heading && inPlace(panel, heading)) return true;
    if (heading) heading.scrollIntoView();
    else await panel.content.setFragment(`#${id}`);
    return false;
  }

  async function follow(app, path, id) {
    let calm = 0;
    let taken = false; // whether the reader has scrolled, which ends our scrolling
    const take = () => (taken = true);
    HANDS.forEach((hand) => addEventListener(hand, take, { capture: true, passive: true }));
    for (let i = 0; i < PATIENCE && calm < CALM && !taken; i++) {
      await pause();
      const panel = opened(app, path);
      if (!panel?.content?.setFragment || !panel.context.isReady) continue;
      calm = (await look(panel, id)) ? calm + 1 : 0;
    }
    HANDS.forEach((hand) => removeEventListener(hand, take, { capture: true }));
  }

  const plugin = {
    id: "minigrad-links:plugin",
    autoStart: true,
    activate: (app) => {
      app.commands.commandExecuted.connect((_, { id, args, result }) => {
        if (id !== FOLLOWED || !args?.path || !args.id) return;
        result.then(() => follow(app, args.path, decodeURIComponent(args.id.replace(/^#/, ""))), () => {});
      });
    },
  };
  globalThis._JUPYTERLAB ??= {};
  _JUPYTERLAB["minigrad-links"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
