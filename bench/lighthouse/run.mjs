/**
 * `node server/with-packages.mjs bench node bench/lighthouse/run.mjs [--only /ship]`: runs Lighthouse's phone test on every public page and every wizard
 * step, signed in where that is needed. Wanted: 100 for performance, accessibility and best practices everywhere, and
 * for SEO on every page that search engines may list. Exits with 1 if any score is lower.
 */
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { installIfMissing } from "../../server/fresh.mjs";
import { browserPath } from "../../tests/support/find-browser.mjs";
import { UNLIMITED } from "../../tests/support/line.mjs";
import { siteBehindALine } from "../site-behind-a-line.mjs";
import { pagesToLookAt } from "./pages.mjs";

/** Other programs on the machine can only lower a page's score, so a low one is measured again. */
const TRIES = 3;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });

installIfMissing("bench/lighthouse");
const { default: lighthouse } = await import("lighthouse");
const site = await siteBehindALine(UNLIMITED);
const port = 9222 + (site.line.port % 500);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
});
let short = 0;
try {
  const pages = (await pagesToLookAt(browser, site)).filter(({ path }) => path.startsWith(values.only));
  console.log("| page | performance | accessibility | best practices | SEO | |");
  console.log("|---|--:|--:|--:|--:|---|");
  for (const page of pages) await report(page);
} finally {
  await browser.close();
  await site.stop();
}
console.log(short === 0 ? "\nEverything is 100." : `\n${short} pages have less than 100.`);
process.exitCode = short === 0 ? 0 : 1;

async function report({ path, cookies }) {
  let best;
  for (let tried = 0; tried < TRIES && !isWhole(best); tried += 1) {
    const look = await audit(site.origin + path, cookies).catch((error) => console.error(error.message));
    if (!look) continue;
    if (!best || sum(look) > sum(best)) best = look;
  }
  if (!best) throw new Error(`${path}: not measured`);
  if (!isWhole(best)) short += 1;
  const scores = categories.map((name) =>
    name === "seo" && !best.isToBeFound ? "not to be found" : best.scores[name],
  );
  console.log(`| ${[withoutIds(path), ...scores, best.complaints.join("; ") || "ok"].join(" | ")} |`);
}

async function audit(url, cookies) {
  const extraHeaders = cookies ? { Cookie: cookies } : {};
  const { lhr } = await lighthouse(url, { port, logLevel: "silent", onlyCategories: categories, extraHeaders });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const isToBeFound = lhr.audits["is-crawlable"].score === 1;
  const counted = categories.filter((name) => name !== "seo" || isToBeFound);
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name].score ?? 0) * 100)]),
  );
  const short = counted.filter((name) => scores[name] < 100);
  const complaints = short.flatMap((name) =>
    lhr.categories[name].auditRefs
      .map(({ id, weight }) => ({ audit: lhr.audits[id], weight }))
      .filter(({ audit, weight }) => weight > 0 && audit.score !== null && audit.score < 0.9)
      .map(({ audit }) => `${audit.id} ${audit.displayValue ?? ""}`.trim()),
  );
  return { scores, isToBeFound, complaints, short };
}

function isWhole(look) {
  return look !== undefined && look.short.length === 0;
}

function sum({ scores }) {
  return Object.values(scores).reduce((total, score) => total + score, 0);
}

function withoutIds(path) {
  return path.replace(/(start\/|quoteId=|waybill\/|no=)[\w-]+/, "$1…");
}
