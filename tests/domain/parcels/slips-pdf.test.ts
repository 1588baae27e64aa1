import { expect, test } from "vitest";
import { qrModules } from "#app/domain/parcels/barcode.server";
import type { Slip } from "#app/domain/parcels/slip";
import { MM } from "#app/domain/parcels/slip-drawing";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { writtenPiece } from "#app/domain/parcels/waybill-number";
import { asPrinted } from "#app/domain/values/printed-text";
import { contentsOf, lettersIn, pagesOf, textsIn } from "../../support/a-pdf";

const NUMBER = "TH4821093753";

test("a slip's PDF has one page, is small, and has its booking's texts and the number to write by hand", async () => {
  const pdf = await slipsPdf([aSlip()], "label");
  expect(pdf.length).toBeLessThan(20_000);
  expect(pagesOf(pdf)).toBe(1);
  for (const words of ["TH 482 109 375 3", "Thandi Nkosi", "Sipho Dlamini", "3 Mphuti Street", "School shoes"])
    expect(textOf(pdf)).toContain(words);
});

test("every piece has its slip and its number; four go on an A4 page", async () => {
  const slips = [1, 2, 3, 4, 5].map((piece) => aSlip({ piece, of: 5, writtenNo: writtenPiece(NUMBER, piece, 5) }));
  const [labels, sheets] = [await slipsPdf(slips, "label"), await slipsPdf(slips, "a4")];
  expect([pagesOf(labels), pagesOf(sheets)]).toEqual([5, 2]);
  for (const piece of [1, 5]) {
    expect(textOf(sheets)).toContain(`${piece} of 5`);
    expect(textOf(sheets)).toContain(`TH 482 109 375 3 / ${piece}`);
  }
});

test("the longest texts fit on their page, and none runs into the next part of the slip", async () => {
  const long = "Mphuti ".repeat(40);
  const party = { name: long, lines: [long, long, long] };
  const facts = [1, 2, 3].map((each) => ({ label: `Fact ${each}`, value: long }));
  const pdf = await slipsPdf([aSlip({ from: party, to: party, facts })], "label");
  expect(pagesOf(pdf)).toBe(1);
  // What is cut ends in an ellipsis: both names, both addresses and the last fact.
  expect(textsIn(pdf).filter(({ words }) => words.endsWith("\x85"))).toHaveLength(5);
  const between = (fromMm: number, toMm: number) => {
    const texts = textsIn(pdf).filter(({ y }) => y / MM > fromMm && y / MM < toMm);
    return {
      lowestMm: mm(Math.max(...texts.map(({ y }) => y))),
      longest: Math.max(...texts.map(({ words }) => words.length)),
    };
  };
  // The rules are at 82 and 109 mm, and the last line is at 143 mm. The facts leave room for the QR code beside them.
  expect([between(41, 84), between(84, 111), between(111, 142)]).toEqual([
    { lowestMm: 79, longest: 42 },
    { lowestMm: 104, longest: 56 },
    { lowestMm: 136, longest: 42 },
  ]);
});

test("a slip has each text in its place, clear of the others: millimetres from its upper left corner", async () => {
  const pdf = await slipsPdf([aSlip({ piece: 2, of: 3, writtenNo: "TH 482 109 375 3 / 2" })], "label");
  const texts = textsIn(pdf).map(({ x, y, size, words }) => `${mm(x)} ${mm(y)} ${size}: ${words}`);
  expect(texts).toEqual([
    "5 9 15: Thuma Couriers",
    "5 46 11: To",
    "17 46 13: Sipho Dlamini",
    "17 51 11: 3 Mphuti Street",
    "17 56 11: Khayelitsha 7784",
    "17 60 11: Blue gate opposite the taxi rank",
    "5 86 8: From",
    "17 86 10: Thandi Nkosi",
    "17 90 8: 12 Ncome Street",
    "17 93 8: Katlehong 1431",
    "5 113 8: What is inside: ",
    "26 113 8: School shoes",
    "5 143 7: 010 000 0000 · hello@thuma.example",
    "73 143 7: Scan to track",
  ]);
  const page = contentsOf(pdf);
  expect([...page.matchAll(/ Tf ([\d.]+) ([\d.]+) Td \((.+?)\) Tj/g)].map(([, ...own]) => own)).toEqual([
    ["230", "395", "2 of 3"],
    ["48", "310", "TH 482 109 375 3 / 2"],
  ]);
  expect(page.match(/q (\d+) 0 0 \1 (\d+) (\d+) cm\nBI/)?.slice(1)).toEqual(["68", "193", "31"]);
  const rules = [...page.matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) \2 l\n([\d.]+) w$/gm)].map(([, ...line]) => line);
  // Its margins are ten modules of 0.56 mm, inside the slip's own.
  expect(barsIn(page)).toEqual({ bars: 3 * 10 + 4, left: 16, top: 14, right: 84, bottom: 31 });
  expect(rules.map(([left, y, right, width]) => [...[left, y, right].map((at) => mm(Number(at))), width])).toEqual([
    [5, 12, 95, "1.5"],
    [5, 82, 95, "0.5"],
    [5, 109, 95, "0.5"],
  ]);
});

