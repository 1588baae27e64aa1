import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { columnsInWords } from "#app/domain/bookings/import-columns";
import { importColumns, MOST_IMPORTED } from "#app/domain/bookings/import-list.server";
import { spokenName } from "#app/domain/form/fields";
import { withoutPeople } from "#app/domain/form/saved-form";
import { cleaned } from "#app/domain/values/typed-text";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { anImporter, HEAD, LINE } from "../../support/an-importer";
import type { Office } from "../../support/an-office";
import { cells, spoiledCells } from "../../support/corpus/files";

const now = new Date("2026-11-20T08:00:00Z");

let office: Office;
let account: Account;
let read: Awaited<ReturnType<typeof anImporter>>["read"];
beforeEach(async () => {
  ({ office, account, read } = await anImporter(now));
});

test("a line is priced, from the account at the address of its last parcel", async () => {
  const result = await read(HEAD, LINE);
  expect(result).toMatchObject({ ok: true, priced: [{ grandTotalCents: 8062, status: "quoted" }] });
  expect(JSON.stringify(result)).toContain('"fromAddressLine":"Stand 1423, Mphuti Street"');
  expect(JSON.stringify(result)).toContain('"fromEmail":"shop@example.co.za"');
});

test("the page's headings and examples are a list, needed ones alone too, and no column is left out", async () => {
  const { columns, ofSender } = columnsInWords("2026-12-01");
  const needed = columns.filter(({ isNeeded }) => isNeeded);
  for (const some of [columns, needed]) {
    const result = await read(some.map(({ heading }) => heading).join(), some.map(({ example }) => example).join());
    expect(result).toMatchObject({ ok: true, priced: [{ status: "quoted" }] });
  }
  for (const left of needed) {
    const others = needed.filter((each) => each !== left);
    const result = await read(others.map(({ heading }) => heading).join(), others.map(({ example }) => example).join());
    expect([left.heading, result.ok]).toEqual([left.heading, false]);
  }
  expect([...columns.map(({ heading }) => heading), ...ofSender].toSorted()).toEqual(
    importColumns.map(spokenName).toSorted(),
  );
});

test("the labels of the form are headings too, and a line may have a sender of its own", async () => {
  const head = HEAD.replace("toName", "Receiver full name").replace("toCity", "RECEIVER CITY");
  const result = await read(`${head},fromName`, `${LINE},Lerato Mokoena`);
  expect(result).toMatchObject({ ok: true });
  expect(JSON.stringify(result)).toContain('"fromName":"Lerato Mokoena"');
});

test("a blank field is filled in for the sender, and missing for the receiver; a column without a heading is left out", async () => {
  const result = await read(`${HEAD},fromName,fromCity,`, `${LINE},,,by hand`);
  expect(result).toMatchObject({ ok: true });
  expect(JSON.stringify(result)).toContain('"fromName":"Thandi Nkosi"');
  expect(JSON.stringify(result)).toContain('"fromCity":"Germiston"');
  expect(await read(HEAD, LINE.replace("Sipho Dlamini", ""))).toEqual({
    ok: false,
    faults: ["Line 2: Receiver full name is required."],
    wrong: [{ line: 2, column: "Receiver full name", wrote: "", write: "Receiver full name is required" }],
  });
});

test("a line with a place of its own for the sender takes no suburb or landmark of another place", async () => {
  const fromElsewhere = `${LINE},12 Shop Street,Germiston,1431`;
  const result = await read(`${HEAD},fromAddressLine,fromCity,fromPostal`, fromElsewhere);
  if (!result.ok) expect.fail(result.faults.join());
  const { addresses } = result.priced[0]?.formSnapshot ?? expect.fail("no line was read");
  expect(addresses).toMatchObject({ fromAddressLine: "12 Shop Street", fromSuburb: "", fromLandmark: "" });
  expect(addresses.fromName).toBe("Thandi Nkosi");
});

