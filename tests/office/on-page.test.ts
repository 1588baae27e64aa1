import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { plainText } from "#app/language/plain-text";
import { choice, commandNamed, field, listNamed, number, say, tick, url } from "#app/language/say";
import type { Answer } from "#app/staff/answer";
import { commands } from "#app/staff/commands/all";
import { onPage, textOnPage } from "#app/staff/office/on-page.server";
import { shown } from "#app/staff/office/shown";
import { linked } from "#app/ui/office/answer-panel";
import { SaidWords } from "#app/ui/office/said";

const person = { id: "z", name: "Zanele", email: "z@office.example", right: "clerk" } as const;
const agree = commands.find(({ name }) => name === "agree");
const context = { person, fields: agree?.options };

test("a sentence names an option, a value, a command and a list as each face does", () => {
  const words = say`Use ${field("day")} or ${tick("none")}, mark it ${choice("at-depot")}, ${commandNamed("note booking")}, see ${listNamed("api_keys")}.`;
  expect(plainText(words)).toBe("Use --day or add --none, mark it at-depot, note booking, see show api_keys.");
  expect(textOnPage(words, context)).toBe(
    "Use “Day” or tick “No day”, mark it “At depot”, “Note booking”, see “API keys”.",
  );
  expect(textOnPage(say`If you mean it, ${tick("yes")}.`, context)).toBe("If you mean it, press “Do it”.");
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
  expect(shown(kept as Answer).lines).toEqual([["TH4821093753 is collected."]]);
});

test("a comma stays on the line of the number before it", () => {
  const words = "TH4701569556, TH5047583495, TH4821093753";
  const html = renderToStaticMarkup(createElement("p", null, createElement(SaidWords, { said: linked(words) })));
  expect(html.replace(/<[^>]*>/g, "")).toBe(words);
  expect(html.match(/<span class="together"><a [^>]*>TH\d{10}<\/a>,<\/span>/g)).toHaveLength(2);
});
