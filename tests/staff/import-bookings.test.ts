import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { aDesk, deskForEachTest } from "../support/a-desk";
import { officeForEachTest } from "../support/an-office";
import { layouts, namesInAnyWriting, noLists, writings } from "../support/corpus/files";

const EMAIL = "nomsa@example.com";
const HEADING =
  "fromAddressLine,fromCity,fromPostal,toName,toEmail,toPhone,toAddressLine,toCity,Receiver postal,Packaging,quantity,What is inside";
const good = (name: string) =>
  `12 Shop Street,Germiston,1431,${name},z@example.com,082 123 4567,"9 Vilakazi Street, behind the church",Soweto,1804,flyer-bag,2,Shoes`;

const office = officeForEachTest();
const desk = deskForEachTest(office);
beforeEach(async () => {
  const { account } = await office.joined(EMAIL);
  await office.store.tx((tx) => proveAddress(tx, account.uid, EMAIL, new Date()));
});

function list(...lines: string[]): void {
  writeFileSync(path.join(desk.desk.folder, "bookings.csv"), `\uFEFF${[HEADING, ...lines].join("\r\n")}\r\n`);
}
const run = (...more: string[]) => desk.ask("import", "bookings.csv", "--account", EMAIL, ...more);
const bookings = () => office.staff("SELECT status, sender, receiver, parcels, customer_email FROM staff_open_quotes");

test("a shop's list is booked completely, with one page to pay for all of it and one email; again it books nothing twice", async () => {
  list(good("Zodwa Khumalo"), good("Zola Khumalo"));
  const answer = await run();
  expect(answer).toMatchObject({
    kind: "done",
    output: [
      expect.stringMatching(/^Booked 2 parcels, R/),
      expect.stringMatching(/^Q\d+ to 1804, R/),
      expect.stringMatching(/^Q\d+ to 1804, R/),
      expect.stringContaining("/payfast/order/list-"),
      expect.anything(),
    ],
  });
  const booked = ["Zodwa Khumalo", "Zola Khumalo"].map((receiver) => ({
    status: "Booked, not paid",
    sender: "Thandi Nkosi",
    receiver,
    parcels: 2,
    customer_email: EMAIL,
  }));
  expect(bookings()).toEqual(expect.arrayContaining(booked));
  expect(office.staff("SELECT uid IS NOT NULL AS owned FROM quotes")).toEqual([{ owned: 1 }, { owned: 1 }]);
  expect(office.staff("SELECT subject FROM outgoing_mails")).toEqual([{ subject: "Your 2 parcels are ready to pay" }]);
  expect(office.staff("SELECT count(DISTINCT payment_order_id) AS orders FROM quotes")).toEqual([{ orders: 1 }]);
  expect(await run()).toMatchObject({
    output: expect.arrayContaining(["This list was booked before. Nothing was booked."]),
  });
  expect(bookings()).toHaveLength(2);
  expect(office.staff("SELECT subject FROM outgoing_mails")).toHaveLength(1);
});

test("every wrong line of a list is named, and nothing is booked", async () => {
  list(
    good("Zodwa Khumalo"),
    good("Z").replace("1804", "18").replace("082 123 4567", "12"),
    good("Zola Khumalo").replace("flyer-bag", "sack"),
    good("Zanele").replace("1804", "9100"),
  );
  expect(await run()).toEqual({
    kind: "refused",
    why: [
      "Line 3: Receiver full name is required. Receiver phone must have at least 7 digits. Receiver postal code must have 4 digits. If a spreadsheet has dropped its first 0, it is 0018.",
      "Line 4: Packaging must be one of flyer-bag, stock-2, stock-3, stock-4, stock-5, stock-6, stock-7.",
      "Line 5: there is no instant price (We do not yet service the TO postal code).",
      "Nothing was booked.",
    ],
  });
  expect(bookings()).toEqual([]);
});