test("the last address that an account sent from counts, but not one that was erased", async () => {
  const addressIn = async () => /"fromAddressLine":"([^"]*)"/.exec(JSON.stringify(await read(HEAD, LINE)))?.[1];
  const newer = await office.booked({ addresses: { fromAddressLine: "12 Shop Street" } }, new Date(now.getTime() + 1));
  await office.store.tx((tx) => tx.update(quotes).set({ uid: account.uid }));
  expect(await addressIn()).toBe("12 Shop Street");
  const formSnapshot = withoutPeople(newer.formSnapshot, "books-closed");
  await office.store.tx((tx) => tx.update(quotes).set({ formSnapshot }).where(eq(quotes.id, newer.id)));
  expect(await addressIn()).toBe("Stand 1423, Mphuti Street");
  await office.store.tx((tx) => tx.delete(payments));
  await office.store.tx((tx) => tx.delete(quotes));
  expect(await read(HEAD, LINE)).toMatchObject({
    ok: false,
    faults: ["Line 2: Sender address is required. Sender city is required. Sender postal is required."],
  });
});

test("every wrong line is named with everything that is wrong in it", async () => {
  const wrong = LINE.replace("sipho@example.co.za", "sipho").replace(",1804,", ",18,");
  expect(await read(HEAD, LINE, wrong, LINE.replace("flyer-bag", "sack"))).toEqual({
    ok: false,
    faults: [
      "Line 3: Receiver email must look like name@example.co.za. Receiver postal code must have 4 digits. If a spreadsheet has dropped its first 0, it is 0018.",
      expect.stringMatching(/^Line 4: Packaging must be one of flyer-bag, stock-2, .*\.$/),
    ],
    wrong: [
      { line: 3, column: "Receiver email", wrote: "sipho", write: "Receiver email must look like name@example.co.za" },
      { line: 3, column: "Receiver postal", wrote: "18", write: expect.stringContaining("must have 4 digits") },
      { line: 4, column: "Packaging", wrote: "sack", write: expect.stringContaining("must be one of") },
    ],
  });
});

test.each(["Flyer bag", "FLYER BAG", "Flyer-Bag"])("packaging may be written as it is shown: %s", async (box) => {
  const result = await read(HEAD, LINE.replace("flyer-bag", box));
  expect(result).toMatchObject({ ok: true, priced: [{ grandTotalCents: 8062 }] });
  expect(JSON.stringify(result)).toContain('"selectedBoxId":"flyer-bag"');
});

test.each([
  ["flyer", "Did you mean flyer-bag? Packaging must be one of"],
  ["stok 3", "Did you mean stock-3? Packaging must be one of"],
  ["sack", "Packaging must be one of"],
])("what is nearest to the packaging %s is asked", async (box, words) => {
  expect(await read(HEAD, LINE.replace("flyer-bag", box))).toMatchObject({
    ok: false,
    wrong: [
      { column: "Packaging", wrote: box, write: expect.stringMatching(new RegExp(`^${words.replace("?", "\\?")}`)) },
    ],
  });
});

test("the apostrophe that guards a formula in our own files is no part of a text; any other is", async () => {
  const guarded = LINE.replace("Sipho Dlamini", "'=Sipho").replace("School shoes", "'12 pairs");
  const result = await read(HEAD, guarded);
  if (!result.ok) expect.fail(result.faults.join());
  const { addresses, parcel } = result.priced[0]?.formSnapshot ?? expect.fail("no line was read");
  expect([addresses.toName, parcel.parcelDesc]).toEqual(["=Sipho", "'12 pairs"]);
});

