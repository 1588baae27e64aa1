import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Selectors that Chrome 60 and KaiOS don't know: they skip the whole rule, or the whole block around it. */
const NEW = /:(?:has|is|where|focus-visible)\b/;

const folder = "app/ui/styles";
const sheets = readdirSync(folder).map((file) => ({
  file,
  css: readFileSync(`${folder}/${file}`, "utf8").replace(/\/\*.*?\*\//gs, ""),
}));

test.each(sheets)("$file has no rules in a block that an old browser skips", ({ css }) => {
  const blocks = [...css.matchAll(/@([\w-]+)([^{;]*)\{/g)].map(
    ([, name, condition = ""]) => `${name} ${condition.trim()}`,
  );
  const known = /^(?:media (?!.*[<>])|page$|keyframes |supports selector\(:has\(|font-face$)/;
  expect(blocks.filter((block) => !known.test(block.trim()))).toEqual([]);
  // Nesting.
  expect(css).not.toMatch(/&/);
});

test.each(sheets)("$file has no new selector in a list with ones that old browsers know", ({ css }) => {
  const lists = [...css.matchAll(/(?:^|[{}])\s*([^@{};]+)\{/g)].map(([, list = ""]) => list.split(/,(?![^(]*\))/));
  const mixed = lists.filter((list) => list.some((one) => NEW.test(one)) && !list.every((one) => NEW.test(one)));
  expect(mixed.map((list) => list.map((one) => one.trim()))).toEqual([]);
});
