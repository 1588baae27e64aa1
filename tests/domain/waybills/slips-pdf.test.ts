import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { asPrinted } from "#app/domain/waybills/printed-text";
import type { Slip } from "#app/domain/waybills/slip";
import { slipsPdf } from "#app/domain/waybills/slips-pdf.server";
import { writtenPiece } from "#app/domain/waybills/waybill-number";

const NUMBER = "TH4821093753";

test("a slip's PDF has one page, fits a phone's data, and says whose it is and what is written by hand", async () => {
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

test("the longest texts stay on their page", async () => {
  const long = "Mphuti ".repeat(40);
  const party = { name: long, lines: [long, long, long] };
  const facts = [1, 2, 3].map((each) => ({ label: `Fact ${each}`, value: long }));
  expect(pagesOf(await slipsPdf([aSlip({ from: party, to: party, facts })], "label"))).toBe(1);
});

test("letters that the fonts lack lose their mark rather than the whole word", () => {
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

/** What a PDF's pages write: the letters stand as hex between the kerning of their line. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  const pages = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  const shown = pages.join("\n").matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g);
  const letters = (line = "") =>
    [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("");
  return [...shown].map(([, line]) => letters(line)).join("\n");
}