describe("a cell that a spreadsheet has spoiled", () => {
  const withCell = (column: string, cell: string) => {
    const columns = [...HEAD.split(","), column];
    const values = [...LINE.split(","), cell].map((value) => `"${value.replaceAll('"', '""')}"`);
    const at = columns.indexOf(column);
    if (at < columns.length - 1) {
      values[at] = values.pop() ?? "";
      columns.pop();
    }
    return read(columns.join(), values.join());
  };

  test.each(cells)("%s, %s: %s is stored as %j", async (_, column, cell, stored) => {
    const result = await withCell(column, cell);
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(result)).toContain(`"${column}":${JSON.stringify(stored)}`);
  });

  test.each(spoiledCells)("%s, %s: %s is named", async (_, column, cell, words) => {
    expect(await withCell(column, cell)).toMatchObject({
      ok: false,
      faults: [expect.stringContaining(words)],
      wrong: [{ line: 2, column: spokenName(column), wrote: cleaned(cell) }],
    });
  });

  test.each([
    ["181", "Pretoria", "0181"],
    ["2", "Pretoria", "0002"],
    ["699", "Polokwane", "0699"],
    ["181.0", "Somewhere that nobody knows", "0181"],
  ])("a postal code %s at %s is %s, which is said with its town before it is booked", async (postal, city, code) => {
    const result = await read(HEAD, LINE.replace("Orlando East,Soweto,1804", `,${city},${postal}`));
    expect(result).toMatchObject({
      ok: true,
      mended: [
        expect.stringMatching(
          new RegExp(
            `^Line 2: Receiver postal code \\d+ is read as ${code}, \\p{L}.*: it had lost its first 0\\.$`,
            "u",
          ),
        ),
      ],
    });
    expect(JSON.stringify(result)).toContain(`"toPostal":"${code}"`);
  });

  test.each([
    ["2026/11/24", "2026-11-24"],
    ["24/11/2026", "2026-11-24"],
    ["24-Nov-26", "2026-11-24"],
    ["01/12/2026", "2026-12-01"],
  ])("a day %s is %s", async (written, day) => {
    expect(JSON.stringify(await withCell("collectionDay", written))).toContain(`"collectionDay":"${day}"`);
  });

  test("a day that isn't on offer is answered with those that are", async () => {
    expect(await withCell("collectionDay", "25/12/2026")).toMatchObject({
      ok: false,
      faults: [expect.stringMatching(/^Line 2: Collection day must be one of 2026-11-23, .*2026-12-04\.$/)],
    });
  });
});

test("a place that we don't price at once is named with its reason", async () => {
  const result = await read(HEAD, LINE.replace(",1804,", ",9100,"));
  expect(result).toMatchObject({
    ok: false,
    faults: [expect.stringMatching(/^Line 2: there is no instant price \(.+[^.]\)\.$/)],
    wrong: [{ line: 2, column: null, wrote: "" }],
  });
});

test.each([
  ["nothing", [], "There is no line in the list."],
  ["headings alone", [HEAD], "There is no line in the list."],
  [
    "an unknown column",
    [`${HEAD},colour`, `${LINE},red`],
    `There is no column colour. Columns: ${importColumns.map(spokenName).join(", ")}.`,
  ],
  ["too many lines", [HEAD, ...Array(MOST_IMPORTED + 1).fill(LINE)], "The list has 101 lines. It can have 100."],
  ["many more lines", [HEAD, ...Array(20_000).fill("a")], "The list has 20000 lines. It can have 100."],
  [
    "too many columns, named or not, before its lines",
    [`toName${",".repeat(64)}`, ...Array(20_000).fill("a")],
    "The list has 65 columns. It can have 64.",
  ],
  [
    "a line that is too long",
    [HEAD, "x".repeat(4001)],
    "A line of the list is too long. A line can have 4000 characters.",
  ],
])("%s is refused as a whole", async (_, lines, fault) => {
  expect(await read(...lines)).toEqual({ ok: false, faults: [fault], wrong: [] });
});

test("as many lines as are allowed, and as long, are read", async () => {
  expect(await read(HEAD, ...Array(MOST_IMPORTED).fill(LINE))).toMatchObject({ ok: true });
  expect(JSON.stringify(await read(HEAD, `${LINE},${"x".repeat(4000 - LINE.length - 1)}`))).not.toContain(
    "too long. A line",
  );
});

test("a list has no columns for the countries", () => {
  expect(importColumns).toEqual(expect.arrayContaining(["fromName", "toPostal", "selectedBoxId", "collectionDay"]));
  expect(importColumns.filter((name) => /Country/.test(name))).toEqual([]);
});
