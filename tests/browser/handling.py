"""A driver that operates an explorer on an open page by keyboard and mouse, as a reader would."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from minigrad.explore.content import program_source, source
from minigrad.explore.typed import Words

from .finger import Finger
from .stored import StoredExplorer, letters

# Measures the time from the keypress or drag to the first task after the paint that follows the
# change of the sentence.
STOPWATCH = """
explorer => {
  const times = (explorer.mgTimes = []);
  let pressed = null;
  explorer.addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
  const held = (event) => event.buttons && (pressed ??= event.timeStamp);
  explorer.addEventListener("pointermove", held, true);
  new MutationObserver(() => {
    if (pressed === null) return;
    const start = pressed;
    pressed = null;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => times.push(performance.now() - start);
      channel.port2.postMessage(0);
    });
  }).observe(explorer.querySelector(".mg-sentence"), { childList: true });
  // What travels along an arrow: a chip that is moved, or a dot that is there for a while.
  explorer.mgTravels = 0;
  new MutationObserver((records) => {
    explorer.mgTravels += records.filter(({ type, target, addedNodes }) => type === "attributes"
      ? target.dataset.along : [...addedNodes].some((node) => node.matches?.(".mg-dot"))).length;
  }).observe(explorer.querySelector(".mg-picture"),
    { subtree: true, childList: true, attributeFilter: ["transform"] });
}
"""
SEEN = """
explorer => {
  const all = (selector, told) => [...explorer.querySelectorAll(selector)].map(told);
  return {
    sentence: explorer.querySelector(".mg-sentence").textContent.replaceAll("\\u00a0", " "),
    label: explorer.querySelector(".mg-picture > svg").getAttribute("aria-label"),
    text: all(".mg-picture > svg", (svg) => [...svg.children]
      .filter((part) => !part.matches(".mg-ghosts, .mg-grip"))
      .map((part) => part.textContent).join("")),
    handles: all(".noUi-handle", (handle) =>
      [handle.getAttribute("aria-label"), handle.getAttribute("aria-valuetext")]),
    chosen: all(`[role="radiogroup"]`, (group) => [group.getAttribute("aria-label"),
      group.querySelector('[aria-checked="true"]').textContent]),
    typed: all(".mg-field", (field) => field.value),
    editable: all(".widget-readout", (readout) => readout.isContentEditable).includes(true),
    beside: all(".mg-slider", (slider) =>
      [".widget-label", ".widget-readout"].map((part) => slider.querySelector(part).textContent)),
    height: explorer.offsetHeight,
    invites: explorer.querySelector(".mg-invites") !== null,
  };
}
"""
# Finds the elements of a figure that differ from the expected ones. For a moving element, the final
# position counts.
DRAWN = """
(explorer, [pieces, off]) => {
  const NUMBER = /-?\\d+(?:\\.\\d+)?/g;
  const differ = (one, other) => {
    if (one === other) return false;
    const [words, otherWords] = [one, other].map((text) => text.split(NUMBER).join("#"));
    if (off === 0 || words !== otherWords) return true;
    const [numbers, others] = [one, other].map((text) => text.match(NUMBER).map(Number));
    const far = (number) => Math.max(1, Math.abs(number) / 100); // where a line leaves the picture
    return numbers.some((number, i) => Math.abs(number - others[i]) > off * far(number));
  };
  const plain = (node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll(".mg-dot").forEach((dot) => dot.remove());
    for (const lit of [copy, ...copy.querySelectorAll(".mg-lit, [class='']")]) {
      lit.classList.remove("mg-lit");
      if (!lit.classList.length) lit.removeAttribute("class");
    }
    for (const moved of [copy, ...copy.querySelectorAll("[data-along], .mg-stays")]) {
      if (moved.matches("[data-along], .mg-stays")) moved.removeAttribute("transform");
    }
    return copy.outerHTML;
  };
  const expected = pieces.map((piece) => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.innerHTML = piece;
    return plain(group.firstElementChild ?? group);
  });
  const slots = [...explorer.querySelectorAll(".mg-picture .mg-slots")]
    .map((own) => [...own.children].map(plain));
  return slots.flatMap((drawn) => {
    const length = Math.max(drawn.length, expected.length);
    return Array.from({ length }, (_, i) => [drawn[i] ?? "<g></g>", expected[i] ?? "<g></g>"])
      .filter(([one, other]) => differ(one, other)).slice(0, 1);
  });
}
"""
# If a figure is wider than its container, it has to indicate that it scrolls, scroll to the node
# that is running, and keep its text in view.
WIDE = """
explorer => {
  const place = explorer.querySelector(".mg-picture");
  const most = place.scrollWidth - place.clientWidth;
  const { left, right, width } = place.getBoundingClientRect();
  const told = [];
  const [before, after] = [place.scrollLeft > 1, place.scrollLeft < most - 1];
  for (const [sign, more] of [["before", before], ["after", after]]) {
    const said = place.classList.contains(`mg-more-${sign}`);
    const says = said ? "it says" : "it does not say";
    if (said !== (most > 1 && more)) told.push(`${says} that there is more ${sign}`);
    if (said && getComputedStyle(place).maskImage === "none") told.push("the sign isn't visible");
  }
  if (most <= 1) return told;
  const turn = place.querySelector(".mg-turn")?.getBoundingClientRect();
  const middle = turn && turn.left + turn.width / 2;
  if (turn && (middle < left || middle > right)) told.push("the running node is out of view");
  const words = place.querySelector(".mg-stays")?.getBoundingClientRect();
  const fits = words && words.width < width - 16;
  const out = fits && (words.left < left - 5 || words.right > right + 5);
  if (out) told.push("its text is out of view");
  return told;
}
"""
QUIET = f"explorer => !({WIDE})(explorer).length"
# The expected frame, which the package's program computes from the stored data, and where it has a
# handle.
COMPUTED = """
(explorer, [sources, data, grips, sizes]) => {
  const [program, pointOf, movedGrip] = new Function(
    `${sources}; return [program, pointOf, movedGrip]`)();
  explorer.mgPoint = ([grip, at, now]) =>
    pointOf(movedGrip(grips[grip], program(data, now).moved?.[grip]), at, sizes);
  explorer.mgPicks = (at) => {
    const { picks = [], picked } = program(data, at);
    return [...picks.slice(picked + 1), ...picks.slice(0, picked)];
  };
  explorer.mgExpected = (at) => {
    const { sentence, pieces } = program(data, at);
    return [sentence, pieces];
  };
}
"""
SETTLED = """
([explorer, sentence, labels]) =>
  // Spaces around an equals sign don't break.
  explorer.querySelector(".mg-sentence").textContent.replaceAll("\\u00a0", " ") === sentence
  && explorer.querySelector(".mg-picture > svg").getAttribute("aria-label") === sentence
  && [...explorer.querySelectorAll(".noUi-handle")].every(
    (handle, i) => handle.getAttribute("aria-valuetext") === labels[i])
