import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readCall } from "#app/staff/read-call";
import { aDayOfCalls } from "../support/a-day-of-calls";
import { anOffice } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { openSite, type Site } from "../support/open-site";
import { sandboxAccount } from "../support/payfast-stand-in";
import { freshForStaff } from "../support/store-place";
import { type Page, Visitor } from "../support/visitor";

const MOST_PAGES = 3;

let site: Site | undefined;
afterAll(() => site?.stop());

test("the 52 calls of one day take at most three pages each, in a browser without scripts", async () => {
  const office = await anOffice();
  const calls = await aDayOfCalls(office);
  const { merchantId, merchantKey, passphrase } = sandboxAccount;
  site = await openSite({
    DATA_DIR: path.dirname(office.file),
    SESSION_SECRET,
    APP_URL: "http://localhost:1",
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: merchantId,
    PAYFAST_MERCHANT_KEY: merchantKey,
    PAYFAST_PASSPHRASE: passphrase,
  });
  const clerk = new CountingBrowser(site.url);
  Object.assign(clerk, { cookies: (await anOfficeBrowser(site, "manager")).cookies });
  await clerk.open("/office");
  const table: string[] = [];
  for (const [at, [question, typed, expected]] of calls.entries()) {
    clerk.pages = 0;
    if (["show", "list"].includes(typed[0] ?? "")) freshForStaff(office.file);
    const answer = await answered(clerk, typed, path.dirname(office.file)).catch((error: Error) => error.message);
    table.push(`${clerk.pages}  ${question}  ${typed.slice(0, 2).join(" ")}`);
    expect.soft(answer, `${at + 1}. ${question}`).toMatch(onThePage(expected, typed));
    expect.soft(clerk.pages, question).toBeLessThanOrEqual(MOST_PAGES);
  }
  console.log(`Pages for each call:\n${table.join("\n")}`);
});

/** Answers a call as a clerk does: what it is about goes into the search, and the rest into the page that it leads to. */
async function answered(clerk: CountingBrowser, typed: string[], folder: string): Promise<string> {
  const { command, call } = readCall(typed);
  if (!command) expect.fail(typed.join(" "));
  const { name, page: how, options, arguments: positional } = command;
  const sought = name === "find" ? call.words : [name, ...call.words];
  await clerk.press("Search", { find: sought.join(" ") });
  const given = Object.entries(options).flatMap(([option, { kind }]) => {
    const value = kind === "flag" ? call.has(option) && "on" : call.option(option);
    return value && !["yes", "file"].includes(option) ? [[option, value]] : [];
  });
  const scanned = call.option("file");
  if (scanned) given.push(["waybill", readFileSync(path.join(folder, scanned), "utf8")]);
  const filledIn = Object.fromEntries(given);
  if (typeof how === "string") {
    const checked = await clerk.press("Check", filledIn);
    return said(
      isOffered(checked, "Do it") && (call.has("yes") || !asksAgain(checked)) ? await clerk.press("Do it") : checked,
    );
  }
  const [page] = [clerk.page].filter((opened) => opened && isOffered(opened, how.button));
  if (!page || Object.keys(positional).length === 0) return clerk.page?.text ?? "";
  const answer = await clerk.pressOnce(how.button, filledIn);
  if (answer.headers.get("Content-Type")?.startsWith("text/html") || answer.status === 303)
    return (await clerk.follow(answer)).text;
  clerk.pages += 1;
  return answer.text();
}

/** What a command's page answered, without its form and its hints. */
const said = ({ document }: Page) =>
  document
    .querySelectorAll("main .notice, main .wide")
    .map(({ text }) => text.replace(/\s+/g, " "))
    .join(" ");
const isOffered = ({ document }: Page, button: string) =>
  document.querySelectorAll("main button").some(({ text }) => text === button);
/** A clerk who is asked whether that is meant looks again first. */
const asksAgain = ({ text }: Page) => text.includes("press “Do it”");

/** What the terminal says, as a page says it: an option is named as its field is. */
function onThePage(answer: RegExp, typed: string[]): RegExp {
  if (answer.source === "done") return /^\s*Done/;
  const words = answer.source
    .replace("refused", "Nothing was done")
    .replace('"kind":"list"', "")
    // In groups, or as it is stored.
    .replace(/TH\d{10}/g, (no) => [...no].join(" ?"))
    .replace("--yes", "press “Do it”")
    .replace(/--([a-z-]+)/, (_, name: string) => {
      const options = readCall(typed).command?.options ?? {};
      return options[name]?.above ?? name.replace("-", " ?");
    });
  return new RegExp(words, "is");
}

/** Counts the pages that it gets. */
class CountingBrowser extends Visitor {
  pages = 0;
  override async follow(answer: Response): Promise<Page> {
    this.pages += 1;
    return super.follow(answer);
  }
}
