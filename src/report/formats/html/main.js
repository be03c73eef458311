// The page: what stands at its top, what it shows when no finding is chosen, and its keys.

function summaryText() {
  const refuted = report.refuted.count > 0 ? "; " + report.refuted.count + " refuted by replay" : "";
  if (entries.length === 0) return "no bug found under the models of these engines" + refuted;
  const kinds = counts((entry) => [entry.kind]);
  const confirmed = entries.filter((entry) => entry.status === "confirmed").length;
  return kinds.map(([kind, n]) => n + " " + (n === 1 ? titles[kind] : kind === "uaf" ? "uses after free" : titles[kind] + "s")).join(", ") +
    (confirmed > 0 ? "; " + confirmed + " confirmed" : "") + refuted;
}

// The names of many traces would fill the line.
function tracesText() {
  const traces = new Set(report.findings.map((finding) => finding.trace).filter((trace) => trace !== undefined));
  return traces.size === 0 ? report.trace.file : plural(report.trace.file.split(", ").length, "trace");
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  document.getElementById("theme").textContent = dark ? "light" : "dark";
}

function buildTop() {
  document.getElementById("top").append(
    h("span", { class: "name" }, "Foreweave"), h("span", {}, summaryText()),
    h("span", { class: "faint", title: report.trace.file }, tracesText() + ", " + plural(report.trace.events, "event") + " of " + plural(report.trace.threads, "thread")),
    h("span", { class: "grow" }),
    h("button", { id: "overview", onclick: () => select(null) }, "overview"),
    h("button", { id: "theme", onclick: () => setTheme(!document.documentElement.classList.contains("dark")) }),
    h("button", { "aria-label": "keys", onclick: () => document.getElementById("keys").showModal() }, "?"));
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.append(h("dialog", { id: "keys" }, h("h2", {}, "Keys"),
    h("table", { class: "plain" }, [["\u2190 \u2192", "one step back or forward"], ["Home End", "first and last step"],
      ["j k", "next and previous finding"], ["/", "search"], ["o", "overview"], ["t", "light or dark"], ["Esc", "close this"]]
      .map(([key, text]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, text)))),
    h("form", { method: "dialog" }, h("p", {}, h("button", {}, "close")))));
}

const reasons = {
  "no-witness": "no witness was found", possible: "possible as far as locks go", incomplete: "the engine cannot tell",
  budget: "the budget ended the search", attempts: "only some of its instances were tried",
  "no-effect": "it can happen, and no harm was seen",
  "held-up": "replayed, the program waited for what the witness has later, or went another way behind code that was not recorded",
  unseen: "code that was not built with Foreweave may write there or order threads",
};

function undecidedPart() {
  const listed = report.undecided.listed;
  const total = Object.keys(reasons).reduce((sum, why) => sum + report.undecided[why.replace("-", "_")], 0);
  const cut = report.stats.engines.reduce((sum, run) =>
    sum + (run.site_pairs_cut || 0) + (run.kinds || []).reduce((own, kind) => own + kind.cut, 0), 0);
  if (total === 0 && report.undecided.left_out === 0) return [h("p", {}, "Nothing stayed undecided.")];
  return [
    h("p", {}, plural(total, "possible bug") + (total === 1 ? " was" : " were") + " neither proved nor ruled out. That is no bug, and not the absence of one." +
      (cut > 0 ? " Not every instance of " + (cut === 1 ? "one" : cut) + " of them was looked at (--max-attempts, --budget)." : "") +
      (report.undecided.left_out > 0 ? " " + report.undecided.left_out + " more were left out." : "") +
      (report.undecided.unseen > 0 ? " " + report.undecided.unseen + " of them because of " + (report.undecided.unseen_libraries.join(", ") || "code that was not recorded") +
        ": what libraries do is known if they are built with foreweave-cc." : "")),
    listed.length === 0 ? "" : h("details", {}, h("summary", {}, listed.length === total ? "which" : "the first " + listed.length),
      h("table", { class: "plain" }, listed.map((bug) => h("tr", {}, h("td", {}, titles[bug.kind]), h("td", {}, reasons[bug.why]),
        h("td", { class: "mono" }, bug.sites.map((site) => { const s = restored(site); return s.access + " at " + longPlace(s); }).join("; ")))))),
  ];
}

