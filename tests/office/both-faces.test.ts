import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { MINUTES } from "#app/durations";
import type { Answer } from "#app/staff/answer";
import type { Command } from "#app/staff/command";
import { commands } from "#app/staff/commands/all";
import type { Call } from "#app/staff/desk.server";
import { addressOf } from "#app/staff/office/office-desk.server";
import { readCall } from "#app/staff/read-call";
import { outgoingMails } from "#db/schema/mail";
import { aDesk } from "../support/a-desk";
import { merchantApiStub } from "../support/a-merchant-api";
import { anOffice, type Office } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { type Changed, changedSince, type Rows, rowsIn } from "../support/every-row";
import { multipart } from "../support/multipart";
import { openSite } from "../support/open-site";
import { sandboxAccount } from "../support/payfast-stand-in";
import { copyPlace, freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";
import { exampleFiles, examplePeople, withNumbers, wordsOf } from "../support/what-commands-take";

/** The examples' days are relative to this one; what they are about was there before. */
const times = { now: new Date("2026-11-23T08:00:00Z"), before: new Date("2026-11-20T08:00:00Z") };
const started = Date.now();

/** What is typed on a page, by the names of its arguments and options; "on" for those that stand alone. */
type Typed = Record<string, string>;

afterAll(() => vi.useRealTimers());

test("every command does its example, records it, and changes the same through its page as through the terminal", async () => {
  // Both begin at one moment, so that what they write has the same times.
  vi.useFakeTimers({ toFake: ["Date"], now: times.now });
  const office = await anOffice();
  const played = await prepared(office, path.dirname(office.file));
  const apis = { terminal: await merchantApiStub(), page: await merchantApiStub() };
  const dataDir = path.join(path.dirname(office.file), "site");
  mkdirSync(dataDir);
  const copy = { file: path.join(dataDir, "courier.db") };
  await copyPlace(office.file, copy.file);
  const site = await openSite({
    DATA_DIR: dataDir,
    SESSION_SECRET,
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: sandboxAccount.merchantId,
    PAYFAST_MERCHANT_KEY: sandboxAccount.merchantKey,
    PAYFAST_PASSPHRASE: sandboxAccount.passphrase,
    PAYFAST_API_URL: apis.page.api.baseUrl,
    APP_URL: "http://localhost:1",
  });
  const manager = await anOfficeBrowser(site, "manager");
  freshForStaff(copy.file);
  const terminal = aDesk(office, {
    site: { appUrl: "http://localhost:1", mode: "sandbox" },
    merchantApi: apis.terminal.api,
    personName: "Zanele Khumalo",
  });
  const known = everyWordIn(await rowsIn(office));
  let [there, here] = [await rowsIn(office), await rowsIn(copy)];
  const different: Record<string, unknown> = {};
  for (const { command, words, fields } of played) {
    const isOffered = await standsOnItsParcel(command, words, manager);
    const before = await command
      .run(readCall(words).call, { ...terminal.desk, now: times.now, isDryRun: true })
      .catch(() => null);
    const answer = await terminal.ask(...words).catch((error: Error) => ({ kind: "refused", why: [error.message] }));
    const page = await onThePage(command, fields, manager).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    const isDone = isOffered && answer.kind !== "refused" && page.status === 200;
    if (!isDone) different[command.name] = { isOffered, answer, status: page.status, text: page.text };
    // What a command that only looks has changed, such as the record, is compared with the next one's.
    const acts = typeof command.page === "string";
    if (!isDone || (!acts && command !== commands.at(-1))) continue;
    const now = { there: await rowsIn(office), here: await rowsIn(copy) };
    const [shown, sent] = [messagesOf(before), sentTo(changedSince(there, now.there))];
    if (acts && shown !== sent) different[`messages of ${command.name}`] = { shown, sent };
    const onTerminal = asCompared(changedSince(there, now.there), known);
    const onPage = asCompared(changedSince(here, now.here), known);
    [there, here] = [now.there, now.here];
    const isRecorded = onTerminal.some((line) => line.startsWith("staff_actions "));
    if (onTerminal.join("\n") !== onPage.join("\n") || (acts && !isRecorded))
      different[command.name] = { answer, onTerminal, onPage };
  }
  terminal.leave();
  await site.stop();
  expect(different).toEqual({});
});

/** How many messages a dry run shows or counts. */
const messagesOf = (answer: Answer | null) =>
  answer?.told?.messages.reduce((sum, { alike }) => sum + 1 + alike, 0) ?? 0;

/** How many emails and texts were written that weren't there before. */
function sentTo(changes: Changed[]): number {
  const mails = changes.filter(({ table, row }) => table === "outgoing_mails" && row.channel !== "webhook");
  const before = new Set(mails.filter(({ row }) => row.wasThere).map(({ row }) => row.id));
  return mails.filter(({ row }) => !row.wasThere && !before.has(row.id)).length;
}

/** Whether its button stands on the page of what its example is about, if it has one. */
async function standsOnItsParcel({ name, possible = "never" }: Command, words: string[], browser: Visitor) {
  if (possible === "never") return true;
  const number = words.find((word) => /^(?:TH\d{10}|[QC]\d{8})$/.test(word));
  const { document } = await browser.open(`/office/${number}`);
  return document.querySelector(`main nav a[href^="/office/do/${addressOf(name)}?"]`) !== null;
}

/** Fills in a command's page and presses its buttons. */
async function onThePage({ name, page, arguments: positional, filledIn }: Command, typed: Typed, browser: Visitor) {
  const known = filledIn ? `?${filledIn.by}=${typed[filledIn.by]}` : "";
  const opened = await browser.open(`/office/do/${addressOf(name)}${known}`);
  if (typeof page !== "string") {
    const isAsked = opened.document.querySelectorAll("main button").some(({ text }) => text === page.button);
    return isAsked ? browser.press(page.button, typed) : opened;
  }
  const [list] = Object.keys(positional).filter((each) => positional[each]?.kind === "file");
  const { [list ?? ""]: content, ...others } = typed;
  const press = async (button: string, filledIn: Typed) => {
    const { action, body } = browser.filledIn(button, filledIn);
    return list ? browser.follow(await browser.send(action, multipart(body))) : browser.press(button, filledIn);
  };
  const checked = await press("Check", content === undefined ? others : { ...others, [`${list}-pasted`]: content });
  return checked.text.includes("This would happen") ? press("Do it", {}) : checked;
}

/** What the page alone keeps: who is signed in, what was looked at, and the answer to the form. */
const OF_THE_PAGE = ["sessions", "office_looks", "done_once", "rate_limits"];
/** On PostgreSQL a dry run uses up numbers of a sequence, and two parcels of one address have no order. */
const BY_CHANCE = ["pin", "row_order", "position"];
/** What the site does with a message once it is queued. */
const SENDING = [
  "state",
  "attempts",
  "digest_id",
  "parts",
  "claimed_at",
  "next_attempt_at",
  "scheduled_at",
  "sent_at",
  "last_error",
  "text_body",
  "html_body",
];

const isJustNow = (moment: string) => {
  return Math.abs(Date.parse(moment) - started) < 10 * MINUTES;
};

/** Rows without what differs by chance: numbers and keys that are new, and the email beside the name in the record. */
function asCompared(changes: Changed[], known: Set<string>): string[] {
  const anonymous = (text: string) =>
    text
      .replace(/ <manager-[^>]+>/g, "")
      // The terminal's database has no site that has started, so that its links have no address and no key.
      .replace(/(\\*"(?:tracking|stop)Url\\*": ?)(?:null|\\*"[^"]*")/g, "$1…")
      // Read from PostgreSQL's own clock, which the test doesn't hold.
      .replace(/\b20\d\d-[\d-]{5}T[\d:.]{8,12}\+00:00/g, (moment) => (isJustNow(moment) ? "…" : moment))
      .replace(/\b(?:TH\d{10}|[CDQ]\d{8})\b|(?:TH|Q|D|C)(?: \d{2,3})+(?: \d)?\b|[\w$+/=.-]{20,}/g, (word) =>
        known.has(word) ? word : "…",
      );
  const lines = changes
    .filter(({ table, row }) => !OF_THE_PAGE.includes(table) && !isToTheManager(row))
    .map(({ table, row: { wasThere, ...row } }) => {
      const byChance = table === "outgoing_mails" ? SENDING : BY_CHANCE;
      const left = Object.fromEntries(Object.entries(row).filter(([name]) => !byChance.includes(name)));
      return { line: anonymous(`${table} ${JSON.stringify(left)}`), wasThere: wasThere === true };
    });
  const isOnlySent = (line: string) =>
    lines.some((each) => each.line === line && each.wasThere) &&
    lines.some((each) => each.line === line && !each.wasThere);
  return lines
    .filter(({ line }) => !isOnlySent(line))
    .map(({ line, wasThere }) => (wasThere ? `before: ${line}` : line))
    .toSorted();
}

/** The terminal's database has no manager to tell: whoever acts in the browser was added to the page's alone. */
function isToTheManager({ letter_key: key }: Changed["row"]): boolean {
  return String(key).startsWith("office-changed:");
}

function everyWordIn(rows: Rows): Set<string> {
  const text = [...rows.values()].flatMap((table) => [...table]).join("\n");
  return new Set(text.match(/[\w$+/=.-]{9,}/g));
}

/** What is typed for a command: the first of its examples that is its own, with what exists in the office. */
type Played = { command: Command; words: string[]; fields: Typed };

/** An office in which every command has something to do, and what is typed for each. */
async function prepared(office: Office, folder: string): Promise<Played[]> {
  await examplePeople(office, times);
  const files: Record<string, string> = await exampleFiles(office, times);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const played: Played[] = [];
  for (const command of commands) {
    const example = command.examples.find((each) => each.startsWith(command.name)) ?? "";
    const words = await withNumbers(wordsOf(example), office, times);
    const given = "yes" in command.options ? [...words, "--yes"] : words;
    const typed = Object.entries(fieldsIn(command, readCall(words).call));
    const fields = Object.fromEntries(typed.map(([name, value]) => [name, files[value] ?? value]));
    played.push({ command, words: given, fields });
  }
  // The site sends what is queued, and what is sent decides who is told of the next change.
  await office.store.tx((tx) => tx.update(outgoingMails).set({ state: "sent", sentAt: times.before }));
  return played;
}

/** By the names of its arguments and options. Each argument is one word of an example, and the last is the rest. */
function fieldsIn({ arguments: positional, options }: Command, call: Call): Typed {
  const names = Object.keys(positional);
  const given = names.map((name, at) => {
    const rest = call.words.slice(at, at === names.length - 1 ? undefined : at + 1);
    return [name, rest.join(" ")];
  });
  const optional = Object.keys(options).map((name) => [name, call.has(name) ? "on" : (call.option(name) ?? "")]);
  return Object.fromEntries([...given, ...optional].filter(([, value]) => value !== ""));
}
