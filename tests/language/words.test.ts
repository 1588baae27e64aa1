import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { day, link, number, say, strong } from "#app/language/say";
import { inBold, shown } from "#app/ui/words";

const sentence = say`Phone ${number("010 000 0000")} by ${day("2026-11-24")}, ${strong(say`not later`)}, or see our ${link("/terms", say`terms`)}.`;

test("a page draws a sentence: its numbers don't break, its links lead somewhere, and what matters is bold", () => {
  expect(renderToStaticMarkup(shown(sentence))).toBe(
    'Phone 010\u00a0000\u00a00000 by Tuesday 24 November, <b>not later</b>, or see our <a href="/terms">terms</a>.',
  );
});

test("a page draws a kind of value otherwise where it has to stand out", () => {
  expect(renderToStaticMarkup(shown(say`Waybill ${number("TH 1")}, ${"<b>"}`, inBold))).toBe(
    'Waybill <b class="nowrap">TH 1</b>, &lt;b&gt;',
  );
});
