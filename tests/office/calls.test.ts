import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { outgoingMails } from "#db/schema/mail";
import { Clerk } from "../support/a-clerks-browser";
import { aClerksDay, type Call } from "../support/a-clerks-day";
import { anOffice } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { openSite, type Site } from "../support/open-site";
import { sandboxAccount } from "../support/payfast-stand-in";
import { freshForStaff } from "../support/store-place";

const MOST_PAGES = 3;

let site: Site | undefined;
afterAll(() => site?.stop());

test("the calls of a day take at most three pages each, and all are told truly, in a browser without scripts", async () => {
  const office = await anOffice();
  const { merchantId, merchantKey, passphrase } = sandboxAccount;
  site = await openSite({
    DATA_DIR: path.dirname(office.file),
    SESSION_SECRET,
    APP_URL: "http://localhost:1",
    PAYFAST_MODE: "sandbox",
    OFFICE_TAKES: "cash,bank",
    PAYFAST_MERCHANT_ID: merchantId,
    PAYFAST_MERCHANT_KEY: merchantKey,
    PAYFAST_PASSPHRASE: passphrase,
  });
  const clerk = new Clerk(site.url);
  Object.assign(clerk, { cookies: (await anOfficeBrowser(site, "manager", office.store)).cookies });
  const { calls, last } = await aClerksDay(office, clerk);
  freshForStaff(office.file);
  expect(calls.length).toBeGreaterThanOrEqual(90);
  const { toAddress, subject, textBody } = outgoingMails;
  const sent = () => office.store.read.select({ toAddress, subject, textBody }).from(outgoingMails);
  const table: string[] = [];
  for (const call of calls) {
    const { asked, says, told, tracking } = call;
    const before = new Set(told && (await sent()).map(written));
    const answer = await answered(clerk, call).catch((error: Error) => error.message);
    table.push(`${clerk.pages}  ${asked}`);
    expect.soft(clerk.pages, asked).toBeLessThanOrEqual(MOST_PAGES);
    expect.soft(answer, asked).toMatch(says);
    const messages = told ? (await sent()).map(written).filter((each) => !before.has(each)) : [];
    if (told) expect.soft(messages.join("\n"), `${asked}: told`).toMatch(told);
    if (tracking) {
      const { text } = await clerk.anotherTab().open(`/t/${last()}`);
      expect.soft(text, `${asked}: tracking`).toMatch(tracking);
    }
  }
  console.log(`Pages for each call:\n${table.join("\n")}`);
});

const written = ({ toAddress, subject, textBody }: Record<"toAddress" | "subject" | "textBody", string>) =>
  `${toAddress}: ${subject}\n${textBody}`;

/** What is said at the end of a call, which begins on a page of the office. */
async function answered(clerk: Clerk, { find, today, check, do: done, does }: Call): Promise<string> {
  if (!clerk.page?.url.includes("/office")) await clerk.open("/office");
  const [sought, work] = [await ready(find), await ready(today)];
  clerk.pages = 0;
  if (sought) await clerk.find(sought);
  if (work) await clerk.today(work);
  if (check) await clerk.check(check);
  if (done) await clerk.do(done);
  const given = await does?.();
  return typeof given === "string" ? given : (clerk.page?.text ?? "");
}

const ready = (words: Call["find"]) => (typeof words === "function" ? words() : words);
