import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addressFields } from "#app/domain/form/fields";
import { spokenCaseNumber } from "#app/domain/parcels/cases.server";
import { quotesFound } from "#app/domain/parcels/quotes/found-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import type { Answer } from "#app/staff/answer";
import { written } from "#app/staff/output";
import { isPostgres } from "#db/dialect";
import { users } from "#db/schema/accounts";
import { invoices } from "#db/schema/invoices";
import { quotes } from "#db/schema/quotes";
import { openStaffViews } from "#db/staff-views.server";
import { deskForEachTest } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { ago, asStaff, officeForEachTest } from "../support/an-office";
import { openedCase } from "../support/opened-case";
import { freshForStaff } from "../support/store-place";

const office = officeForEachTest();
const desk = deskForEachTest(office);

const nomsa = {
  fromName: "Nomsa Zwane",
  fromEmail: "nomsa@example.com",
  fromPhone: "+27831112222",
  fromSuburb: "Diepkloof",
};

describe("staff find a booking", () => {
  test.each([
    ["its sender's name", ["nomsa", "zwane"]],
    ["one name alone, in any case", ["ZWANE"]],
    ["the beginning of a name", ["nom"]],
    ["an email", ["Nomsa@example.com"]],
    ["a phone as people write it", ["083 111 2222"]],
    ["a phone with its country", ["+27 (0)83-111-2222"]],
    ["a suburb", ["diepkloof"]],
    ["two of them", ["nomsa", "diepkloof"]],
  ])("by %s", async (_what, words) => {
    const { waybillNo } = await office.paid({ addresses: nomsa });
    await office.paid();
    const found = rowsOf(await desk.ask("find", ...words)).filter(({ what }) => what === "booking");
    expect(found).toEqual([expect.objectContaining({ number: waybillNo, who: "Nomsa Zwane", phone: "083 111 2222" })]);
  });

  test("by its contents, which the answer shows, as long as they are hers", async () => {
    const { waybillNo } = await office.paid({ parcel: { parcelDesc: "Children's clothes" } });
    await office.paid({ parcel: { parcelDesc: "Books" } });
    const found = rowsOf(await desk.ask("find", "clothes")).filter(({ what }) => what === "booking");
    expect(found).toEqual([
      expect.objectContaining({ number: waybillNo, about: expect.stringMatching(/: Children's clothes$/) }),
    ]);
    const theirs = rowsOf(await desk.ask("find", "clothes", "nkosi"));
    expect(theirs.filter(({ what }) => what === "booking")).toHaveLength(1);
  });

  test("by each field that the table of fields names, and by no other", async () => {
    // Numbers are looked for among numbers, and every parcel is sent from South Africa.
    const asked = addressFields.filter(({ field }) => field.rule !== "postal" && field.rule !== "country");
    const typed = asked.map(({ name, party, field }, at) => {
      const phone = `+2783${party === "from" ? 1 : 2}1122${10 + at}`;
      const text = field.rule === "email" ? `${name}@example.com` : field.rule.includes("phone") ? phone : `the${name}`;
      return [name, text] as const;
    });
    const { waybillNo } = await office.paid({ addresses: Object.fromEntries(typed) });
    const finds: string[] = [];
    for (const [name, text] of typed) {
      const rows = rowsOf(await desk.ask("find", text));
      if (rows.some(({ what, number }) => what === "booking" && number === waybillNo)) finds.push(name);
    }
    expect(finds).toEqual(asked.filter(({ field }) => field.finds.office).map(({ name }) => name));
  });

  test("by its own numbers, with or without the letter, and by PayFast's", async () => {
    const { quote, waybillNo } = await office.paid({ addresses: nomsa });
    const [{ pf } = { pf: "" }] = office.staff<{ pf: string }>(
      "SELECT pf_payment_id AS pf FROM payments WHERE pf_payment_id IS NOT NULL",
    );
    for (const number of [waybillNo, waybillNo.replace("TH", ""), quote.quoteNo, quote.quoteNo.toLowerCase(), pf]) {
      expect(rowsOf(await desk.ask("find", number)), number).toContainEqual(
        expect.objectContaining({ number: waybillNo }),
      );
    }
  });
});

test("the last four digits of a phone, or four of a number, are enough; a number in full finds itself alone", async () => {
  const { quote, waybillNo } = await office.paid({ addresses: nomsa });
  const other = await office.paid({ addresses: { fromPhone: "+27831112225" } });
  const bookings = async (typed: string) =>
    rowsOf(await desk.ask("find", typed)).flatMap(({ what, number }) => (what === "booking" ? [number] : []));
  const number = waybillNo.replace("TH", "");
  for (const digits of ["2222", "11 2222", number.slice(3, 9), `TH${number.slice(0, 7)}`, quote.quoteNo.slice(2, 8)])
    expect(await bookings(digits), digits).toContain(waybillNo);
  expect(await bookings("31112225")).toEqual([other.waybillNo]);
  expect(await bookings(waybillNo)).toEqual([waybillNo]);
});

test("of more than is shown, the newest are, whatever was found by", async () => {
  const newest = await office.quote({ addresses: { fromPhone: "+27831118225" } });
  for (const days of [3, 2]) await office.quote({ addresses: { fromPhone: "+27841118225" } }, ago(days * DAYS));
  const rows = rowsOf(await desk.ask("find", "8225", "--first", "1"));
  expect(rows.map(({ number }) => number)).toEqual([newest.quoteNo]);
});

test.each(["083-111-2222", "(083) 111-2222", "083.111.2222", "083/111/2222", "+27 (0)83 111 2222", "0027 83 111 2222"])(
  "a phone that was stored as %s is found by its digits",
  async (fromCell) => {
    const { waybillNo } = await office.paid({ addresses: { fromCell } });
    for (const typed of ["083 111 2222", fromCell, "2222"])
      expect(rowsOf(await desk.ask("find", typed)).map(({ number }) => number)).toContain(waybillNo);
  },
);

test.each([
  ["O'Brien", "obrien"],
  ["Sinéad O’Brien & Sons", "OBrien"],
  ["N'wamitwa", "nwamitwa"],
  ["O'Brien", "o'brien"],
])("%s is found as %s", async (toName, typed) => {
  const { waybillNo } = await office.paid({ addresses: { toName } });
  expect(rowsOf(await desk.ask("find", typed)).map(({ number }) => number)).toContain(waybillNo);
});

const withApostrophes: [where: string, name: string, typed: string[]][] = [
  ["toName", "Sean O‘Brien", ["obrien", "o’brien"]],
  ["fromName", "Thabo O`Shea", ["oshea", "o'shea"]],
  ["toName", "Pat O´Neil", ["oneil", "o‘neil"]],
  ["toName", "Mary OʼHara", ["ohara", "o’hara", "oʼhara"]],
  ["fromName", "Niall O＇Toole", ["otoole", "o′toole"]],
  ["toName", "Fergal O′Dowd", ["odowd", "o´dowd"]],
  ["toName", "Sina Faʻasavalu", ["faasavalu", "fa'asavalu"]],
  ["toLatinName", "Chen O'Xing", ["oxing", "chen o`xing"]],
  ["toCity", "Jeffrey's Bay", ["jeffreys bay", "jeffreyʼs bay"]],
  ["fromCity", "Lion‛s River", ["lions river"]],
  ["toSuburb", "Cat's Corner", ["cats corner", "cat’s corner"]],
];

test.each(withApostrophes)("%s is found with any apostrophe and with none: %s", async (where, name, typed) => {
  const { waybillNo } = await office.paid({ addresses: { [where]: name } });
  for (const words of typed)
    expect(
      rowsOf(await desk.ask("find", words)).map(({ number }) => number),
      words,
    ).toContain(waybillNo);
});

test("so are an account, an application's names and home, and what a parcel contains", async () => {
  const { waybillNo } = await office.paid({ parcel: { parcelDesc: "Children＇s shoes" } });
  await office.applied(1, { from_name: "DʼAngelo", from_surname: "N´dou", residence: "Gonubie’s Kop" });
  const what = async (typed: string) => rowsOf(await desk.ask("find", typed)).map(({ what }) => what);
  for (const typed of ["dangelo", "d'angelo", "ndou", "dangelo n’dou", "gonubies kop"])
    expect(await what(typed), typed).toContain("application");
  const { account } = await office.joined("nomsa@example.com");
  await office.store.tx((tx) => tx.update(users).set({ name: "Nomsa Nʹxumalo" }).where(eq(users.uid, account.uid)));
  for (const typed of ["nxumalo", "n’xumalo"]) expect(await what(typed), typed).toContain("account");
  expect(rowsOf(await desk.ask("find", "childrens shoes"))[0]?.number).toBe(waybillNo);
});

test("two numbers find both, each once", async () => {
  const [one, other] = [await office.paid(), await office.paid()];
  const found = async (typed: string) =>
    rowsOf(await desk.ask("find", typed)).flatMap(({ what, number }) => (what === "booking" ? [number] : []));
  const both = [one.waybillNo, other.waybillNo].toSorted();
  expect((await found(`${one.waybillNo} ${other.waybillNo}`)).toSorted()).toEqual(both);
  expect((await found(`${one.quote.quoteNo}, ${other.quote.quoteNo}`)).toSorted()).toEqual(both);
  expect(await found(`${one.waybillNo} ${one.quote.quoteNo}`)).toEqual([one.waybillNo]);
});

test.each([
  ["ORD #LAND1/77", ["ord #land1/77", "Ord #Land1/77"]],
  ["#sh-1000b", ["#SH-1000B", "SH-1000b"]],
])("a shop's number %s is found in small and capital letters", async (reference, typed) => {
  const { quote, waybillNo } = await office.paid();
  await office.store.tx((tx) => tx.update(quotes).set({ reference, uid: "shop" }).where(eq(quotes.id, quote.id)));
  for (const words of typed) {
    expect(rowsOf(await desk.ask("find", words))[0]?.number, words).toBe(waybillNo);
    expect((await quotesFound(office.store.read, "shop", words)).map((each) => each.waybillNo)).toEqual([waybillNo]);
  }
});

test("our numbers are found as people copy them, an invoice's, a case's and a shop's own too", async () => {
  const { quote, waybillNo } = await office.paid();
  const first = async (...words: string[]) => rowsOf(await desk.ask("find", ...words))[0]?.number;
  const spoken = spokenWaybillNumber(waybillNo);
  const texts = [
    waybillNo,
    `${spoken} / 2`,
    `Waybill ${spoken}, R 80,62`,
    `https://x.example/tracking?no=${waybillNo}&key=a`,
  ];
  for (const typed of texts) expect(await first(typed), typed).toBe(waybillNo);
  const [invoice] = await office.store.read.select().from(invoices);
  const invoiceNo = invoice?.invoiceNo ?? "";
  const invoiceTexts = [invoiceNo.toLowerCase(), ...[" – ", "_", "/"].map((sign) => invoiceNo.replaceAll("-", sign))];
  for (const typed of invoiceTexts) expect(await first(typed), typed).toBe(waybillNo);
  const opened = await openedCase(office, waybillNo, { kind: "damaged", words: "Wet.", contact: null });
  expect(await first(spokenCaseNumber(opened.caseNo))).toBe(waybillNo);
  await office.store.tx((tx) => tx.update(quotes).set({ reference: "#1000" }).where(eq(quotes.id, quote.id)));
  for (const typed of ["#1000", "1000"]) expect(await first(typed), typed).toBe(waybillNo);
});

test("accounts, applications and emails are found with it, newest first, an email with its id for resending", async () => {
  await office.joined("nomsa@example.com", ago(3 * DAYS));
  await office.applied(1, { from_name: "Nomsa", from_email: "nomsa@example.com" }, ago(2 * DAYS));
  await office.paid({ addresses: nomsa }, ago(DAYS));
  const rows = rowsOf(await desk.ask("find", "nomsa@example.com"));
  expect(new Set(rows.map(({ what }) => what))).toEqual(new Set(["account", "application", "booking", "email"]));
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const email = rows.find(({ what, about }) => what === "email" && String(about).includes("Booking confirmed"));
  await office.postman(new Date());
  expect(await desk.ask("resend", "email", String(email?.number))).toMatchObject({ kind: "done" });
});

test("a parcel that is found by its contents isn't hidden by the newer emails to its sender", async () => {
  const { waybillNo } = await office.paid({ parcel: { parcelDesc: "Clothes" } }, ago(3 * DAYS));
  await office.wrote("one");
  await office.wrote("two");
  const rows = rowsOf(await desk.ask("find", "clothes", "--first", "2"));
  expect(rows.map(({ what, number }) => (what === "booking" ? number : what))).toEqual(["email", waybillNo]);
});

test("the list of emails has each one's id for resending", async () => {
  await office.wrote("one");
  await office.postman(new Date());
  const [, line = ""] = written(await desk.ask("list", "emails", "--sent"), "csv").split(/\r?\n/);
  expect(await desk.ask("resend", "email", line.split(",")[0] ?? "")).toMatchObject({ kind: "done" });
});

test("an erased person can't be found by anything", async () => {
  const quote = await office.quote({ addresses: nomsa }, ago(200 * DAYS));
  expect(rowsOf(await desk.ask("find", "nomsa"))).toHaveLength(1);
  await tidy(office.store, aFolder(), new Date());
  for (const words of [["nomsa"], ["083 111 2222"], ["nomsa@example.com"], [quote.quoteNo]])
    expect(rowsOf(await desk.ask("find", ...words)), words.join(" ")).toEqual([]);
  expect(asStaff(freshForStaff(office.file), "SELECT * FROM search_index")).toEqual([]);
});

test.runIf(!isPostgres)("a file from before the index has one after the next start", async () => {
  await office.paid({ addresses: nomsa });
  const { default: Database } = await import("better-sqlite3");
  const file = new Database(office.file);
  file.exec("DROP TABLE search_index");
  const { makeObjects } = await import("#db/made-objects.server");
  makeObjects(file, new Date());
  file.close();
  const views = openStaffViews(office.file);
  expect((await views.find({ words: ["zwane"] }, 20)).map(({ what }) => what)).toContain("booking");
  views.close();
});

test("an unknown person has no results, and a blank search asks for words", async () => {
  expect(await desk.ask("find", "zwelakhe")).toMatchObject({ rows: [], ifEmpty: 'Nothing was found for "zwelakhe".' });
  await expect(desk.ask("find")).rejects.toThrow("Who or what?");
  await expect(desk.ask("find", "nomsa", "--first", "many")).rejects.toThrow("--first needs a number");
  // Nothing typed is read as the index's query syntax.
  for (const typed of ['"', "nomsa OR thandi", "* AND (", "name:nomsa", "-", "NEAR(a b)"])
    expect((await desk.ask("find", typed)).kind, typed).toBe("list");
});

function rowsOf(answer: Answer) {
  return answer.kind === "list" ? answer.rows : [];
}
