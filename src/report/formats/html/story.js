// A witness to walk through: one column a thread, the source of each thread following, and what the
// threads hold and see at each step.

const threadColour = (story, thread) => {
  const at = story.threads.indexOf(thread);
  return at < 0 ? "var(--faint)" : "var(--t" + at % 6 + ")";
};

// The steps in the order of the recording; what was left out of the witness has no place there.
function recordedSteps(story) {
  return story.steps.filter((step) => !step.hidden_events).sort((a, b) => a.event - b.event)
    .map((step) => ({ ...step, pending: false, sees: undefined }));
}

// What is known after `count` steps. Where events of several threads were left out, values may have
// changed unseen.
function stateAfter(steps, count) {
  const locks = new Map(), values = new Map(), places = new Map(), sourced = new Map();
  for (const step of steps.slice(0, count)) {
    if (step.hidden_segments) { values.clear(); continue; }
    if (step.thread) locks.set(step.thread, step.locks || []);
    if (step.hidden_events) continue;
    places.set(step.thread, step);
    if (hasSource(step)) sourced.set(step.thread, step);
    if (step.value !== undefined && !step.pending) values.set(step.operand, { value: step.sees ?? step.value, step });
  }
  return { locks, values, places, sourced };
}

function operation(story, step) {
  const value = step.sees !== undefined ? [" = ", h("span", { class: "sees" }, step.sees === "unknown" ? step.sees : step.sees + " instead of " + step.value)] :
    step.value !== undefined ? " = " + step.value : "";
  return h("span", { class: step.of_bug ? "op bug" : "op", "--thread": threadColour(story, step.thread), title: longPlace(step) },
    step.text, value, " ", h("span", { class: "at" }, shortPlace(step)));
}

class StoryView {
  constructor(finding) {
    this.story = finding.story;
    this.finding = finding;
    this.order = "witness";
    this.panes = h("div", { class: "panes" });
    this.lanes = h("div", { class: "lanes" });
    this.state = h("div", { class: "state" });
    this.position = h("span", { class: "position" });
    this.toggles = ["witness", "recorded"].map((order) => h("button", {
      "aria-pressed": "false", "data-order": order, onclick: () => this.setOrder(order),
    }, order === "witness" ? "witness order" : "recorded order"));
    this.element = h("div", {},
      h("div", { class: "controls" },
        h("button", { "aria-label": "first step", onclick: () => this.go(0) }, "|\u25c0"),
        h("button", { id: "back", "aria-label": "step back", onclick: () => this.step(-1) }, "\u25c0"),
        this.position,
        h("button", { id: "forward", "aria-label": "step forward", onclick: () => this.step(1) }, "\u25b6"),
        h("button", { "aria-label": "last step", onclick: () => this.go(this.stops.length) }, "\u25b6|"),
        h("span", { class: "seg" }, this.toggles),
        h("span", { class: "faint" }, "\u2003", h("kbd", {}, "\u2190"), " ", h("kbd", {}, "\u2192"), " to step")),
      this.panes, h("div", { class: "story" }, this.lanes, this.state));
    this.setOrder("witness");
  }

  setOrder(order) {
    this.order = order;
    this.steps = order === "witness" ? this.story.steps : recordedSteps(this.story);
    for (const toggle of this.toggles) toggle.setAttribute("aria-pressed", String(toggle.dataset.order === order));
    // Where one can stop: behind each event, not behind what was left out. The pending events of a
    // witness come next together.
    this.stops = [];
    this.steps.forEach((step, i) => { if (!step.hidden_events && !step.pending) this.stops.push(i + 1); });
    if (this.steps.some((step) => step.pending)) this.stops.push(this.steps.length);
    this.buildLanes();
    this.go(this.stops.length);
  }

