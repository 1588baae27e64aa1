import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../server/fresh.mjs";

const file = path.join(root, "docs/performance.md");
const begin = "<!-- figures: node bench/run.mjs --write -->";
const end = "<!-- end of figures -->";

/** Puts new figures in place of the old ones and leaves every other word as it is. */
export function writeFigures(text) {
  const [before, rest] = readFileSync(file, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${file} has no place for figures, between "${begin}" and "${end}"`);
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
