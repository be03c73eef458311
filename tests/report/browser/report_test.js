// Opens reports in a browser, uses them as a person would, and looks at what is shown.
"use strict";
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { openBrowser } = require("./browser.js");

const [tool, samplePath, folder, chromium] = process.argv.slice(2);
const sample = JSON.parse(fs.readFileSync(samplePath, "utf8"));

function makeHtml(name, report) {
  const json = path.join(folder, name + ".json"), html = path.join(folder, name + ".html");
  fs.writeFileSync(json, JSON.stringify(report));
  execFileSync(tool, ["report", json, "--format", "html", "-o", html], { stdio: ["ignore", "inherit", "ignore"] });
  return html;
}

// The findings of the sample again and again, in other files and with other names.
function manyFindings(count) {
  const report = structuredClone(sample);
  report.findings = [];
  report.sources = [];
  for (let i = 0; i < count; ++i) {
    const copy = JSON.stringify(sample.findings[i % sample.findings.length])
      .replaceAll("/home/me/pool/", "/home/me/pool/part" + i % 40 + "/").replaceAll(/"line":[1-9]\d*/g, (line) => line + i % 7);
    const finding = JSON.parse(copy);
    finding.id = finding.kind + "-" + (0x10000000 + i).toString(16);
    finding.subject = finding.subject.replace(/\w+$/, (name) => name + "_" + i);
    report.findings.push(finding);
  }
  for (let part = 0; part < 40; ++part) {
    for (const source of sample.sources) {
      report.sources.push({ ...source, file: source.file.replace("/home/me/pool/", "/home/me/pool/part" + part + "/") });
    }
  }
  return report;
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();
const text = async (page, selector) => (await texts(page, selector)).join("\n");
const shot = (page, name) => page.screenshot({ path: path.join(folder, name + ".png") });

const tests = {
  async "the overview says what was found, lost and left undecided"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    const main = await text(page, "#main");
    assert.match(main, /1 atomicity violation, 1 deadlock, 1 data race, 1 use after free; 1 confirmed; 1 refuted by replay/);
    assert.match(main, /recording ended before the program did/);
    assert.match(main, /No source was found of .*gone\.cc/);
    assert.match(main, /1 possible bug was neither proved nor ruled out/);
    assert.match(main, /race:\^log_line\$/);
    assert.match(main, /race-0badcafe\s+data race on idle_\s+T1 was to do read of idle_/);
    assert.equal((await texts(page, ".row")).length, 4);
    await shot(page, "overview");
    return page;
  },

  async "filters by kind, status, file and words narrow the list"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    const ids = () => page.locator(".row").evaluateAll((rows) => rows.map((row) => row.dataset.id.replace(/-.*/, "")));
    await page.click(".chip[data-value=deadlock]");
    assert.deepEqual(await ids(), ["deadlock"]);
    await page.click(".chip[data-value=race]");
    assert.deepEqual(await ids(), ["deadlock", "race"]);
    assert.equal(await text(page, "#count"), "2 of 4 findings");
    await page.click(".chip[data-value=deadlock]");
    await page.click(".chip[data-value=race]");
    await page.click(".chip[data-value=confirmed]");
    assert.deepEqual(await ids(), ["atomicity"]);
    await page.click(".chip[data-value=confirmed]");
    await page.selectOption("#file", { label: "connection_server.cc (1)" });
    assert.deepEqual(await ids(), ["uaf"]);
    await page.selectOption("#file", "");
    await page.keyboard.press("/");
    await page.fill("#search", "STOPPING thread_pool");
    assert.deepEqual(await ids(), ["race"]);
    await page.fill("#search", "no such thing");
    assert.match(await text(page, "#list"), /No finding passes the filter/);
    return page;
  },

  async "a finding shows sources side by side, stacks, locks, effect and command"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    await page.click(".row[data-id^=atomicity]");
    assert.match(await text(page, ".title"), /atomicity violation on balance_/);
    assert.match(await text(page, ".effect"), /signal 6 \(Aborted\): .* Assertion .* \(exit status 134\)/);
    assert.match(await text(page, "#command"), /^foreweave replay pool\.fwt atomicity-\w+$/);
    await page.click(".command button");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await text(page, "#command"));
    const panes = page.locator(".pane");
    assert.equal(await panes.count(), 2);
    const [left, right] = [await panes.nth(0).boundingBox(), await panes.nth(1).boundingBox()];
    assert.ok(Math.abs(left.y - right.y) < 1 && left.x + left.width <= right.x, "side by side");
    assert.match(await text(page, ".sites"), /#0 Account::balance\(\) bank_transfer\.cc:22:12 \(inlined\)\s+#1 transfer\(/);
    assert.match(await text(page, ".sites"), /holding\s+mutex_ taken at .*bank_transfer\.cc:21:27 in Account::balance\(\)/);
    await shot(page, "finding-light");
    return page;
  },

  async "a finding that is only predicted says why the replay did not confirm it"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    await page.click(".row[data-id^=deadlock]");
    assert.match(await text(page, "#why"), /Only predicted: the replay went another way in 3 attempts: T1 was to do acquire of mutex_/);
    return page;
  },

  async "steps go forward and backward, and the source, locks and values follow"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    await page.click(".row[data-id^=atomicity]");
    const here = (thread) => text(page, `.pane[data-thread="${thread}"] .here`);
    assert.match(await here("T1"), /balance_ -= cents/);
    assert.match(await text(page, "tr.now"), /read balance_ = 0 instead of 20490/);
    assert.match(await text(page, "#values"), /balance_\s+0/);
    await page.keyboard.press("Home");
    assert.match(await text(page, ".position"), /^step 0 of/);
    assert.match(await text(page, '.pane[data-thread="T2"]'), /has not done anything yet/);
    let steps = 0;
    while (!/read balance_ = 20490/.test(await text(page, "tr.now"))) {
      await page.keyboard.press("ArrowRight");
      assert.ok(++steps < 20);
    }
    assert.match(await here("T1"), /return balance_;/);
    assert.match(await text(page, "#values"), /balance_\s+20490/);
    assert.match(await text(page, "#locks"), /T1\s+mutex_/);
    const position = await text(page, ".position");
    await page.click("#forward");
    assert.match(await text(page, "#locks dd.changed"), /none/);
    await page.click("#back");
    assert.equal(await text(page, ".position"), position);
    await page.click('tr.step:has-text("write balance_")');
    assert.match(await here("T2"), /balance_ = 0;/);
    await shot(page, "step");
    await page.click("button[data-order=recorded]");
    assert.match(await text(page, ".lanes"), /read balance_ = 20490/);
    assert.doesNotMatch(await text(page, ".lanes"), /instead of/);
    const order = await page.locator("tr.step").evaluateAll((rows) => rows.map((row) => Number(row.dataset.event)));
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    return page;
  },

  async "pending events come next together, and every line of the two orders is drawn"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    await page.click(".row[data-id^=race]");
    const now = await texts(page, "tr.now");
    assert.equal(now.length, 2);
    assert.match(now.join(), /read stopping_ = 0[\s\S]*write stopping_ = 1/);
    const steps = sample.findings[1].story.steps.filter((step) => !step.hidden_events).length;
    assert.equal(await page.locator(".orders path").count(), steps);
    return page;
  },

  async "keys move through the findings, and the address names the finding"(browser) {
    const page = await browser.open(makeHtml("sample", sample));
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    assert.match(await text(page, ".title"), /data race on stopping_/);
    assert.match(page.url(), /#race-/);
    await page.keyboard.press("k");
    assert.match(await text(page, ".title"), /deadlock of T1 and main/);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#keys").evaluate((dialog) => dialog.open));
    await page.keyboard.press("Escape");
    await page.keyboard.press("o");
    assert.equal(new URL(page.url()).hash, "");
    const id = sample.findings[3].id;
    await page.goto(page.url() + "#" + id);
    await page.reload();
    assert.match(await text(page, ".title"), new RegExp(id));
    return page;
  },

  async "dark follows the system and can be changed"(browser) {
    const page = await browser.open(makeHtml("sample", sample), { colorScheme: "dark" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await back();
    await page.click(".row[data-id^=deadlock]");
    await shot(page, "finding-dark");
    await page.keyboard.press("t");
    assert.notEqual(await back(), dark);
    assert.equal(await back(), "rgb(255, 255, 255)");
    return page;
  },

  async "a narrow window shows everything below each other"(browser) {
    const page = await browser.open(makeHtml("sample", sample), { viewport: { width: 480, height: 900 } });
    await page.click(".row[data-id^=race]");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 480, "no sideways scrolling of the page: " + wide);
    await shot(page, "narrow");
    return page;
  },

  async "nothing in a report is taken for HTML"(browser) {
    const odd = structuredClone(sample);
    odd.findings[0].subject = "on <img src=x onerror=alert(1)>";
    odd.findings[0].story.steps[0].text = "<b>x</b></script><script>console.log('ran')</script>";
    const page = await browser.open(makeHtml("odd name \u00fc", odd));
    await page.click(".row[data-id^=deadlock]");
    assert.match(await text(page, ".title"), /<img src=x/);
    assert.equal(await page.locator("#main img").count(), 0);
    return page;
  },

  async "a report without findings says that this proves nothing"(browser) {
    const page = await browser.open(makeHtml("none", { ...sample, findings: [] }));
    assert.match(await text(page, "#main"), /no bug found under the models[\s\S]*no proof that there is none/);
    assert.match(await text(page, "#list"), /Nothing was found/);
    assert.doesNotMatch(await text(page, "#main"), /Note:/);
    return page;
  },

  async "notes on the run and sources that are not shown are told"(browser) {
    const changed = structuredClone(sample);
    changed.notes = ["the program ended with status 5"];
    changed.sources = changed.sources.map((source, i) => ({ file: source.file, found: false, ...(i > 1 ? {} : { why: i === 0 ? "changed" : "unknown" }) }));
    const page = await browser.open(makeHtml("notes", changed));
    const main = await text(page, "#main");
    assert.match(main, /Note: the program ended with status 5\./);
    assert.ok(main.includes(changed.sources[0].file + " is not shown: it had changed since it was compiled."), main);
    assert.ok(main.includes(changed.sources[1].file + " is not shown: the trace does not say what the compiler saw in it."), main);
    return page;
  },

  async "a thousand findings fit into 10 MB and can be filtered"(browser) {
    const html = makeHtml("thousand", manyFindings(1000));
    const megabytes = fs.statSync(html).size / 1e6;
    assert.ok(megabytes < 10, megabytes + " MB");
    const page = await browser.open(html);
    console.log(`     ${megabytes.toFixed(1)} MB, open after ${page.milliseconds.toFixed(0)} ms`);
    assert.equal(await page.locator(".row").count(), 1000);
    await page.click(".chip[data-value=uaf]");
    assert.equal(await text(page, "#count"), "250 of 1000 findings");
    await page.fill("#search", "part7/");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    assert.match(await text(page, ".title"), /use after free/);
    await shot(page, "thousand");
    return page;
  },
};

(async () => {
  const browser = await openBrowser(folder, chromium);
  let failed = 0;
  for (const [name, run] of Object.entries(tests)) {
    try {
      const page = await run(browser);
      assert.deepEqual(page.complaints, [], "the page complains");
      await page.context().close();
      console.log("ok   " + name);
    } catch (error) {
      ++failed;
      console.log("FAIL " + name + "\n" + error.stack);
    }
  }
  await browser.close();
  console.log(`screenshots are in ${folder}`);
  process.exit(failed === 0 ? 0 : 1);
})();
