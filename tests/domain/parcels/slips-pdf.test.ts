import { expect, test } from "vitest";
import { partyOnSlip } from "#app/domain/form/address-lines";
import { addressFields, limits } from "#app/domain/form/fields";
import { qrModules } from "#app/domain/parcels/barcode.server";
import type { Slip } from "#app/domain/parcels/slip";
import { MM } from "#app/domain/parcels/slip-drawing";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { writtenPiece } from "#app/domain/parcels/waybill-number";
import { asPrinted } from "#app/domain/values/printed-text";
import { randomOf } from "../../simulation/random";
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

test("the longest texts take smaller letters; none is cut, and none runs into the next part of the slip", async () => {
  const { to, from } = theLongest("Mphuti Road, ");
  const facts = [{ label: "Instructions", value: "Please knock loudly. ".repeat(15).slice(0, limits.textArea) }];
  const pdf = await slipsPdf([aSlip({ from, to, facts })], "label");
  expect(pagesOf(pdf)).toBe(1);
  const sizes = (fromMm: number, toMm: number) => {
    const texts = textsIn(pdf).filter(({ y }) => y / MM > fromMm && y / MM < toMm);
    return { lowestMm: mm(Math.max(...texts.map(({ y }) => y))), smallest: Math.min(...texts.map(({ size }) => size)) };
  };
  // The rules are at 82 and 109 mm, and the last line is at 143 mm.
  expect([sizes(41, 84), sizes(84, 111), sizes(111, 142)]).toEqual([
    { lowestMm: 79, smallest: 7.875 },
    { lowestMm: 107, smallest: 6 },
    { lowestMm: 136, smallest: 8 },
  ]);
});

test("what has no room in the smallest letters is on another slip, after the last piece's", async () => {
  const { to, from, facts } = theLongest("W");
  const slips = [1, 2].map((piece) => aSlip({ piece, of: 2, from, to, facts }));
  const pdf = await slipsPdf(slips, "label");
  expect(pagesOf(pdf)).toBe(3);
  const text = textOf(pdf);
  expect(text.split("There is more: see the next slip.")).toHaveLength(2);
  expect(text.split("Belongs to all 2 parcels")).toHaveLength(2);
  expect([...contentsOf(pdf).matchAll(/\/([SM]\d) Do/g)].map(([, drawing]) => drawing).toSorted()).toEqual([
    ...["M1", "S1", "S1"],
  ]);
  expect(pagesOf(await slipsPdf(slips, "a4"))).toBe(1);
});

test("a driver reads every letter of the longest names and addresses, in any script, on every slip", async () => {
  const letters = [
    "W",
    "m",
    "@",
    "Œ",
    "M ",
    "ilt, ",
    "Ṱha ",
    "Ñ",
    "‰",
    "Mphuti Road, ",
    "陈伟 ",
    "ፍቅር",
    "রহিম ",
    "متجر ",
    "W陈",
  ];
  const random = randomOf(57);
  for (let n = 0; n < 40; n += 1) {
    const of = () => letters[random.below(letters.length)] ?? "";
    const slip = aSlip(n < letters.length ? theLongest(letters[n] ?? "") : theLongest(of(), of(), of()));
    const read = textOf(await slipsPdf([slip], n % 2 ? "label" : "a4")).replace(/\s/g, "");
    const { to, from, facts } = slip;
    const texts = [to, from].flatMap(({ name, lines }) => [name, ...lines]).concat(facts.map(({ value }) => value));
    expect(texts.length).toBeGreaterThan(15);
    const lost = texts.map((each) => asPrinted(each).replace(/\s/g, "")).filter((each) => !read.includes(each));
    expect({ n, lost }).toEqual({ n, lost: [] });
    expect(read).not.toContain("?");
    expect(read).toContain("0821234567");
  }
});

test("where the paper can't show a name or a street, the phone, the house's number and the landmark are large", async () => {
  const to = partyOnSlip({ ...inEthiopic, toAddressLine: "ቦሌ መንገድ 45" }, "to");
  const pdf = await slipsPdf([aSlip({ to })], "label");
  const texts = textsIn(pdf).map(({ size, words }) => `${size}: ${words}`);
  expect(texts.slice(1, 7)).toEqual([
    "11: To",
    "18: 083 765 4321",
    "16: … 45",
    "16: Orlando West",
    "16: Soweto 1804",
    "16: Blue gate, ring twice",
  ]);
});

test("with the name and the street in Latin letters too, the slip shows these", async () => {
  const latin = { toLatinName: "Abebe Bekele", toLatinStreet: "45 Bole Road" };
  const to = partyOnSlip({ ...inEthiopic, ...latin }, "to");
  expect(to.lines).toContain(inEthiopic.toAddressLine);
  const texts = textsIn(await slipsPdf([aSlip({ to })], "label")).map(({ size, words }) => `${size}: ${words}`);
  expect(texts.slice(1, 7)).toEqual([
    "11: To",
    "13: Abebe Bekele",
    "11: 45 Bole Road",
    "11: Orlando West",
    "11: Soweto 1804",
    "11: 083 765 4321",
  ]);
});

test("an instruction in another script says where it can be read", async () => {
  const pdf = await slipsPdf([aSlip({ facts: [{ label: "Instructions", value: "请先打电话" }] })], "label");
  expect(textOf(pdf)).toContain("In another script: see the \nparcel's page");
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
  const random = randomOf(39);
  const words = Array.from({ length: 100 }, () => random.below(36 ** 4).toString(36)).join(" i, ");
  const { to, from, facts } = theLongest(words);
  const slips = Array.from({ length: 100 }, (_, at) => {
    const [piece, of] = [at + 1, 100];
    const trackingUrl = `https://www.parcels-of-a-long-name.co.za/tracking?no=${NUMBER}&piece=${piece}`;
    return aSlip({ piece, of, writtenNo: writtenPiece(NUMBER, piece, of), trackingUrl, from, to, facts });
  });
  const pdf = await slipsPdf(slips, "label");
  // The last has what found no room beside a box's name of 200 letters.
  expect(pagesOf(pdf)).toBe(101);
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

const inEthiopic = {
  ...{ toName: "አበበ በቀለ", toPhone: "083 765 4321", toAddressLine: "ቦሌ መንገድ", toSuburb: "Orlando West" },
  ...{ toCity: "Soweto", toPostal: "1804", toCountry: "South Africa", toLandmark: "Blue gate, ring twice" },
};

/** A slip's texts as long as their fields take, of these letters again and again. */
function theLongest(letters: string, ofStreet = letters, ofFacts = letters): Pick<Slip, "to" | "from" | "facts"> {
  const filled = (text: string, length: number) => text.repeat(length).slice(0, length).trim();
  const addresses = Object.fromEntries(
    addressFields.map(({ name, field }) => [name, filled(name.endsWith("Street") ? ofStreet : letters, field.max)]),
  );
  const shown = { ...addresses, fromPhone: "082 123 4567", toPhone: "082 123 4567", toCountry: "Zimbabwe" };
  const fromCountry = "South Africa";
  const longest = { Instructions: limits.textArea, "What is inside": limits.parcelDescription, Box: limits.boxId };
  const facts = Object.entries(longest).map(([label, length]) => ({ label, value: filled(ofFacts, length) }));
  const others = { Weight: "123.45 kg", Booked: "Monday 23 November 2026, 10:00", "Track it at": "thuma.example/t/TH" };
  return {
    to: partyOnSlip(shown, "to"),
    from: partyOnSlip({ ...shown, fromCountry }, "from"),
    facts: [...facts, ...Object.entries(others).map(([label, value]) => ({ label, value }))],
  };
}

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
