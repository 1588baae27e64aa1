import { expect, test } from "vitest";
import { type PrintedStop, runSheetPdf } from "#app/domain/drivers/run-sheet-pdf.server";
import { contentsOf, pagesOf, textsIn } from "../../support/a-pdf";

const DAY = "2026-11-23";
const SIGN = "Pieces: ______   Time: __________   Name and signature: ______________________________________";

test("a run sheet has each text in its place: points from the upper left corner", async () => {
  const pdf = await runSheetPdf("Ṱhabelo Nkosi", DAY, [
    aStop({ heading: "TH 482 109 375 3   Collect", lines: ["Thandi Dḽamini, 082 123 4567", "", "Find it: blue gate"] }),
    aStop({ stop: 2, heading: "TH 470 156 955 6   Ḽiver", lines: [] }),
  ]);
  expect(placesIn(pdf)).toEqual([
    "40 51 15: Thabelo Nkosi, Monday 23 November 2026",
    "40 65 10: Thuma Couriers. The office: 010 000 0000",
    "40 95 12: 1.  TH 482 109 375 3   Collect",
    "40 108 11: Thandi Dlamini, 082 123 4567",
    "40 121 11: Find it: blue gate",
    `40 146 9: ${SIGN}`,
    "40 170 12: 2.  TH 470 156 955 6   Liver",
    `40 196 9: ${SIGN}`,
  ]);
  const rules = [...contentsOf(pdf).matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) \2 l\n([\d.]+) w$/gm)];
  expect(rules.map(([, ...rule]) => rule.map(Number).map(Math.round))).toEqual([
    [40, 81, 555, 1],
    [40, 156, 555, 1],
  ]);
});

test("a run sheet says whose it is and in which language, for programs that read it aloud", async () => {
  const pdf = (await runSheetPdf("Sipho Nkosi", DAY, [])).toString("latin1");
  for (const entry of ["(Sipho Nkosi, Monday 23 November 2026)", "(Thuma Couriers)", "/Lang (en-ZA)"])
    expect(pdf).toContain(entry);
});

test("a stop is never divided: one that doesn't fit begins the next page", async () => {
  const lines = ["Thandi Nkosi, 082 123 4567", "12 Ncome Street, Katlehong, Germiston 1431"];
  const stops = Array.from({ length: 11 }, (_, at) => aStop({ stop: at + 1, heading: "TH", lines }));
  const pdf = await runSheetPdf("Sipho Nkosi", DAY, stops);
  expect(pagesOf(pdf)).toBe(2);
  const heights = textsIn(pdf).map(({ y, words }) => (/^\d+\. /.test(words) ? `${words} ${Math.round(y)}` : ""));
  expect(heights.filter(Boolean).slice(-3)).toEqual(["9.  TH 698", "10.  TH 54", "11.  TH 129"]);
});

test("a long line goes on below, inside the margins", async () => {
  const pdf = await runSheetPdf("Sipho Nkosi", DAY, [aStop({ lines: ["Ncome ".repeat(20).trim()] })]);
  const [, , , ...texts] = textsIn(pdf).map(({ words }) => words.trim());
  expect(texts).toEqual([["Ncome ".repeat(13).trim()], ["Ncome ".repeat(7).trim()], SIGN].flat());
});

test("words in another script are left out, and a line of nothing else has no place", async () => {
  const lines = ["سليم · Saleem, 082 123 4567", "مخبز", "Find it: … behind ", "Shop 4, 张家 store"];
  const pdf = await runSheetPdf("Sipho Nkosi", DAY, [aStop({ lines })]);
  const [, , , ...texts] = textsIn(pdf).map(({ words }) => words.trim());
  expect(texts).toEqual(["Saleem, 082 123 4567", "Find it: … behind", "Shop 4, … store", SIGN]);
});

test("a stop that is longer than a page is printed whole", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `Note ${at}: ${"W".repeat(300)}`);
  const pdf = await runSheetPdf("Sipho Nkosi", DAY, [aStop({ lines }), aStop({ stop: 2, lines: ["The last"] })]);
  const read = textsIn(pdf)
    .map(({ words }) => words)
    .join("");
  expect(pagesOf(pdf)).toBeGreaterThan(3);
  for (const line of [...lines, "The last"]) expect(read.replace(/\s/g, "")).toContain(line.replace(/\s/g, ""));
});

function aStop(given: Partial<PrintedStop>): PrintedStop {
  return { stop: 1, heading: "TH 482 109 375 3", lines: [], ...given };
}

const placesIn = (pdf: Buffer) =>
  textsIn(pdf).map(({ x, y, size, words }) => `${Math.round(x)} ${Math.round(y)} ${size}: ${words}`);
