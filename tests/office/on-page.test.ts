import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { plainText } from "#app/language/plain-text";
import { choice, commandNamed, field, listNamed, number, say, tick, url } from "#app/language/say";
import type { Answer } from "#app/staff/answer";
import { commands } from "#app/staff/commands/all";
import { asPeopleWrite, dialled, linked } from "#app/staff/office/as-people-say";
import { pageColumns } from "#app/staff/office/list-columns";
import { onPage, textOnPage, titleOf } from "#app/staff/office/on-page.server";
import { factsOf, shown, tableOf } from "#app/staff/office/shown";
import { CommandResult } from "#app/ui/office/command-result";
import { SaidWords } from "#app/ui/office/said";

const person = { id: "z", name: "Zanele", email: "z@office.example", right: "clerk" } as const;
const agree = commands.find(({ name }) => name === "agree");
/** A Monday, 12:00 in South Africa. */
const now = new Date("2026-11-30T10:00:00Z");
const context = { person, fields: agree?.options };

test("a sentence names an option, a value, a command and a list as each face does", () => {
  const words = say`Use ${field("day")} or ${tick("none")}, mark it ${choice("at-depot")}, ${commandNamed("note booking")}, see ${listNamed("api_keys")}.`;
  expect(plainText(words)).toBe("Use --day or add --none, mark it at-depot, note booking, see show api_keys.");
  expect(textOnPage(words, context)).toBe(
    "Use “Day” or tick “No day”, mark it “At depot”, “Add a note”, see “API keys”.",
  );
  expect(textOnPage(say`If you are sure, ${tick("yes")}.`, context)).toBe("If you are sure, press “Do it”.");
});

test("a page leads to a number, an address of ours, a list, and a command that the person may use, filled in", () => {
  const known = commandNamed("note booking", { number: "TH4821093753" });
  const mayNot = commandNamed("note refund");
  const words = say`${number("Q48210934")}, ${url("https://x.example/pay")}, ${listNamed("cases")}, ${known}, ${mayNot}`;
  expect(onPage(words, context).flatMap((part) => (typeof part === "string" ? [] : [part.href]))).toEqual([
    "/office/Q48210934",
    "https://x.example/pay",
    "/office/list/cases",
    "/office/do/note-booking?number=TH4821093753",
  ]);
  expect(plainText(say`Then: ${known}`)).toBe("Then: note booking TH4821093753");
});

test("a phone is dialled, and a postal code leads nowhere", () => {
  const words = say`Phone ${number("083 123 4567")} in ${number("4001")} about ${number("TH 482 109 375 3")}.`;
  expect(onPage(words, context).flatMap((part) => (typeof part === "string" ? [] : [part.href]))).toEqual([
    "tel:+27831234567",
    "/office/TH%20482%20109%20375%203",
  ]);
});

test("what somebody typed is words: no number and no address in it is a link", () => {
  expect(onPage(say`“${"TH4821093753, see https://evil.example"}” is noted.`, context)).toEqual([
    "“",
    "TH4821093753, see https://evil.example",
    "” is noted.",
  ]);
});

test("an answer that was kept before sentences had parts is shown", () => {
  const kept: unknown = { kind: "done", output: ["TH4821093753 is collected."], links: [] };
  expect(shown(kept as Answer, now).lines).toEqual([["TH4821093753 is collected."]]);
});

test("a comma stays on the line of the number before it", () => {
  const words = "TH4701569556, TH5047583495, TH4821093753";
  const html = renderToStaticMarkup(createElement("p", null, createElement(SaidWords, { said: linked(words, now) })));
  expect(html.replace(/<[^>]*>/g, "")).toBe("TH 470 156 955 6, TH 504 758 349 5, TH 482 109 375 3");
  expect(html.match(/<span class="together"><a [^>]*>TH [\d ]+<\/a>,<\/span>/g)).toHaveLength(2);
});

test("a page writes numbers, days, times, phones and amounts as people do, and its links have them as they are stored", () => {
  expect(asPeopleWrite("TH4821093753, C48210934, Q48210934", now)).toBe("TH 482 109 375 3, C 4821 0934, Q48210934");
  expect(asPeopleWrite("2026-12-09, 09:00-12:00 (2026-11-30 09:05; +27825551000)", now)).toBe(
    "Wed 9 Dec, 09:00 to 12:00 (Mon 30 Nov, 09:05; 082 555 1000)",
  );
  const row = {
    waybill_no: "TH4821093753",
    price_rand: 1071.1,
    paid_at: "2025-01-02 10:00",
    notes: "As C48210934 says",
  };
  expect(factsOf(row, now)).toMatchObject([
    { label: "Waybill number", text: "TH 482 109 375 3", href: "/office/TH4821093753" },
    { label: "Price", text: "R\u00a01\u00a0071,10" },
    { label: "Paid at", text: "2 Jan 2025, 10:00" },
    { label: "Notes", said: ["As ", { words: "C 4821 0934", href: "/office/C48210934" }, " says"] },
  ]);
  expect(onPage(say`${number("TH4821093753")}.`)).toEqual([
    { words: "TH 482 109 375 3", href: "/office/TH4821093753" },
    ".",
  ]);
});

