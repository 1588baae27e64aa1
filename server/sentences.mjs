/**
 * `node server/with-packages.mjs . node server/sentences.mjs "nine provinces"`: the site's sentences that have these words,
 * as a brand's texts.json takes them (docs/make-it-yours.md).
 */
import path from "node:path";
import { oursInJavaScript, sentencesIn } from "./brand.mjs";
import { root } from "./fresh.mjs";

const words = process.argv.slice(2).join(" ").toLowerCase();
const { inOneText } = await oursInJavaScript();
const found = new Set(
  sentencesIn(path.join(root, "app"), inOneText).filter((each) => each.toLowerCase().includes(words)),
);
console.log(JSON.stringify(Object.fromEntries([...found].map((each) => [each, each])), null, 2));
