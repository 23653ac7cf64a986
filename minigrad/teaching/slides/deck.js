// The script of a deck. It fits slides to the screen, handles keys and themes, and keeps figures legible.

(() => {
  const root = document.documentElement;
  const [HEIGHT, NARROWEST, WIDEST] = [700, 960, 1244];
  const [LARGEST, FOOT] = [36, 52]; // the largest font size of code, and the foot's height

  // The figures' module is next to the deck. Without this line, it would be requested from the network.
  require.config({ paths: { anywidget: "assets/anywidget" } });

  const size = () => {
    const width = Math.round((HEIGHT * innerWidth) / innerHeight);
    return { width: Math.min(Math.max(width, NARROWEST), WIDEST), height: HEIGHT };
  };

  // The system's theme applies until the reader switches to the other one.
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

  // If a slider or the button that draws has the focus, it gets the arrow keys. A focused button gets
  // Space. Escape removes the focus. The keys of a presenter's remote, Page Up and Page Down, always
  // change the slide.
  const REMOTE = { PageUp: "prev", PageDown: "next" };
  const held = (target) => target.closest?.(".noUi-handle, button, input, select, textarea");
  function keyboardCondition({ target, key }) {
    const holder = held(target);
    if (!holder) return true;
    return holder.matches("button:not([role=radio], .mg-keys)") && ![" ", "Enter", "Escape"].includes(key);
  }
  document.addEventListener("keydown", (event) => {
    if (!held(event.target)) return;
    if (event.key in REMOTE) Reveal[REMOTE[event.key]]();
    else if (event.key === "Escape") event.target.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // A tall explorer of a graph is shown without its desk, so that its text can be larger. The sentence
  // below it shows the same information.
  const FITTING = 16; // units of the drawing: text of this size fits its boxes
  const EDGE = 12; // what a drawing can spare at its edges
  function graphAlone(svg, { width: place, height: room }) {
    const desk = svg.querySelector(":scope g:has(> .mg-stays)");
    const { x, y, width, height } = svg.viewBox.baseVal;
    const letters = parseFloat(getComputedStyle(svg).getPropertyValue("--label"));
    const fit = Math.min(place / width, room / height) * FITTING >= letters;
    if (!desk || fit || svg.classList.contains("alone")) return;
    const { y: top, height: tall } = desk.getBBox();
    const above = top - y < y + height - (top + tall); // the graph has more room than the other side
    const [from, to] = above ? [top + tall, y + height] : [y + EDGE, top - EDGE];
    svg.classList.add("alone");
    svg.setAttribute("viewBox", [x, from, width, to - from].join(" "));
    svg.setAttribute("preserveAspectRatio", "xMidYMin");
    svg.style.aspectRatio = `${width} / ${to - from}`;
    const card = svg.querySelector(":scope > rect"); // stills have no card
    card?.setAttribute("y", from);
    card?.setAttribute("height", to - from);
  }

  // Tell deck.css the scale of a figure, so that it can keep the text from getting too small.
  // Text larger than NATURAL (in units of the drawing) doesn't fit in the drawing's own font, which is wide,
  // so it gets a proportional one. In boxes, text larger than IN_BOXES even needs a narrow font.
  const [NATURAL, IN_BOXES] = [13, 16.6];
  const IN_GRAPHS = 14.5; // instead of NATURAL, because graphs on slides have roomy boxes
  function tellScale(svg, { width: place, height: room }) {
    const { width, height } = svg.viewBox.baseVal;
    const scale = Math.min(place / width, room / height);
    if (!(scale > 0)) return;
    const letters = parseFloat(getComputedStyle(svg).getPropertyValue("--label"));
    svg.style.setProperty("--scale", scale.toFixed(4));
    const natural = svg.matches(".drawing > :has(.mg-node)") ? IN_GRAPHS : NATURAL;
    svg.classList.toggle("proportional", letters / scale > natural);
    const boxes = svg.querySelectorAll(".mg-node").length;
    svg.classList.toggle("narrow", letters / scale > IN_BOXES && boxes > 0);
    svg.classList.toggle("many", boxes > 9);
  }
  // Enlarged labels may reach beyond their plot, and the label of an axis may cover its numbers. Move
  // such a label, and extend the plot to all its labels.
  const AIR = 4; // between labels, and at the edges, in units of the drawing
  function makeRoom(svg) {
    const card = svg.querySelector(":scope > rect");
    if (!card || !svg.matches(".drawing > :not(:has(.mg-node, [data-node]))")) return;
    svg.dataset.plot ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", svg.dataset.plot);
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.getClientRects().length);
    const edges = (text) => text.getBoundingClientRect();
    const upright = (text) => (/^rotate\(-90/).test(text.getAttribute("transform"));
    const unit = svg.getScreenCTM().a;
    for (const label of texts.filter(upright)) {
      label.removeAttribute("dy");
      const { left, right, top, bottom } = edges(label);
      const covered = texts.filter((text) => !upright(text)).map(edges).filter((box) =>
        box.left < right && box.right > left && box.top < bottom && box.bottom > top);
      const leftmost = Math.min(...covered.map((box) => box.left));
      if (covered.length) label.setAttribute("dy", (leftmost - right) / unit - AIR); // to the left
    }
    const inUnits = svg.getScreenCTM().inverse();
    const { x, y, width, height } = svg.viewBox.baseVal;
    const corners = texts.map(edges).flatMap(({ left, top, right, bottom }) =>
      [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((at) => at.matrixTransform(inUnits)));
    const [xs, ys] = [corners.map((at) => at.x), corners.map((at) => at.y)];
    const [from, above] = [Math.min(x, Math.min(...xs) - AIR), Math.min(y, Math.min(...ys) - AIR)];
    const [to, below] = [Math.max(x + width, Math.max(...xs) + AIR), Math.max(y + height, Math.max(...ys) + AIR)];
    svg.setAttribute("viewBox", [from, above, to - from, below - above].join(" "));
    card.setAttribute("x", from);
    card.setAttribute("y", above);
  }
  function fitLabels(svg, room) {
    if (svg.dataset.plot) svg.setAttribute("viewBox", svg.dataset.plot);
    for (let round = 0; round < 2; round++) { // with more room, the scale is another one
      tellScale(svg, room);
      makeRoom(svg);
    }
    tellScale(svg, room);
  }
  const watched = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      graphAlone(target, contentRect);
      fitLabels(target, contentRect);
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

  // Split code into lines, so that each line can be marked, or appear at its own keypress.
  function inLines(code) {
    const marks = (code.dataset.marks ?? "").split(" ");
    for (const pre of code.querySelectorAll("pre")) {
      const lines = [[]];
      for (const node of [...pre.childNodes]) {
        node.textContent.split("\n").forEach((text, i) => {
          if (i) lines.push([]);
          const piece = node.cloneNode(false);
          if (piece.nodeType === Node.TEXT_NODE) piece.data = text;
          else piece.textContent = text;
          if (text) lines.at(-1).push(piece);
        });
      }
      if (!lines.at(-1).length) lines.pop();
      const shown = lines.map((pieces, i) => {
        const line = document.createElement("span");
        line.className = "line";
        line.append(...pieces);
        const indented = (/^ */).exec(line.textContent)[0].length;
        line.style.setProperty("--hang", `${indented + 6}ch`); // not a multiple of 4, as a new line has
        line.classList.toggle("new", marks.includes(String(i + 1)));
        line.classList.toggle("fragment", "byLine" in code.dataset && i > 0);
        return line;
      });
      // Two empty lines in a row become one.
      pre.replaceChildren(...shown.filter((_, i) => lines[i].length || lines[i - 1]?.length));
    }
  }

  // Number the parts of a slide in the order in which they appear. Graphs grow by one operation at a time.
  function inTurn(section) {
    let index = 0;
    for (const part of section.querySelectorAll(".fragment, .drawing:has([data-grow])")) {
      if (part.matches(".fragment")) part.dataset.fragmentIndex = index++;
      if (!part.matches(".drawing")) continue;
      const pieces = [...part.querySelectorAll("[data-grow]")];
      for (const piece of pieces.filter((piece) => piece.dataset.grow !== "0")) {
        piece.classList.add("fragment");
        piece.dataset.fragmentIndex = index + Number(piece.dataset.grow) - 1;
      }
      index += Math.max(...pieces.map((piece) => Number(piece.dataset.grow)));
    }
  }

  // Make code as large as possible on the slide. If it doesn't fit at any size, move its letters and the
  // slide's parts closer together. Then, let it get a little smaller. Only after that, wrap its lines.
  const SMALLEST = 20;
  function fit(section) {
    const least = parseFloat(getComputedStyle(root).getPropertyValue("--label"));
    const boxes = [...section.querySelectorAll(":is(.highlight, .jp-RenderedText) pre, .line")];
    const figure = section.querySelector(".drawing");
    const all = section.querySelectorAll("h2, p, li, table, .highlight, .jp-RenderedText, .drawing");
    const fits = () => {
      const frame = section.getBoundingClientRect();
      const foot = frame.top + (frame.height * (HEIGHT - FOOT)) / HEIGHT;
      return [...all].every((part) => part.getBoundingClientRect().bottom <= foot) &&
        boxes.every((box) => box.scrollWidth <= box.clientWidth) &&
        (!figure || figure.clientHeight >= HEIGHT / 3);
    };
    const shrinks = (to) => {
      for (let size = LARGEST; size > to - 0.725; size -= 0.725) {
        section.style.setProperty("--code-size", `${Math.max(size, to)}px`);
        if (fits()) return true;
      }
      return false;
    };
    const closer = ["tight", "dense"];
    const ways = [[], ["tight"], ["dense"], closer, [...closer, "snug"], [...closer, "snug", "smaller"],
      ["wrapped"], ["tight", "wrapped"], [...closer, "snug", "wrapped", "crowded"]];
    for (const how of ways) {
      section.classList.remove(...ways.flat());
      section.classList.add(...how);
      if (shrinks(how.includes("smaller") ? SMALLEST : least)) return;
    }
  }

  // An explorer's controls are to the left of its picture, if that makes the picture larger. A question that
  // the title asks isn't repeated.
  const [BESIDE, LARGER] = ["beside", 1.15];
  function place(section) {
    const explorer = section.querySelector(".mg-explorer");
    const picture = explorer?.querySelector(".mg-picture > svg");
    if (!picture) return;
    const question = explorer.querySelector(".mg-question");
    const words = section.querySelector("h2").textContent.trim();
    question?.classList.toggle("titled", question.textContent.replace(/\.$/, "") === words);
    const scale = () => {
      const { width, height } = picture.viewBox.baseVal;
      const { clientWidth, clientHeight } = picture.parentElement;
      return Math.min(clientWidth / width, clientHeight / height);
    };
    explorer.classList.remove(BESIDE);
    const above = scale();
    explorer.classList.add(BESIDE);
    const foot = section.getBoundingClientRect().height * (HEIGHT - FOOT) / HEIGHT + section.getBoundingClientRect().top;
    const column = explorer.querySelectorAll(":scope > .mg-slider, .mg-bar:has(.mg-choice, .mg-loose), .mg-question, .mg-longest, .mg-sentence");
    const right = picture.parentElement.getBoundingClientRect().left;
    const fits = [...column].every((part) => {
      const box = part.getBoundingClientRect();
      return box.bottom <= foot && part.scrollWidth <= part.clientWidth + 1 && box.right <= right;
    });
    const { clientWidth: room, dataset: { least = 0 } } = picture.parentElement; // with less, it would be split
    if (!fits || room < least || scale() < LARGER * above) explorer.classList.remove(BESIDE);
  }

  // A click on a slider's track gives the slider the focus. Elements on other slides can't have it.
  document.addEventListener("pointerdown", ({ target }) => {
    const slider = target.closest?.(".noUi-target");
    if (slider) setTimeout(() => slider.querySelector(".noUi-handle").focus());
  });
  function arrived(slide) {
    document.activeElement?.blur();
    document.querySelectorAll(".slides section section").forEach((s) => { s.inert = s !== slide; });
    fit(slide);
    place(slide);
    slide.querySelectorAll(":is(.mg-picture, .drawing) > svg").forEach((svg) => {
      watched.unobserve(svg);
      watched.observe(svg);
    });
  }

  // The labels in reveal.js's speaker window cover the next slide, so make room for them above it.
  const SPEAKER = `
    body:is([data-speaker-layout="default"], [data-speaker-layout="tall"]) #upcoming-slide { padding-top: 56px; }
    .speaker-controls-notes .value { font-size: 17px; } .value p { margin: 0.5em 0; }`;
  const open = window.open.bind(window);
  window.open = (...how) => {
    const opened = open(...how);
    setTimeout(() => {
      const style = opened?.document.createElement("style");
      style?.append(SPEAKER);
      opened?.document.head.append(style);
    });
    return opened;
  };

  // On paper, each slide is next to lines to write on or next to the lecturer's notes. The answers are
  // collected at the end.
  function onPaper(paper) {
    const asks = paper === "handout"; // for students
    const key = document.createElement("section");
    key.className = "key";
    key.innerHTML = "<h2>Answers</h2>";
    document.querySelectorAll(".slides > section").forEach((row, i) => {
      const slide = row.querySelector("section");
      const number = i + 1;
      const answers = slide.querySelector("[data-roles~=answers]");
      const vote = slide.querySelector(".vote");
      const right = slide.querySelector(".vote [data-right]");
      const add = (...parts) => {
        const entry = document.createElement("article");
        entry.innerHTML = `<h3>${number}. ${slide.querySelector("h1, h2").innerHTML}</h3>`;
        entry.append(...parts);
        key.append(entry);
      };
      if (vote && asks) {
        const reason = slide.querySelector(".reason");
        const said = document.createElement("p");
        said.innerHTML = `<b>${"ABCDE"[[...vote.children].indexOf(right)]}</b>. ${reason.innerHTML}`;
        add(said);
        right.removeAttribute("data-right");
        slide.querySelectorAll(".fragment").forEach((part) => part.remove());
      }
      if (answers && asks) {
        slide.querySelectorAll("aside").forEach((note) => note.remove());
        add(...slide.querySelectorAll(".jp-RenderedMarkdown > :not(h2, i)"));
        row.remove();
        return;
      }
      const notes = row.querySelector("aside.notes");
      const beside = document.createElement("div");
      beside.className = "beside";
      if (paper === "notes" && notes) beside.append(...notes.childNodes);
      notes?.remove();
      row.dataset.number = number;
      row.append(beside);
    });
    if (asks) document.querySelector(".slides").append(key);
    document.querySelectorAll(".slides > section > section").forEach(fit);
    document.querySelectorAll(".drawing > svg, .still svg").forEach((svg) => {
      fitLabels(svg, { width: svg.clientWidth, height: svg.clientHeight });
    });
  }

  async function start(reveal, notes) {
    document.querySelectorAll(".code").forEach(inLines);
    document.querySelectorAll(".slides section section").forEach(inTurn);
    if (root.dataset.paper) {
      await typeset();
      onPaper(root.dataset.paper);
    } else {
      window.Reveal = reveal;
      await Reveal.initialize({
        ...size(), margin: 0, minScale: 0.1, maxScale: 10, center: false, hash: true,
        transition: "none", backgroundTransition: "none", slideNumber: "c/t",
        viewDistance: 100, mobileViewDistance: 100, keyboardCondition, plugins: [notes],
      });
      addEventListener("resize", () => {
        Reveal.configure(size());
        fit(Reveal.getCurrentSlide());
        place(Reveal.getCurrentSlide());
      });
      Reveal.addKeyBinding({ keyCode: 84, key: "T", description: "Light or dark" }, switchTheme);
      Reveal.on("slidechanged", ({ currentSlide }) => arrived(currentSlide));
      await Promise.all([typeset(), settled()]);
      arrived(Reveal.getCurrentSlide());
    }
    root.dataset.ready = "";
  }

  // `?handout`, `?notes`, or `?slides` in the URL lays all slides out for paper.
  const paper = ["handout", "notes", "slides"].find((name) => new URLSearchParams(location.search).has(name));
  if (paper) root.dataset.paper = paper;
  // require.js doesn't recognize an async function as a function, so wrap it.
  require(
    ["assets/reveal.js/dist/reveal.js", "assets/reveal.js/plugin/notes/notes.js"],
    (reveal, notes) => void start(reveal, notes),
  );
})();