test.each(writings)(
  "a list in $kind is booked with every letter of its names, however it is laid out",
  async ({ bytes }) => {
    const names = namesInAnyWriting.slice(0, 3);
    const cells = (name: string) =>
      good(name).replace('"9 Vilakazi Street, behind the church"', "9 Vilakazi Street").split(",");
    for (const [at, { text }] of layouts.entries()) {
      const [name = "", quantity] = [names[at % names.length], String(at + 1)];
      const content = text([HEADING.split(","), cells(name).with(10, quantity)]);
      writeFileSync(path.join(desk.desk.folder, "bookings.csv"), bytes(content));
      expect(await run()).toMatchObject({
        output: expect.arrayContaining([expect.stringMatching(/^Booked 1 parcels/)]),
      });
    }
    const booked = bookings() as { receiver: string; parcels: number }[];
    const found = booked
      .map(({ receiver, parcels }) => [parcels, receiver])
      .toSorted((a, b) => Number(a[0]) - Number(b[0]));
    expect(found).toEqual(layouts.map((_, at) => [at + 1, names[at % names.length]]));
  },
);

test.each(noLists)("$kind is named, and nothing is booked", async ({ bytes, words }) => {
  writeFileSync(path.join(desk.desk.folder, "bookings.csv"), bytes);
  await expect(run()).rejects.toThrow(`bookings.csv: ${words}`);
  const piped = aDesk(office, { readInput: () => bytes });
  await expect(piped.ask("import", "-", "--account", EMAIL)).rejects.toThrow(words);
  piped.leave();
  expect(bookings()).toEqual([]);
});

test("a postal code that lost its first 0 is asked with its town before it is booked, also from a pipe", async () => {
  const content = `${HEADING}\r\n${good("Zodwa Khumalo").replace("Soweto,1804", "Pretoria,181")}\r\n`;
  const why = [
    "Line 2: Receiver postal code 181 is read as 0181, Pretoria: it had lost its first 0.",
    "If these codes are right, add --yes.",
  ];
  const pipe = aDesk(office, { readInput: readOnce(content) });
  expect(await pipe.ask("import", "-", "--account", EMAIL)).toEqual({ kind: "refused", why });
  expect(bookings()).toEqual([]);
  pipe.leave();
  const again = aDesk(office, { readInput: readOnce(content) });
  expect(await again.ask("import", "-", "--account", EMAIL, "--yes")).toMatchObject({
    output: expect.arrayContaining([expect.stringMatching(/ to 0181, R/)]),
  });
  again.leave();
});

/** A pipe has nothing more once it was read. */
function readOnce(content: string) {
  const pieces = [Buffer.from(content)];
  return () => pieces.pop() ?? Buffer.alloc(0);
}

test("a wrong line has the number that the spreadsheet shows, also after blank lines", async () => {
  list(good("Zodwa Khumalo"), "", ",,,", good("Zola Khumalo").replace("flyer-bag", "sack"));
  expect(await run()).toMatchObject({
    kind: "refused",
    why: [expect.stringMatching(/^Line 5: Packaging/), "Nothing was booked."],
  });
});

test("an unverified account, an unknown column, an empty list and a dry run book nothing", async () => {
  list(good("Zodwa Khumalo"));
  expect(await desk.ask("import", "bookings.csv", "--account", "zola@example.com")).toMatchObject({ kind: "refused" });
  expect(await run("--dry-run")).toMatchObject({
    kind: "done",
    output: expect.arrayContaining([expect.stringContaining("Dry run")]),
  });
  list();
  expect(await run()).toMatchObject({ why: ["There is no line in the list.", "Nothing was booked."] });
  writeFileSync(path.join(desk.desk.folder, "bookings.csv"), "toName,shoeSize\nZodwa,7\n");
  expect(await run()).toMatchObject({
    why: [expect.stringContaining("There is no column shoesize."), "Nothing was booked."],
  });
  await expect(desk.ask("import", "bookings.csv")).rejects.toThrow("Whose bookings are they?");
  expect(bookings()).toEqual([]);
});

test("a list with more columns or lines than any of ours is refused before it is read", async () => {
  const wide = `${HEADING}${",".repeat(64)}\r\n${"a\r\n".repeat(30_000)}`;
  writeFileSync(path.join(desk.desk.folder, "bookings.csv"), wide);
  expect(await run()).toMatchObject({
    why: ["The list has 76 columns. It can have 64.", "Nothing was booked."],
  });
  list(...Array<string>(30_000).fill("a"));
  expect(await run()).toMatchObject({ why: ["The list has 30000 lines. It can have 100.", "Nothing was booked."] });
});
