import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Linked } from "#app/ui/office/answer-panel";

test("a comma stays on the line of the number before it", () => {
  const words = "TH4701569556, TH5047583495, TH4821093753";
  const html = renderToStaticMarkup(createElement("p", null, createElement(Linked, { words })));
  expect(html.replace(/<[^>]*>/g, "")).toBe(words);
  expect(html.match(/<span class="together"><a [^>]*>TH\d{10}<\/a>,<\/span>/g)).toHaveLength(2);
});
