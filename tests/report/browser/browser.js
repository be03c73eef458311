// A browser that notes everything a page complains about.
"use strict";
const path = require("node:path");

async function openBrowser(folder, executable) {
  const { chromium } = require(path.join(folder, "node_modules", "playwright-core"));
  const browser = await chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  return {
    // A page with the file open. `page.complaints` has what went to the console, and every request that
    // is not for the file itself.
    async open(file, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 1000 }, permissions: ["clipboard-read", "clipboard-write"], ...options,
      });
      const page = await context.newPage();
      page.complaints = [];
      page.on("console", (message) => page.complaints.push(message.type() + ": " + message.text()));
      page.on("pageerror", (error) => page.complaints.push("error: " + error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith("file://" + encodeURI(file))) page.complaints.push("request: " + request.url());
      });
      const start = process.hrtime.bigint();
      await page.goto("file://" + encodeURI(file));
      await page.waitForSelector("#main > *");
      page.milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
      return page;
    },
    close: () => browser.close(),
  };
}

module.exports = { openBrowser };