test("one slip's PDF is named after it; each says whose it is, in which language, and has the number's font", async () => {
  const [one, two] = [await slipsPdf([aSlip()], "label"), await slipsPdf([aSlip(), aSlip()], "label")];
  expect(one.toString("latin1")).toContain("(Waybill TH 482 109 375 3)");
  expect(two.toString("latin1")).toContain("(Waybills)");
  for (const pdf of [one, two].map((each) => each.toString("latin1"))) {
    expect(pdf).toContain("(Thuma Couriers)");
    expect(pdf).toContain("/Lang (en-ZA)");
    const [, bold] = pdf.match(/\/Bold (\d+) 0 R/) ?? [];
    expect(pdf).toMatch(
      new RegExp(`^${bold} 0 obj\n<<\n/Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica-Bold\n`, "m"),
    );
  }
});

test("four slips share an A4 page, each in the middle of its quarter", async () => {
  const slips = [1, 2, 3, 4, 5].map((piece) => aSlip({ piece, of: 5 }));
  const corners = (paper: "a4" | "label", pdf: Buffer) =>
    [...contentsOf(pdf).matchAll(/q 1 0 0 1 (\d+) (\d+) cm \/S1 Do .*?\((\d) of 5\)/g)]
      .map(([, x, y, piece]) => `${paper} ${piece}: ${x} ${y}`)
      .toSorted();
  expect(corners("a4", await slipsPdf(slips, "a4"))).toEqual([
    "a4 1: 7 422",
    "a4 2: 305 422",
    "a4 3: 7 1",
    "a4 4: 305 1",
    "a4 5: 7 422",
  ]);
  expect(new Set(corners("label", await slipsPdf(slips, "label")).map((line) => line.slice(-3)))).toEqual(
    new Set(["0 3"]),
  );
});

test("the largest booking, with the longest texts, is a file of at most 60 KB, small enough to forward", async () => {
  const long = Array.from({ length: 300 }, (_, at) => ((at * 7919) % 9973).toString(36)).join(" i, ");
  const party = { name: long, lines: [long, long, long] };
  const facts = ["Instructions", "What is inside"].map((label) => ({ label, value: long }));
  const slips = Array.from({ length: 100 }, (_, at) => {
    const [piece, of] = [at + 1, 100];
    const trackingUrl = `https://www.parcels-of-a-long-name.co.za/tracking?no=${NUMBER}&piece=${piece}`;
    return aSlip({ piece, of, writtenNo: writtenPiece(NUMBER, piece, of), trackingUrl, from: party, to: party, facts });
  });
  const pdf = await slipsPdf(slips, "label");
  expect(pagesOf(pdf)).toBe(100);
  expect(pdf.length).toBeLessThanOrEqual(60_000);
});

test("each slip has the QR code of its own piece", async () => {
  const address = (piece: number) => `https://thuma.example/tracking?no=${NUMBER}&piece=${piece}`;
  const slips = [1, 2, 3].map((piece) => aSlip({ piece, of: 3, trackingUrl: address(piece) }));
  for (const paper of ["label", "a4"] as const) {
    const drawn = contentsOf(await slipsPdf(slips, paper)).matchAll(/\((\d) of 3\) Tj .+? ID\n(.+?)\nEI Q/gs);
    const found = Object.fromEntries([...drawn].map(([, piece = "", bits]) => [piece, bits]));
    for (const piece of [1, 2, 3])
      expect([piece, found[piece]]).toEqual([piece, (await qrModules(address(piece))).bits.toString("latin1")]);
  }
});