function refutedPart() {
  if (report.refuted.count === 0) return [];
  return [
    h("h3", {}, "Refuted by replay"),
    h("p", { class: "notice" }, "A replay followed the witness of " + plural(report.refuted.count, "finding") + " and contradicted it. Such a finding is taken back: it is no bug, but something that Foreweave relies on is wrong there."),
    h("table", { class: "plain" }, report.refuted.listed.map((bug) => h("tr", {}, h("td", { class: "mono" }, bug.id),
      h("td", {}, titles[bug.kind] + " " + bug.subject), h("td", {}, bug.why)))),
  ];
}

function showOverview() {
  view = null;
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
  const missing = report.sources.filter((source) => !source.found && !source.why);
  const hidden = report.sources.filter((source) => !source.found && source.why);
  const perFile = counts((entry) => entry.files);
  const run = report.run || {};
  document.getElementById("main").replaceChildren(
    h("div", { class: "title" }, h("h2", {}, summaryText())),
    h("p", { class: "lead" }, entries.length === 0 ? "No other order of the recorded events that was tried shows a bug. That is no proof that there is none." :
      "Each of these happens in some other order of the events of a recorded run. Every one has a witness that the independent checker accepted."),
    ...(report.notes || []).map((note) => h("p", { class: "notice note" }, "Note: " + note + ".")),
    report.losses.length > 0 ? h("h3", {}, "What the trace lacks") : "",
    ...report.losses.map((loss) => h("p", { class: "notice" }, loss.count + " " + loss.what)),
    perFile.length > 0 ? h("h3", {}, "Files") : "",
    h("table", { class: "plain" }, perFile.slice(0, 20).map(([file, n]) => h("tr", {}, h("td", { class: "mono" }, file), h("td", {}, plural(n, "finding"))))),
    ...hidden.map((source) => h("p", { class: "notice" }, whyNotShown(source.file, source.why))),
    missing.length > 0 ? h("p", { class: "notice" }, "No source was found of " + missing.map((source) => source.file).join(", ") + ".") : "",
    ...refutedPart(),
    h("h3", {}, "Undecided"), ...undecidedPart(),
    run.suppressions || run.known !== undefined ? h("h3", {}, "Left out on request") : "",
    run.known !== undefined ? h("p", {}, plural(run.known, "finding") + " known from the baseline.") : "",
    run.suppressions ? h("table", { class: "plain" }, run.suppressions.map((rule) =>
      h("tr", {}, h("td", { class: "mono" }, rule.rule), h("td", {}, plural(rule.count, "finding"))))) : "",
    h("h3", {}, "Engines"),
    h("table", { class: "plain" }, report.stats.engines.flatMap((engine) => (engine.kinds || [null])
      .filter((kind) => kind === null || kind.candidates > 0).map((kind) => h("tr", {},
      h("td", {}, engine.name), h("td", {}, "model " + engine.model),
      h("td", {}, kind === null ? plural(engine.instances, "unordered pair") + " at " + plural(engine.site_pairs, "pair") + " of sites" :
        titles[kind.kind] + ": " + kind.candidates + " possible, " + kind.proved + " proved, " + kind.refuted + " refuted, " + kind.undecided + " undecided"),
      h("td", { class: "faint" }, engine.note || ""))))),
    h("p", { class: "faint" }, "Made by foreweave " + report.made_by + ". Choose a finding on the left; press ? for keys."));
}

const keys = {
  ArrowLeft: () => view && view.step(-1), ArrowRight: () => view && view.step(1),
  Home: () => view && view.go(0), End: () => view && view.go(view.stops.length),
  j: () => move(1), k: () => move(-1), o: () => select(null),
  t: () => document.getElementById("theme").click(), "/": () => document.getElementById("search").focus(),
  "?": () => document.getElementById("keys").showModal(),
};
addEventListener("hashchange", () => {
  const entry = entries.find((candidate) => "#" + candidate.id === location.hash);
  if (entry && entry !== selected) select(entry);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.getElementById("keys").open) return;
  if (event.target.matches("input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

buildTop();
buildSide();
applyFilter();
const asked = entries.find((entry) => "#" + entry.id === location.hash);
if (asked) select(asked);
else if (entries.length === 1) select(entries[0]);
else showOverview();
