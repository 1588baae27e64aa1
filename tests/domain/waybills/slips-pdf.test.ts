import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { qrModules } from "#app/domain/waybills/barcode.server";
import { asPrinted } from "#app/domain/waybills/printed-text";
import type { Slip } from "#app/domain/waybills/slip";
import { slipsPdf } from "#app/domain/waybills/slips-pdf.server";
import { writtenPiece } from "#app/domain/waybills/waybill-number";

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

test("the longest texts fit on their page", async () => {
  const long = "Mphuti ".repeat(40);
  const party = { name: long, lines: [long, long, long] };
  const facts = [1, 2, 3].map((each) => ({ label: `Fact ${each}`, value: long }));
  expect(pagesOf(await slipsPdf([aSlip({ from: party, to: party, facts })], "label"))).toBe(1);
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

test("the slips of two bookings on one page have their own names", async () => {
  const other = aSlip({ waybillNo: "TH4701569556", to: { name: "Lerato Mokoena", lines: [] } });
  const pdf = await slipsPdf([aSlip(), other, aSlip()], "a4");
  const page = contentsOf(pdf);
  expect([...page.matchAll(/\/(S\d) Do/g)].map(([, drawing]) => drawing)).toEqual(["S1", "S2", "S1"]);
  for (const name of ["Sipho Dlamini", "Lerato Mokoena"]) expect(textOf(pdf).split(name)).toHaveLength(2);
});

test("letters that the fonts lack are printed without their mark", () => {
  expect(asPrinted("Ṱhohoyanḓou, Lerato Mokoena-Naudé, São Łódź")).toBe("Thohoyandou, Lerato Mokoena-Naudé, São Lódz");
  expect(asPrinted("Ω 北京")).toBe("? ??");
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

function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The decompressed content of a PDF's pages and drawings, one character per byte. */
function contentsOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  const pages = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return pages.join("\n");
}

/** The text in it: plain where we wrote it, hexadecimal with kerning where the library did. */
function textOf(pdf: Buffer): string {
  const letters = (line = "") =>
    [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("");
  const shown = contentsOf(pdf).matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ|\(([^()]*)\) Tj/g);
  return [...shown].map(([, line, plain]) => plain ?? letters(line)).join("\n");
}
