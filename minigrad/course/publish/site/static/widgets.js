// Explorers find anywidget's module beside the other scripts, from any page.
window.require = {
  paths: { anywidget: new URL("anywidget", document.currentScript.src).href },
};
