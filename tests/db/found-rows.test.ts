import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { HOURS } from "#app/durations";
import type { Sought } from "#db/found-rows.server";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { payments, refunds } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import {
  asWord,
  endOfPhone,
  phoneWord,
  postgresPhones,
  postgresSearch,
  postgresSearchIndexes,
} from "#db/search-index.server";
import { openStaffViews } from "#db/staff-views.server";
import { ago, officeForEachTest } from "../support/an-office";
import { openedCase } from "../support/opened-case";
import { freshForStaff } from "../support/store-place";

const office = officeForEachTest();

test("a shop's order number that is also its customer's name finds one booking once", async () => {
  const { id, quoteNo } = await office.quote({ addresses: { fromName: "Nomsa Zwane" } });
  await office.store.tx((tx) => tx.update(quotes).set({ reference: "zwane" }).where(eq(quotes.id, id)));
  expect(await found({ words: ["zwane"], reference: "zwane" })).toEqual([`quote ${quoteNo}`]);
});

test("a waybill's number alone finds its booking", async () => {
  const { waybillNo } = await office.paid();
  await office.paid();
  expect((await found({ words: [], waybillNos: [waybillNo] })).filter((row) => !row.startsWith("email"))).toEqual([
    `booking ${waybillNo}`,
  ]);
});

test("emails are shown beside what was sent by up to three people, and not among the results of a common name", async () => {
  const named = async (fromEmail: string) => {
    await office.quote({ addresses: { fromName: "Nomsa Zwane", fromEmail } });
    if (fromEmail) await office.wrote(`to ${fromEmail}`, { to: fromEmail });
  };
  for (const email of ["", "one@example.com", "two@example.com", "three@example.com"]) await named(email);
  const kinds = async () => (await found({ words: ["zwane"] })).map((row) => row.split(" ")[0]).toSorted();
  expect(await kinds()).toEqual(["email", "email", "email", "quote", "quote", "quote", "quote"]);
  await named("four@example.com");
  expect(await kinds()).toEqual(["quote", "quote", "quote", "quote", "quote"]);
});

test("of more phones than are shown, the newest count, before any email", async () => {
  const people = ["one", "two", "three", "nomsa", "nomsa"].map((name) => `${name}@example.com`);
  for (const [n, fromEmail] of people.entries())
    await office.quote({ addresses: { fromPhone: `+278311${n}4321`, fromEmail } }, ago((9 - n) * HOURS));
  await office.wrote("to nomsa", { to: "nomsa@example.com" }, ago(2 * HOURS));
  const shown = await found({ words: [], digits: "4321" }, 2);
  expect(shown.map((row) => row.split(" ")[0])).toEqual(["quote", "quote"]);
});

test("PostgreSQL is asked for exactly the words that its indexes hold, or it would read whole tables", () => {
  const indexed = [...postgresSearchIndexes().matchAll(/ ON (\w+) USING gin \((.+)\);$/gm)];
  expect(indexed.map(([, table]) => table)).toEqual(["quotes", "users", "driver_applications"]);
  for (const [, table, words] of indexed)
    for (const question of [postgresSearch(), postgresPhones()])
      expect(question).toContain(`FROM ${table} WHERE ${words} @@ `);
  expect(endOfPhone("4567")).toBe("'~7654':*");
});

test("a name that is only begun is looked for where nobody has it whole", async () => {
  await office.quote({ addresses: { fromName: "Nomsa Zwanela" } });
  expect(await found({ words: ["zwane"] })).toHaveLength(1);
  await office.quote({ addresses: { fromName: "Nomsa Zwane" } });
  expect(await found({ words: ["zwane"] })).toHaveLength(1);
  expect(await found({ words: ["zwan"] })).toHaveLength(2);
});

