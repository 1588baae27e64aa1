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
  const known = /^(?:media (?!.*[<>])|page(?: \w+)?$|keyframes |supports selector\(:has\(|font-face$)/;
  expect(blocks.filter((block) => !known.test(block.trim()))).toEqual([]);
  // Nesting.
  expect(css).not.toMatch(/&/);
});

/** Text in three sizes. The logo is a picture made of letters, those of a chart shrink with it, and paper has its own. */
test("text has three sizes: the large, the middle, and 1rem", () => {
  const rules = sheets
    .filter(({ file }) => file !== "print.css")
    .flatMap(({ css }) => [...css.replace(/@media print \{.*\n\}/s, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)])
    .filter(([, selector = ""]) => !/\.(logo|chart)\b/.test(selector))
    .flatMap(([, , rule = ""]) => [...rule.matchAll(/(?:^|[\s;])font(-size)?:\s*([^;]+)/g)]);
  const sizes = rules.map(([, isSize, value = ""]) =>
    (isSize ? value : value.replace(/^\d+ /, "").split(/ ?\/|,/)[0])?.trim(),
  );
  // The first is the root's own, of which 1rem is one.
  expect([...new Set(sizes)].toSorted()).toEqual(["1.0625rem", "1rem", "inherit", "var(--large)", "var(--middle)"]);
});

test.each(sheets)("$file has no new selector in a list with ones that old browsers know", ({ css }) => {
  const lists = [...css.matchAll(/(?:^|[{}])\s*([^@{};]+)\{/g)].map(([, list = ""]) => list.split(/,(?![^(]*\))/));
  const mixed = lists.filter((list) => list.some((one) => NEW.test(one)) && !list.every((one) => NEW.test(one)));
  expect(mixed.map((list) => list.map((one) => one.trim()))).toEqual([]);
});