  buildLanes() {
    const threads = this.story.threads;
    this.rows = this.steps.map((step, i) => {
      const column = threads.indexOf(step.thread);
      const stop = this.stops.findIndex((end) => end > i);
      if (step.hidden_events) {
        const text = (step.hidden_segments || column >= 0 ? "" : step.thread + ": ") + plural(step.hidden_events, "event") +
          (step.hidden_segments ? " in " + plural(step.hidden_segments, "segment") : "") + " left out";
        const cells = step.hidden_segments || column < 0 ? [h("td", { colspan: threads.length }, text)] :
          threads.map((_, t) => h("td", {}, t === column ? text : ""));
        // A few events of a thread are not worth a line of their own.
        return h("tr", { class: "skip", hidden: !step.hidden_segments && column >= 0 && step.hidden_events <= 9 ? "" : null }, h("td", {}), cells);
      }
      const cells = column < 0 ? [h("td", { colspan: threads.length }, step.thread + ": ", operation(this.story, step))] :
        threads.map((_, t) => h("td", {}, t === column ? operation(this.story, step) : ""));
      return h("tr", { class: "step", "data-event": step.event, onclick: () => this.go(stop + 1) },
        h("td", {}, step.pending ? "next" : String(stop + 1)), cells);
    });
    this.lanes.replaceChildren(h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}), threads.map((thread) => h("th", { "--thread": threadColour(this.story, thread) }, thread)))),
      h("tbody", {}, this.rows)));
  }

  step(by) { this.go(this.at + by); }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.stops.length);
    const done = this.at === 0 ? 0 : this.stops[this.at - 1];
    const before = this.at <= 1 ? 0 : this.stops[this.at - 2];
    this.position.textContent = "step " + this.at + " of " + this.stops.length;
    this.rows.forEach((row, i) => {
      row.classList.toggle("future", i >= done);
      row.classList.toggle("now", i >= before && i < done && !this.steps[i].hidden_events);
    });
    this.showState(stateAfter(this.steps, done), stateAfter(this.steps, before));
  }

  showState(now, before) {
    this.panes.replaceChildren(...this.story.threads.map((thread) => {
      const place = now.places.get(thread);
      const active = place !== undefined && before.places.get(thread) !== place;
      return h("div", { class: active ? "pane active" : "pane", "data-thread": thread, "--thread": threadColour(this.story, thread) },
        h("div", { class: "head" }, h("b", {}, thread), h("span", {}, place ? (place.pending ? "next: " : "") + place.text : ""),
          h("span", { class: "at", title: place ? longPlace(place) : "" }, place ? "\u200e" + shortPlace(place) : "")),
        sourcePane(place && now.sourced.get(thread) || place, place));
    }));
    const locks = this.story.threads.flatMap((thread) => {
      const held = now.locks.get(thread) || [], had = before.locks.get(thread) || [];
      return [h("dt", { "--thread": threadColour(this.story, thread) }, thread),
        h("dd", { class: held.join() === had.join() ? "" : "changed" }, held.length > 0 ? held.join(", ") : "none")];
    });
    const values = [...now.values].flatMap(([operand, { value, step }]) => {
      const known = before.values.get(operand);
      return [h("dt", {}, operand), h("dd", { class: known && known.value === value && known.step === step ? "" : "changed" }, value)];
    });
    this.state.replaceChildren(h("h4", {}, "Locks held"), h("dl", { id: "locks" }, locks), h("h4", {}, "Values, as far as shown"),
      values.length > 0 ? h("dl", { id: "values" }, values) : h("span", { class: "faint" }, "none recorded here"));
  }
}

// The recorded order on the left, the witness on the right, and a line for each event.
function ordersPicture(story) {
  const witness = story.steps.filter((step) => !step.hidden_events), recorded = recordedSteps(story);
  const rowHeight = 22, width = 330, gap = 150, top = 30;
  const svg = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  };
  const height = top + witness.length * rowHeight + 8;
  const picture = svg("svg", { width: 2 * width + gap, height, role: "img", "aria-label": "recorded order against witness order" });
  picture.append(svg("text", { x: width - 8, y: 16, class: "head", "text-anchor": "end" }, "as recorded"),
    svg("text", { x: width + gap + 8, y: 16, class: "head" }, "in the witness"));
  const label = (step) => {
    const text = step.thread + "  " + step.text;
    return text.length > 42 ? text.slice(0, 41) + "\u2026" : text;
  };
  recorded.forEach((step, left) => {
    const right = witness.findIndex((other) => other.event === step.event);
    const colour = threadColour(story, step.thread);
    const y1 = top + left * rowHeight + 8, y2 = top + right * rowHeight + 8, bold = step.of_bug ? "bold" : "normal";
    picture.append(
      svg("text", { x: width - 8, y: y1 + 4, "text-anchor": "end", style: "fill:" + colour, "font-weight": bold }, label(step)),
      svg("text", { x: width + gap + 8, y: y2 + 4, style: "fill:" + colour, "font-weight": bold }, label(step)),
      svg("path", {
        d: `M${width} ${y1} C${width + gap / 2} ${y1} ${width + gap / 2} ${y2} ${width + gap} ${y2}`,
        style: "fill:none;stroke:" + colour, "stroke-width": step.of_bug ? 3 : 1.25, opacity: step.of_bug ? 1 : 0.6,
      }));
  });
  return h("div", { class: "orders" }, picture);
}