test("digits are looked for in phones, waybill, quote, application and PayFast's numbers", async () => {
  const { quote, waybillNo } = await office.paid();
  await office.tell(quote, { pfPaymentId: "770011223" });
  await office.applied(1);
  const [application] = await office.store.read.select().from(driverApplications);
  const numbers = { waybillNo, quoteNo: quote.quoteNo, reference: application?.reference ?? "" };
  for (const [name, number] of Object.entries(numbers)) {
    const digits = number.replace(/\D/g, "").slice(0, 6);
    const wanted = name === "reference" ? `application ${number}` : `booking ${waybillNo}`;
    expect(await found({ words: [], digits }), name).toContain(wanted);
  }
  expect(await found({ words: [], digits: "770011" })).toContain(`booking ${waybillNo}`);
});

test("an email's own number finds it, PayFast's number of a refund its booking, and a booking is shown with its cases", async () => {
  const { quote, waybillNo } = await office.paid();
  const [payment] = await office.store.read.select().from(payments).where(eq(payments.quoteId, quote.id));
  const refund = { reference: "R-99", paymentId: payment?.id ?? "", amountCents: 1, notedAt: new Date() };
  await office.store.tx((tx) => tx.insert(refunds).values(refund));
  const report = { kind: "damaged", words: "It is wet.", contact: null } as const;
  await openedCase(office, waybillNo, report);
  const rows = await found({ words: [], theirs: "R-99" });
  expect(rows).toContain(`booking ${waybillNo}`);
  expect(rows.filter((row) => row.startsWith("case"))).toHaveLength(1);
  expect(await found({ words: [], theirs: "R-98" })).toEqual([]);
  const [email] = await office.store.read.select().from(outgoingMails);
  expect((await found({ words: [], theirs: email?.id ?? "" })).map((row) => row.split(" ")[0])).toEqual(["email"]);
});

test("an email is found whole, whatever signs are in it, and not by another with some of the same words", async () => {
  for (const fromEmail of ["nomsa.z+shop@my-post.co.za", "nomsa@my-post.co.za"])
    await office.quote({ addresses: { fromName: "N", fromEmail } });
  const [first] = await office.store.read.select().from(quotes).where(eq(quotes.email, "nomsa.z+shop@my-post.co.za"));
  expect(await found({ words: ["nomsa.z+shop@my-post.co.za"] })).toEqual([`quote ${first?.quoteNo}`]);
});

test("those of one minute are shown in the same order each time, and as many as are asked for", async () => {
  const at = new Date("2026-11-20T10:00:00Z");
  for (const _ of [1, 2, 3, 4]) await office.quote({ addresses: { fromName: "Nomsa Zwane" } }, at);
  const ids = (await office.store.read.select().from(quotes)).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const all = ids.map(({ quoteNo }) => `quote ${quoteNo}`).toReversed();
  for (const most of [20, 4]) expect(await found({ words: ["zwane"] }, most)).toEqual(all);
  for (const most of [3, 1]) expect(await found({ words: ["zwane"] }, most)).toHaveLength(most);
});

test.each([
  ["082 123 4567", "821234567"],
  ["+27 (82) 123-45.67", "821234567"],
  ["821234567", "821234567"],
  ["82123456", null],
  ["082 123 4567 x", null],
  ["phone 082 123 4567", null],
])("%j as a phone is %j", (typed, word) => {
  expect(phoneWord(typed)).toBe(word);
});

test.each([
  ["Thandi", "Thandi"],
  ["thandi.n+x-y@example.co.za", "thandi_n_x_y_example_co_za"],
  ["o-neil.b", "o-neil.b"],
  ['a"b OR c', "a b OR c"],
])("%j is looked for as %j", (typed, word) => {
  expect(asWord(typed)).toBe(word);
});

/** What was found, the newest first, as its kind and number. */
async function found(sought: Sought, first = 20): Promise<string[]> {
  const views = openStaffViews(freshForStaff(office.file));
  onTestFinished(() => views.close());
  return (await views.find(sought, first)).map(({ what, number }) => `${what} ${number}`);
}