test("a single piece's slip says so, without a count", async () => {
  const page = contentsOf(await slipsPdf([aSlip()], "label"));
  expect(page).toContain("(Waybill) Tj");
  expect(page).not.toContain("1 of 1");
});

test("what a booking's slips share is a drawing as large as a slip, whose letters stand upright", async () => {
  const pdf = (await slipsPdf([aSlip()], "label")).toString("latin1");
  const [, drawing] = pdf.match(/\/S1 (\d+) 0 R/) ?? [];
  const [, entries] = pdf.match(new RegExp(`^${drawing} 0 obj\n<<\n(.+?)>>`, "ms")) ?? [];
  expect(entries).toContain("/Type /XObject\n/Subtype /Form\n");
  expect(entries).toContain("/BBox [0 0 283.464567 419.527559]\n/Matrix [1 0 0 -1 0 419.527559]\n");
});

test("the slips of two bookings on one page have their own names", async () => {
  const other = aSlip({ waybillNo: "TH4701569556", to: { name: "Lerato Mokoena", lines: [] } });
  const pdf = await slipsPdf([aSlip(), other, aSlip()], "a4");
  const page = contentsOf(pdf);
  expect([...page.matchAll(/\/(S\d) Do/g)].map(([, drawing]) => drawing)).toEqual(["S1", "S2", "S1"]);
  for (const name of ["Sipho Dlamini", "Lerato Mokoena"]) expect(textOf(pdf).split(name)).toHaveLength(2);
});

test("letters that the fonts lack are printed without their mark", () => {
  expect(asPrinted("Ṱhohoyanḓou, Lerato Mokoena-Naudé, São Łódź")).toBe("Thohoyandou, Lerato Mokoena-Naudé, São Lódz");
  expect(asPrinted("Ω 北京\tŉ")).toBe("? ?? ?");
});

function aSlip(given: Partial<Slip> = {}): Slip {
  return {
    waybillNo: NUMBER,
    piece: 1,
    of: 1,
    writtenNo: "TH 482 109 375 3",
    trackingUrl: `https://thuma.example/tracking?no=${NUMBER}&piece=1`,
    from: { name: "Thandi Nkosi", lines: ["12 Ncome Street", "Katlehong 1431"] },
    to: { name: "Sipho Dlamini", lines: ["3 Mphuti Street", "Khayelitsha 7784", "Blue gate opposite the taxi rank"] },
    facts: [{ label: "What is inside", value: "School shoes" }],
    ...given,
  };
}

/** The bars of a slip's barcode: how many, and from where to where. Millimetres from the slip's upper left corner. */
function barsIn(page: string) {
  const [, placed, bars = ""] = page.match(/1 0 0 1 ([\d.]+ [\d.]+ cm\n[\d.]+ 0 0 [\d.]+) 0 0 cm\n([^f]+)f\*/) ?? [];
  const [x = 0, y = 0, across = 0, , , down = 0] = (placed ?? "").split(/ (?:cm\n)?/).map(Number);
  const points = [...bars.matchAll(/^([\d.]+) ([\d.]+) [ml]$/gm)].map(([, ...point]) => point.map(Number));
  const [xs, ys] = [points.map(([at = 0]) => x + at * across), points.map(([, at = 0]) => y + at * down)];
  return {
    bars: bars.match(/ m$/gm)?.length,
    ...{ left: mm(Math.min(...xs)), top: mm(Math.min(...ys)), right: mm(Math.max(...xs)), bottom: mm(Math.max(...ys)) },
  };
}

const mm = (points: number) => Math.round(points / MM);

/** The text in it: plain where we wrote it, hexadecimal with kerning where the library did. */
function textOf(pdf: Buffer): string {
  const shown = contentsOf(pdf).matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ|\(([^()]*)\) Tj/g);
  return [...shown].map(([, line, plain]) => plain ?? lettersIn(line)).join("\n");
}
