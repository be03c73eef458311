// One finding, whole.

let view = null;  // the story that keys step through

function stackList(stack) {
  return h("ol", {}, stack.map((frame, i) => h("li", {}, h("span", { class: "num" }, "#" + i), " ",
    (frame.function || "unknown function") + " ", h("span", { class: "faint" }, frame.file ? shortPlace(frame) + (frame.column ? ":" + frame.column : "") : "", frame.inlined ? " (inlined)" : ""))));
}

function siteCard(finding, site) {
  const card = h("div", { class: "site", "--thread": threadColour(finding.story, site.thread) },
    h("p", {}, h("b", {}, (site.role ? site.role + ": " : "") + site.access), " by ", h("b", {}, site.thread),
      site.value !== undefined ? ", value " + site.value : ""),
    h("p", { class: "mono faint" }, atPlace(site)));
  const locks = site.locks || [];
  card.append(h("p", {}, "holding " + (locks.length === 0 ? "no lock" : "")),
    ...locks.map((lock) => h("p", { class: "mono" }, "\u2003" + lock.lock + (lock.shared ? " (shared)" : ""),
      h("span", { class: "faint" }, " taken " + atPlace(lock)))));
  if (site.stack && site.stack.length > 1) {
    card.append(h("details", { open: "" }, h("summary", {}, "stack"), stackList(site.stack)));
  }
  return card;
}

// The calls behind something, folded away.
function foldedStack(stack) {
  return stack && stack.length > 1 ? h("details", { class: "folded" }, h("summary", {}, "stack"), stackList(stack)) : "";
}

function objectsPart(finding) {
  return (finding.objects || []).filter((object) => object.size).map((object) => h("div", {}, h("p", {}, h("code", {}, object.name),
    object.address ? " (" + object.address + ")" : "", object.what === "heap memory" ? " is in " : ((object.address || "") + object.name).includes("+") ? " is in a " : " is a ", object.what + " of " + plural(object.size, "byte"),
    object.allocated ? [", allocated by ", h("b", {}, object.allocated.thread), " ", h("span", { class: "mono" }, atPlace(object.allocated))] : ""),
    object.allocated ? foldedStack(object.allocated.stack) : ""));
}

function threadsPart(finding) {
  return finding.story.threads.map((name) => {
    const thread = report.threads.find((candidate) => candidate.name === name && candidate.trace === finding.trace);
    if (!thread || !thread.created_by) return null;
    const place = restored(thread.created_at);
    place.stack = restored(thread.stack || []);
    return h("div", {}, h("p", {}, h("b", {}, name), " was created by ", h("b", {}, thread.created_by), " ",
      h("span", { class: "mono" }, atPlace(place))), foldedStack(place.stack));
  });
}

function replayPart(finding) {
  const replay = finding.replay;
  const parts = [];
  if (finding.effect) {
    parts.push(h("p", { class: "effect" }, h("b", {}, "What happened when it was replayed: "), finding.effect,
      replay && replay.exit_status !== undefined ? " (exit status " + replay.exit_status + ")" : ""));
  } else if (replay && replay.outcome === "confirmed") {
    parts.push(h("p", {}, "It happened when it was replayed, and nothing unusual came of it."));
  } else if (replay && replay.outcome !== "not-tried") {
    parts.push(h("p", { id: "why" }, h("b", {}, "Only predicted: "), (replay.outcome === "diverged" ? "the replay went another way" : "the replay did not get there") +
      " in " + plural(replay.attempts, "attempt") + (replay.note ? ": " + replay.note : "") + "."));
  } else if (replay && replay.note) {
    parts.push(h("p", { id: "why" }, h("b", {}, "Only predicted: "), "not replayed: " + replay.note + "."));
  }
  if (replay && replay.command) {
    parts.push(h("div", { class: "command" }, h("code", { id: "command" }, replay.command), h("button", {
      onclick: (event) => {
        const button = event.currentTarget;
        navigator.clipboard.writeText(replay.command).then(() => { button.textContent = "copied"; }, () => {
          getSelection().selectAllChildren(document.getElementById("command"));
        });
      },
    }, "copy")));
  }
  return parts;
}

function showFinding(finding) {
  view = new StoryView(finding);
  const about = [...objectsPart(finding), ...threadsPart(finding)].filter((part) => part !== null);
  const main = document.getElementById("main");
  main.replaceChildren(
    h("div", { class: "title" }, h("h2", {}, titles[finding.kind] + " " + finding.subject),
      h("span", { class: "badge " + finding.status }, finding.status), h("span", { class: "id" }, finding.id)),
    finding.what ? h("p", { class: "lead" }, finding.what + ".") : "",
    ...replayPart(finding),
    h("h3", {}, "How it comes about"),
    view.element,
    h("h3", {}, "The events of the bug"),
    h("div", { class: "sites" }, finding.sites.map((site) => siteCard(finding, site)),
      (finding.related || []).map((site) => siteCard(finding, site))),
    about.length > 0 ? h("h3", {}, "Memory and threads") : "", ...about,
    h("h3", {}, "Recorded order and witness order"), ordersPicture(finding.story),
    h("p", { class: "faint" }, "Found by " + finding.engine + "; the checker accepted a witness of " + plural(finding.story.events, "event") +
      " in " + plural(finding.story.segments, "segment") + " under the model " + finding.model + "."));
  main.scrollTop = 0;
}