test("a time that is over is red only where somebody waits until it", () => {
  const until = { heading: "Promised", of: ["day", "news_by"], isDue: true };
  const isOver = (row: { day?: string; news_by?: string }, isDue: boolean) =>
    tableOf(["day", "news_by"], [row], now, { first: [{ ...until, isDue }] }).rows[0]?.cells[0]?.isOver;
  expect([{ day: "2026-11-29" }, { news_by: "2026-11-30 11:00" }].map((row) => isOver(row, true))).toEqual([
    true,
    true,
  ]);
  expect([{ day: "2026-11-30" }, { news_by: "2026-11-30 13:00" }].map((row) => isOver(row, true))).toEqual([
    false,
    false,
  ]);
  expect(isOver({ day: "2026-11-29" }, false)).toBeFalsy();
});

test("each phone that somebody gave can be dialled", () => {
  expect(dialled("thandi@example.co.za, 082 123 4567, 0831112222")).toEqual([
    "thandi@example.co.za, ",
    { words: "082 123 4567", href: "tel:+27821234567" },
    ", ",
    { words: "083 111 2222", href: "tel:+27831112222" },
    "",
  ]);
});

test("a button, a page and a sentence call a command the same", () => {
  expect(textOnPage(say`${commandNamed("assign")}`, context)).toBe("“Give to a driver”");
  expect(["assign", "cancel booking"].map(titleOf)).toEqual(["Give to a driver", "Cancel booking"]);
});

test("Check opens the two shortest messages, and has the words of all", () => {
  const messages = ["a long letter, ".repeat(9), "Short.", "A longer one."].map((words) => ({
    ...{ heading: `To ${words.slice(0, 6)}`, words, alike: null },
  }));
  const answer = { asks: [], lines: [], why: [], messages };
  const html = renderToStaticMarkup(
    createElement(CommandResult, { result: { kind: "preview", title: "This would happen", answer } }),
  );
  expect(html.match(/<details[^>]*>|Short\.<\/p>|A longer one\.|a long letter/g)?.slice(0, 6)).toEqual([
    ...['<details open="">', "Short.</p>", '<details open="">', "A longer one.", "<details>", "a long letter"],
  ]);
});

test("a phone shows at first of what was found its number, how it stands, whose it is and what it is about", () => {
  const columns = ["at", "what", "number", "status", "who", "phone", "email", "about"];
  const row = Object.fromEntries(columns.map((column) => [column, column]));
  const [{ cells } = { cells: [] }] = tableOf(columns, [{ ...row, number: "TH4821093753" }], now).rows;
  expect(cells.flatMap(({ text, isLater }) => (isLater ? [] : [text]))).toEqual([
    ...["TH 482 109 375 3", "status", "who", "about"],
  ]);
});

test("a number has a decimal comma, and an amount its rand", () => {
  const row = { days: 1.5, limit_rand: 81.7, parcels: 12 };
  const [{ cells } = { cells: [] }] = tableOf(Object.keys(row), [row], now).rows;
  expect(cells.map(({ text }) => text)).toEqual(["1,5", "R\u00a081,70", "12"]);
});

test("a phone shows at first of an account that pays by month whose it is, what it owes and since when", () => {
  const columns = [
    ...[
      "customer",
      "customer_phone",
      "customer_email",
      "credit",
      "limit_rand",
      "credit_days",
      "owes_rand",
      "oldest_due",
      "oldest_statement",
    ],
  ];
  const row = Object.fromEntries(columns.map((column) => [column, column]));
  const [{ cells } = { cells: [] }] = tableOf(columns, [row], now, { first: pageColumns.staff_credit }).rows;
  expect(cells.flatMap(({ text, isLater }) => (isLater ? [] : [text]))).toEqual([
    ...["customer", "owes_rand", "oldest_due", "oldest_statement"],
  ]);
  const month = { customer_email: "shop@example.co.za", oldest_statement: "2026-11" };
  const cellFor = (right: "clerk" | "cashier") =>
    tableOf(["oldest_statement"], [month], now, { context: { person: { ...person, right } } }).rows[0]?.cells[0];
  const href = "/office/do/statement?person=shop%40example.co.za&month=2026-11";
  expect(cellFor("cashier")).toMatchObject({ text: "November 2026", href });
  expect(cellFor("clerk")).toMatchObject({ text: "November 2026", href: undefined });
});

test("a phone shows at first of a day's takings how much is left in the drawer", () => {
  const columns = (pageColumns.staff_takings ?? []).map(String);
  const row = Object.fromEntries(columns.map((column) => [column, column]));
  const [{ cells } = { cells: [] }] = tableOf(columns, [row], now, { first: pageColumns.staff_takings }).rows;
  expect(cells.flatMap(({ text, isLater }) => (isLater ? [] : [text]))).toEqual([
    "day",
    "way",
    "left_rand",
    "noted_by",
  ]);
});