"""
# If a figure is wider than its container, it's scrolled to the point.
ON_PAGE = """
(svg, [x, y]) => {
  const place = svg.parentElement;
  const at = () => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  const { left, width } = place.getBoundingClientRect();
  if (place.scrollWidth > place.clientWidth) place.scrollLeft += at().x - left - width / 2;
  return [at().x, at().y];
}
"""
NARROW = "matchMedia('(max-width: 700px)').matches"
STILL = "matchMedia('(prefers-reduced-motion: reduce)').matches"
READS = "([handle, wanted]) => wanted.includes(handle.getAttribute('aria-valuetext'))"
PATIENCE = 10_000  # milliseconds, because machines can be slow and busy


@dataclass
class ExplorerDriver:
    """A driver that operates an explorer and compares the page with what the notebook stores."""

    page: Page
    explorer: Locator
    stored: StoredExplorer
    off: float = 0  # pixels by which a computed position may differ from the stored one
    height: int = 0
    used: bool = False
    ran: bool = False  # Play has gone to the end after a drop

    def __post_init__(self) -> None:
        if self.page.evaluate(NARROW):
            self.stored = self.stored.on_phone()
        if any(self.stored.sliders):
            self.explorer.locator(".noUi-handle").first.wait_for(state="attached")
        self.explorer.locator(".mg-sentence").wait_for(state="attached")
        self.explorer.scroll_into_view_if_needed()
        if self.stored.program:
            sources = program_source(self.stored.program) + source("places.js")
            stored = self.stored.data, self.stored.grips, self.stored.sizes
            self.explorer.evaluate(COMPUTED, [sources, *stored])
        self.explorer.evaluate(STOPWATCH)
        self.at = list(self.stored.starts)
        self.check_draggable_marks()
        self.check_frame("as opened")

    def check_draggable_marks(self) -> None:
        """Check that everything draggable is marked as draggable until it's used."""
        if self.explorer.evaluate("explorer => explorer.mgKnown || !(explorer.mgKnown = true)"):
            return
        self.explorer.locator(".mg-picture").scroll_into_view_if_needed()
        try:
            self.explorer.locator(".mg-invites").wait_for(state="attached", timeout=PATIENCE)
        except Error:
            raise AssertionError("nothing shows that it can be dragged") from None

    @property
    def times(self) -> list[float]:
        """Return the time from each keypress to its repaint, in milliseconds."""
        return self.explorer.evaluate("explorer => explorer.mgTimes")

    def check_quickly(self) -> None:
        """Do a quick check: press a key on each control, take a step, and reset."""
        for control, size in enumerate(self.stored.sizes):
            if control in self.action_controls:
                continue
            forward = self.at[control] < size - 1
            self.press(control, *(("ArrowRight", 1) if forward else ("ArrowLeft", -1)))
        self.choose_actions("Enter")
        self.press_pad_keys()
        self.type_words()
        self.reset()

    def check_reduced_motion(self) -> None:
        """Step each control once while reduced motion is requested."""
        for control, size in enumerate(self.stored.sizes):
            if self.stored.sliders[control] and self.at[control] < size - 1:
                self.press(control, "ArrowRight", 1)
        self.check_motion()

    def by_mouse(self) -> None:
        for control in range(len(self.stored.sizes)):
            if control not in self.action_controls:
                self.move(control)
        self.choose_actions("button")
        self.choose_actions("place")
        for grip in range(len(self.stored.grips)):
            self.drag_handle(grip)
        for place in self.picks()[:2]:
            self.page.mouse.click(*self.on_page(place["place"]))
            self.at = place["at"]
            self.check_frame("a place that takes the handle pressed")
        self.type_words()
        self.draw()
        self.reset()

    def check_playback(self) -> None:
        """Wait for all animations and check them."""
        for control in range(len(self.stored.sizes)):
            if self.stored.plays[control]:
                self.play(control)
                self.explorer.locator(".mg-reset").click()
                self.at = list(self.stored.starts)
                self.check_frame("reset after playing")

    def check_thoroughly(self) -> None:
        """Visit all positions of all controls by keyboard, then by mouse; check the animations."""
        for control in range(len(self.stored.sizes)):
            if control not in self.action_controls:
                self.visit_positions(control)
        self.by_mouse()
        self.check_playback()

    def check_frame(self, after: str) -> None:
        """Check that the page shows the frame at `self.at`: its sentence, figure, and sliders."""
        sentence, pieces = self.expected()
        text = "".join(map(letters, pieces))
        named: tuple[list[list[str]], ...] = ([], [])  # next to sliders, and marked among buttons
        for i, control in enumerate(self.stored.names):
            if i in self.action_controls:
                continue
            named[self.stored.choices[i]].append([control, self.stored.labels[i][self.at[i]]])
        labels = [label for _, label in named[0]]
        where = f"{after}, at {self.at}"
        awaited = [self.explorer.element_handle(), sentence, labels]
        try:
            self.page.wait_for_function(SETTLED, arg=awaited, timeout=PATIENCE)
        except Error:
            seen = self.explorer.evaluate(SEEN)
            raise AssertionError(
                f"{where}: the page says {seen['sentence']!r} and its sliders {seen['handles']}, "
                f"not {sentence!r} and {labels}"
            ) from None
        seen = self.explorer.evaluate(SEEN)
        assert seen["handles"] == named[0], (
            f"{where}: the handles have the names and values {seen['handles']}"
        )
        assert seen["beside"] == named[0], (
            f"{where}: the text next to the sliders is {seen['beside']}"
        )
        assert seen["chosen"] == named[1], f"{where}: the selected choices are {seen['chosen']}"
        words = [
            Words(t["longest"])[at] for t, at in zip(self.stored.typed, self.at, strict=True) if t
        ]
        assert seen["typed"] == words, f"{where}: the text fields contain {seen['typed']}"
        assert not seen["editable"], f"{where}: the text next to a slider is editable"
        assert seen["label"] == sentence, f"{where}: the figure's label is {seen['label']!r}"
        for view in seen["text"]:
            drawn = re.sub(r"\s+", "", view)
            assert drawn == text, f"{where}: the figure's text is {drawn!r}"
        off = self.off if self.stored.program else 0
        differing = self.explorer.evaluate(DRAWN, [pieces, off])
        assert not differing, f"{where}: these elements are drawn differently: {differing}"
        if self.explorer.evaluate(WIDE):  # a scrolled figure shows it in the next frame
            explorer = self.explorer.element_handle()
            try:
                self.page.wait_for_function(QUIET, arg=explorer, timeout=PATIENCE)
            except Error:
                raise AssertionError(f"{where}: {self.explorer.evaluate(WIDE)}") from None
        assert not (seen["invites"] and self.used), (
            f"{where}: it's still marked as draggable after it was used"
        )
        self.used = self.used or after != "as opened"
        self.height = self.height or seen["height"]
        jump = f"{where}: the page jumps, by {seen['height'] - self.height} px"
        assert seen["height"] == self.height, jump

    def expected(self) -> tuple[str, list[str]]:
        """Return the expected sentence and figure elements at `self.at`."""
        if not self.stored.program:
            frame = self.stored.frame(self.at)
            return self.stored.sentences[frame], self.stored.pictures[frame]
        expected = self.explorer.evaluate("(explorer, at) => explorer.mgExpected(at)", self.at)
        return expected[0], expected[1]

    @property
    def action_controls(self) -> set[int]:
        """Return the controls that only actions can move."""
        sliders, choices = self.stored.sliders, self.stored.choices
        return {i for i in range(len(sliders)) if not (sliders[i] or choices[i])}

    def choose_actions(self, by: str) -> None:
        """Take every action twice, each from the position that the previous one led to."""
        for action in [*range(len(self.stored.actions))] * 2:
            if not self.press_action(action, by):
                continue
            to = self.stored.action_target(action, self.at)
            if to >= 0:
                self.at = self.stored.position(to)
                self.check_frame(f"action {action} by {by}")
                continue
            refusal = self.stored.refusals[-1 - to]
            sentence = self.explorer.locator(".mg-sentence")
            said = f"{self.at}: action {action} by {by} is refused with a different message"
            verdict = re.match("(?:[✓✗].*\n)?", self.expected()[0])
            kept = verdict[0] if verdict else ""
            expect(sentence, said).to_have_text(kept + refusal, timeout=PATIENCE)
        if self.stored.actions:
            self.explorer.locator(".mg-reset").click()
            self.at = list(self.stored.starts)
            self.check_frame("reset after actions")

    def press_action(self, action: int, by: str) -> bool:
        """Take an action; return whether it was possible (only nearby actions are shown)."""
        if by == "place":
            area = self.stored.actions[action]["area"]
            if area is not None:
                left, top, width, height = area
                self.page.mouse.click(*self.on_page([left + width / 2, top + height / 2]))
            return area is not None
        button = self.explorer.locator(".mg-action").nth(action)
        if not button.is_visible():
            return False
        if by == "Enter" or button.evaluate("button => !!button.closest('.mg-reach')"):
            button.press("Enter")
        else:
            button.click(force=True)  # even if it's marked as disabled
        return True

    def slider(self, control: int) -> Locator:
        return self.explorer.locator(".mg-slider").nth(sum(self.stored.sliders[:control]))

    def handle(self, control: int) -> Locator:
        if self.stored.choices[control]:
            chosen = '[aria-checked="true"]'
            return self.options(control).locator(chosen)
        return self.slider(control).locator(".noUi-handle")

    def options(self, control: int) -> Locator:
        name = self.stored.names[control]
        return self.explorer.locator(f'[role="radiogroup"][aria-label="{name}"]')

    def press(self, control: int, key: str, step: int) -> None:
        self.handle(control).press(key)
        to = min(max(self.at[control] + step, 0), self.stored.sizes[control] - 1)
        self.record_move(control, to)
        self.check_frame(f"{key} on control {control}")

    def record_drop(self, control: int, to: int) -> None:
        """Record that a pointer has moved a control, which can start Play."""
        runs = self.stored.runs[control] and to != self.at[control]
        self.record_move(control, to)
        if runs:
            self.record_end()

    def record_end(self) -> None:
        """Wait until Play has gone to the end, and record it.

        The first time, it goes all the way. Later, the key End takes it to the end.
        """
        played = self.stored.plays.index(True)
        if self.ran and self.stored.sliders[played]:
            self.handle(played).press("End")
        self.ran = True
        sentence = self.explorer.locator(".mg-sentence")
        expect(sentence, "it keeps playing").to_have_attribute(
            "aria-live", "polite", timeout=3 * PATIENCE
        )
        self.at[played] = self.stored.sizes[played] - 1

    def record_move(self, control: int, to: int) -> None:
        """Record that a control has moved, along with any controls that it sets."""
        self.at[control] = to
        for other, at in (self.stored.sets[control] or [{}] * (to + 1))[to].items():
            self.at[int(other)] = at

    def draw(self) -> None:
        """Flip one point by mouse and another by keyboard."""
        canvas = (self.stored.data or {}).get("canvas")
        if not canvas:
            return
        (left, top), cell, across = canvas["corner"], canvas["cell"], canvas["across"]
        row, column = 2, 5
        self.page.mouse.click(
            *self.on_page([left + (column + 0.5) * cell, top + (row + 0.5) * cell])
        )
        self.at[canvas["moves"][0]] ^= 1 << row * across + column
        self.check_frame("a pixel drawn by mouse")
        keys = self.explorer.locator(".mg-keys")
        keys.press("ArrowRight")
        row, column = (int(number) - 1 for number in re.findall(r"\d", keys.inner_text()))
        keys.press("Space")
        self.at[canvas["moves"][0]] ^= 1 << row * across + column
        self.check_frame("a pixel drawn by keyboard")

    def choose(self, control: int) -> None:
        """Click every choice, starting with the last one."""
        for i in reversed(range(self.stored.sizes[control])):
            self.options(control).locator(".mg-option").nth(i).click()
            self.record_drop(control, i)
            self.check_frame(f"choice {i} of control {control}")

    def point(self, grip: int, at: list[int]) -> list[float] | None:
        """Return the point of a handle at a position, if it has one."""
        if not self.stored.program:
            return self.stored.point(grip, at)
        find = "(explorer, wanted) => explorer.mgPoint(wanted)"
        found: list[float] | None = self.explorer.evaluate(find, [grip, at, self.at])
        return found

    def picks(self) -> list[dict[str, Any]]:
        """Return the other places that take the handle, the next one first, and where they lead."""
        if not self.stored.program:
            return []
        find = "(explorer, at) => explorer.mgPicks(at)"
        found: list[dict[str, Any]] = self.explorer.evaluate(find, self.at)
        return found

    def drag_handle(self, grip: int) -> None:
        """Drag from the current position to the first, the last, and a middle position."""
        for goal in self.stored.goals(grip, self.at):
            to = self.point(grip, goal)
            held = self.point(grip, self.at)
            if to is None or (held is None and self.stored.grips[grip]["area"] is None):
                continue  # there's no handle to drag
            self.page.mouse.move(*self.on_page(held or to))
            self.page.mouse.down()
            self.page.mouse.move(*self.on_page(to), steps=4)  # this may scroll a wide figure
            self.page.mouse.up()
            self.dropped(grip, goal)
            self.check_frame(f"handle {grip} dragged to {to}")

    def dropped(self, grip: int, goal: list[int]) -> None:
        """Record where a handle was dropped, which can start Play."""
        stored, before = self.stored.grips[grip], list(self.at)
        for control in stored["moves"]:
            self.at[control] = goal[control]
        if stored.get("runs") and self.at != before:
            self.record_end()

    def by_touch(self) -> None:
        """Tap choices and buttons, drag handles with a finger, and tap positions."""
        finger = Finger(self.page)
        for control in range(len(self.stored.sizes)):
            if self.stored.choices[control]:
                last = self.stored.sizes[control] - 1
                finger.tap(self.options(control).locator(".mg-option").nth(last))
                self.record_drop(control, last)
                self.check_frame(f"choice {last} of control {control} tapped")
        for grip, stored_grip in enumerate(self.stored.grips):
            for goal in self.stored.goals(grip, self.at)[-1:]:
                to, held = self.point(grip, goal), self.point(grip, self.at)
                if to is None or (held is None and stored_grip["area"] is None):
                    continue
                if stored_grip["ringed"]:
                    finger.drag(lambda place: self.on_page(place), [held or to, to])
                else:
                    finger.drag(lambda place: self.on_page(place), [to, to])
                self.dropped(grip, goal)
                self.check_frame(f"handle {grip} dragged to {to} by a finger")
        if self.explorer.locator(".mg-reset").count():
            finger.tap(self.explorer.locator(".mg-reset"))
            self.at = list(self.stored.starts)
            self.check_frame("reset by a tap")

    def press_pad_keys(self) -> None:
        """Use the arrow keys on controls that exist only inside the figure."""
        pads = [
            grip["moves"]
            for grip in self.stored.grips
            if self.action_controls.issuperset(grip["moves"])
        ]
        for number, moves in enumerate(pads):
            pad = self.explorer.locator(".mg-pad").nth(number)
            across, up = moves[0], moves[-1]
            for key, control, step in (
                ("ArrowRight", across, 1),
                ("ArrowUp", up, 1 if len(moves) > 1 else -1),
                ("Shift+ArrowLeft", across, -10),
            ):
                pad.press(key)
                last = self.stored.sizes[control] - 1
                self.at[control] = min(max(self.at[control] + step, 0), last)
                self.check_frame(f"{key} on pad {number}")
            reads = pad.get_attribute("aria-valuetext")
            readings = [
                f"{self.stored.names[i]} {self.stored.labels[i][self.at[i]]}" for i in moves
            ]
            assert reads == ", ".join(readings), f"pad {number} reads {reads!r}"
        if (picks := self.picks()) and pads:
            self.explorer.locator(".mg-pad").first.press("PageDown")
            self.at = picks[0]["at"]
            self.check_frame("Page Down on a pad")

    def type_words(self) -> None:
        """Type a short word, one with unknown characters, and one that's too long."""
        for control, typed in enumerate(self.stored.typed):
            if not typed:
                continue
            longest = typed["longest"]
            for text in ("zoe", "Ab1<b>'é", (longest + 5) * "q", "ida"):
                word = "".join(re.findall("[a-z]", text.lower()))[:longest]
                self.explorer.locator(".mg-field").fill(text)
                self.at[control] = Words(longest).index(word)
                if (bounded := typed.get("bounds")) is not None:
                    self.at[bounded] = min(self.at[bounded], len(word))
                self.check_frame(f"{text!r} typed")

    def on_page(self, point: list[float]) -> tuple[float, float]:
        """Return the screen position of a point in the figure, in the view that shows it."""
        view = sum(cut <= point[0] for cut in self.stored.cuts)
        pictures = self.explorer.locator(".mg-picture > svg")
        svg = pictures.nth(view if pictures.count() > 1 else 0)
        svg.scroll_into_view_if_needed()
        x, y = svg.evaluate(
            ON_PAGE,
            point,
        )
        return x, y

    def play(self, control: int) -> None:
        """Play the last two steps and check that pressing Play at the end starts over."""
        last = self.stored.sizes[control] - 1
        in_figure = control in self.action_controls  # such a control has no slider
        if not in_figure:
            self.handle(control).press("End")
            self.at[control] = last
            self.check_frame("pressing End")
            for _ in range(min(2, last)):
                self.press(control, "ArrowLeft", -1)
        play = self.explorer.locator(".mg-play")
        play.click()
        self.record_move(control, last)
        expect(play, "it keeps playing at the end").to_have_text("Play", timeout=3 * PATIENCE)
        self.check_frame("played to the end")
        if not in_figure:
            self.check_motion(control)

    def check_motion(self, control: int = 0) -> None:
        """Check that a step's edges animate and then stop, or don't move if motion is reduced."""
        still = self.page.evaluate(STILL)
        lit = any("mg-travels" in piece for picture in self.stored.pictures for piece in picture)
        if lit and not still:
            came = self.explorer.evaluate("explorer => explorer.mgTravels")
            assert came > 1, "nothing moves along the arrows"
            while not any("mg-travels" in piece for piece in self.expected()[1]):
                self.press(control, "ArrowLeft", -1)
            self.press(control, "ArrowLeft", -1)
            self.press(control, "ArrowRight", 1)
        if still:
            assert self.explorer.locator(".mg-play").count() == 0, (
                "there's a Play button although motion is reduced"
            )
            came = self.explorer.evaluate("explorer => explorer.mgTravels")
            assert came == 0, f"{came} animations ran although motion is reduced"
        record_move = self.explorer.locator(".mg-dot, [data-along][transform]")
        expect(record_move, "moving elements have to arrive").to_have_count(0)

    def visit_positions(self, control: int) -> None:
        """Use arrow keys to go to one end and then visit every position up to the other end.

        If there are very many positions, only some of them are checked.
        """
        last, every = self.stored.sizes[control] - 1, max(1, self.stored.sizes[control] // 15)
        for key, step, ways in (("ArrowLeft", -1, self.at[control]), ("ArrowRight", 1, last)):
            for way in range(1, ways + 1):
                if way % every == 0 or way == ways:
                    self.press(control, key, step)
                else:
                    self.handle(control).press(key)
                    self.at[control] += step

    def once(self) -> None:
        """Move the first control by mouse, or take actions if there are no other controls."""
        own = [i for i in range(len(self.stored.sizes)) if i not in self.action_controls]
        if own:
            self.move(own[0])
        else:
            self.choose_actions("button")

    def move(self, control: int) -> None:
        """Use the mouse to click every choice, or to move a slider to its ends and its middle."""
        (self.choose if self.stored.choices[control] else self.drag)(control)

    def drag(self, control: int) -> None:
        """Drag the slider to both ends and to the middle."""
        slider = self.slider(control)
        handle, labels = self.handle(control), self.stored.labels[control]
        handle.scroll_into_view_if_needed()
        for part, beyond in ((1.0, 8), (0.0, -8), (0.5, 0)):
            base, grip = slider.locator(".noUi-base").bounding_box(), handle.bounding_box()
            assert base
            assert grip
            x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
            goal = base["x"] + part * base["width"] + beyond
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move((x + goal) / 2, y, steps=3)
            self.page.mouse.move(goal, y, steps=3)
            self.page.mouse.up()
            near = [i for i in range(len(labels)) if abs(i - part * (len(labels) - 1)) <= 1]
            wanted = [labels[i] for i in near] if beyond == 0 else [labels[-1 if part else 0]]
            awaited = [handle.element_handle(), wanted]
            try:
                self.page.wait_for_function(READS, arg=awaited, timeout=PATIENCE)
            except Error:
                reads = handle.get_attribute("aria-valuetext")
                raise AssertionError(
                    f"control {control} dragged to {part:.0%} reads {reads!r}, not {wanted}"
                ) from None
            reads = handle.get_attribute("aria-valuetext")
            self.record_drop(control, labels.index(str(reads)))
            self.check_frame(f"control {control} dragged to {part:.0%}")

    def reset(self) -> None:
        """Reset the explorer."""
        self.explorer.locator(".mg-reset").click()
        self.at = list(self.stored.starts)
        self.check_frame("reset")
