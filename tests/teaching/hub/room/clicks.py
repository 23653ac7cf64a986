"""A driver that clicks through nbgrader's list of assignments in a real browser."""

from playwright.sync_api import Browser, Locator, Page, expect

from .running import Hub

OPEN = "() => window.jupyterapp.commands.execute('nbgrader:open-assignment-list').then(() => null)"
WAIT = 60_000


class List:
    """The list on an open page, with its sections: released, fetched, and submitted."""

    def __init__(self, browser: Browser, running: Hub, name: str, assignment: str) -> None:
        self.assignment = assignment
        self.page: Page = browser.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.goto(f"{running.address}/user/{name}/lab")
        self.page.locator("#username_input").fill(name)
        self.page.locator("#password_input").fill(running.passwords[name])
        self.page.locator("#login_submit").click()
        self.page.wait_for_url(f"**/user/{name}/lab**")
        self.page.wait_for_function("() => window.jupyterapp")
        self.page.evaluate("() => window.jupyterapp.restored.then(() => null)")

    def fetches(self) -> None:
        self._row("released").get_by_role("button", name="Fetch").click()
        expect(self._row("fetched")).to_be_visible()

    def validates(self) -> None:
        """Check that nbgrader's *Validate* reports no error, whatever the chapter's checks say."""
        self._row("fetched").locator(".assignment-notebooks-link").first.click()
        button = self._row("fetched").get_by_role("button", name="Validate")
        button.click()
        dialog = self.page.locator(".jp-Dialog")
        dialog.get_by_text("Success!").wait_for()
        dialog.get_by_role("button").last.click()
        expect(button).to_contain_class("btn-success")

    def submits(self) -> None:
        self._row("fetched").get_by_role("button", name="Submit").click()
        expect(self._row("submitted")).to_be_visible()

    def fetches_feedback(self) -> None:
        self._row("submitted").get_by_role("button", name="Fetch Feedback").click()
        expect(self._row("submitted").get_by_text("view feedback").first).to_be_attached()

    def _row(self, section: str) -> Locator:
        self.page.evaluate(OPEN)  # open the list, or bring it to the front
        rows = self.page.locator(f"#{section}_assignments_list > .list_item")
        return rows.filter(has_text=self.assignment).first
