import { expect, test } from "vitest";
import { sentencesIn } from "../support/every-sentence";
import { promising, promisingNoTime } from "./promised-sentences";

const folders = ["app/language/english", "app/routes", "app/ui", "app/http", "app/domain"];
/** Customers, receivers, shops and applicants; not the office, drivers and who runs the site. */
const isReadByOthers = (file: string) =>
  !/\/(?:office|drive|drivers\/run|figures)|smtp|http-client|post\/figures|ui\/drivers/.test(file);

const ACT = "phone|try|come|collect|bring|refund|answer|email|text|tell|write|send|arrange|agree|look";
const MAY_PROMISE = [
  /\{(?:day|time)\}/,
  /\bby \d\d:\d\d|\bwithin\b|by the end of the|\b(?:working|business) (?:days?|hours)\b/i,
  /\bwe(?: will|'ll| shall)\b/i,
  new RegExp(`\\bwe (?:\\w+ )?(?:${ACT})\\b`, "i"),
  /hears? from us|you have the price|answers? you\b|reach(?:es)? out/i,
  /\b(?:office|person|somebody|staff) (?:will |then )?(?:phones?|answers?|looks?|works?|tells?)\b/i,
];

test("every sentence with a time, or that says what we do, has its kind of promise or a reason why it needs none", () => {
  const sentences = sentencesIn(folders, isReadByOthers);
  expect(sentences.length).toBeGreaterThan(4_000);
  const known = new Set([promising, promisingNoTime].flatMap((table) => Object.values(table).flat()));
  const found = sentences.filter(({ words }) => MAY_PROMISE.some((pattern) => pattern.test(words)));
  const without = found.filter(({ words }) => !known.has(words)).map(({ file, words }) => `${file}: ${words}`);
  expect(without, "say in promised-sentences.ts what each of these promises").toEqual([]);
  const said = new Set(found.map(({ words }) => words));
  expect(
    [...known].filter((words) => !said.has(words)),
    "nobody says these any more",
  ).toEqual([]);
});

test("each kind of promise is said somewhere", () => {
  const unsaid = Object.entries(promising).filter(([, sentences]) => sentences.length === 0);
  expect(unsaid).toEqual([]);
});
