"""Learners with a real browser, who open a chapter, work, lose the connection, and return."""

from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Page, expect

from minigrad.teaching.hub.handout import link
from tests.browser import chromium
from tests.browser.in_lab import RUN_ALL

from .running import Hub

CHAPTER = "01_computational_graphs.ipynb"
COPY = "chapters"
PANEL = """
async () => {
  const app = window.jupyterapp;
  await app.restored;
  for (let i = 0; i < 600; i++) {
    const panel = [...app.shell.widgets("main")].find((one) => one.context);
    if (panel) {
      await panel.context.ready; await panel.revealed; await panel.sessionContext.ready;
      window.mgPanel = panel;
      return;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("no notebook is open");
}
"""
SAVE = "() => window.mgPanel.context.save().then(() => null)"


def check(running: Hub, names: list[str], chrome: str | None) -> list[str]:
    faults: list[str] = []
    with chromium.started(chromium.find(chrome)) as browser:
        for name in names:
            try:
                faults += [
                    f"{name} in a browser: {fault}" for fault in learns(running, browser, name)
                ]
            except Exception as wrong:
                faults.append(f"{name} in a browser: {type(wrong).__name__}: {str(wrong)[:600]}")
            print(f"  {name} in a browser", flush=True)
    return faults


def learns(running: Hub, browser: Browser, name: str) -> list[str]:
    fresh = running.folder / "homes" / name / COPY
    with suppress(FileNotFoundError):
        (fresh / CHAPTER).unlink()  # nbgitpuller restores the lecturer's version
    watch = chromium.Watch(browser)
    arrive(watch.page, running, name)
    figures = watch.page.locator(".jp-NotebookPanel .mg-figure")
    expect(figures.first).to_be_visible(timeout=60_000)  # trusted, although it hasn't been run
    wrong = [f"{c['id']}: {c['errors']}" for c in run_all(watch.page)]
    slider = watch.page.locator(".jp-NotebookPanel .mg-explorer").first
    slider.scroll_into_view_if_needed()
    before = slider.inner_text()
    keys = slider.locator("button:not([disabled]), [role=slider], input[type=range]")
    expect(keys.first).to_be_attached(timeout=60_000)  # the run has redrawn the explorer
    for hand in keys.all()[:4]:
        hand.focus()
        watch.page.keyboard.press("Enter")
        watch.page.keyboard.press("ArrowRight")
    try:
        expect(slider).not_to_have_text(before, use_inner_text=True, timeout=10_000)
    except AssertionError:
        wrong.append("the explorer doesn't respond to the keyboard")
    watch.page.evaluate(SAVE)
    wrong += watch.faults()
    watch.page.close()  # the connection is lost
    again = chromium.Watch(browser)
    arrive(again.page, running, name)
    counts = again.page.evaluate(
        "() => [...window.mgPanel.content.model.cells].filter((c) => c.executionCount).length"
    )
    if counts < 5:
        wrong.append(f"after returning, {counts} cells count as run")
    expect(again.page.locator(".jp-NotebookPanel .mg-figure").first).to_be_visible(timeout=60_000)
    wrong += again.faults()
    again.page.close()
    return wrong


def arrive(page: Page, running: Hub, name: str) -> None:
    """Follow the lecturer's link, log in, and wait for the chapter to open."""
    page.set_default_timeout(120_000)
    page.goto(link(running.address, running.course, CHAPTER))
    page.locator("#username_input").fill(name)
    page.locator("#password_input").fill(running.passwords[name])
    page.locator("#login_submit").click()
    page.wait_for_url(f"**/user/{name}/lab/**")
    page.wait_for_function("() => window.jupyterapp", timeout=120_000)
    page.evaluate(PANEL)


def run_all(page: Page) -> list[Any]:
    """Run all cells; return the ones that failed unexpectedly."""
    return [c for c in page.evaluate(RUN_ALL) if bool(c["errors"]) != c["expected"]]
