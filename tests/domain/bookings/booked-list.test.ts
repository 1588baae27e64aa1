import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookedList } from "#app/domain/bookings/booked-list.server";
import { importColumns } from "#app/domain/bookings/import-list.server";
import { homeAddresses } from "#app/domain/form/addresses";
import { spokenName } from "#app/domain/form/fields";
import { parcelSchema } from "#app/domain/form/parcel";
import { type SavedForm, withoutPeople } from "#app/domain/form/saved-form";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { newId } from "#app/domain/values/ids.server";
import { normalisePhone } from "#app/domain/values/phone.server";
import { MINUTES } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import type { Store } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { anImporter } from "../../support/an-importer";

const now = new Date("2026-11-20T08:00:00Z");

async function aShop() {
  const { office, account, read } = await anImporter(now);
  const [booked] = await office.store.read.select().from(quotes);
  return { store: office.store, account, read, booked: booked ?? expect.fail("nothing is booked") };
}

async function fileOf(store: Store, account: { uid: string }): Promise<string> {
  let file = "";
  for await (const piece of bookedList(store.read, limitsAsked, account)) file += piece;
  return file;
}

async function change(store: Store, { id }: Pick<Quote, "id">, to: Partial<Quote>): Promise<void> {
  await store.tx((tx) => tx.update(quotes).set(to).where(eq(quotes.id, id)));
}

describe("the list of an account's bookings", () => {
  test("has the columns of a list to send, a semicolon between them, and its newest booking first", async () => {
    const { store, account, booked } = await aShop();
    const { formSnapshot } = booked;
    const parcel = { ...formSnapshot.parcel, weight: 1.5, declaredCents: 50_050, collectionDay: "2026-11-24" };
    const addresses = { ...formSnapshot.addresses, toName: "=Zodwa", toPhone: "0821234567" };
    const newer = { ...booked, id: newId(), draftId: newId(), quoteNo: "Q1", createdAt: new Date(now.getTime() + 1) };
    await store.tx((tx) => tx.insert(quotes).values({ ...newer, formSnapshot: { addresses, parcel } }));
    const [heading, first, second, ...rest] = (await fileOf(store, account)).split("\r\n");
    expect(heading).toBe(`\uFEFF${importColumns.map(spokenName).join(";")}`);
    expect(first).toContain(";'=Zodwa;");
    expect(first).toContain(";082 123 4567;");
    expect(first).toContain(";1,5;500,50;;");
    expect(second).toContain(`;${formSnapshot.addresses.toName};`);
    expect(rest).toEqual([""]);
  });

  test("leaves out what no list can send: quotes, cancelled bookings, parcels abroad and erased names", async () => {
    const { store, account, booked } = await aShop();
    const lines = async () => (await fileOf(store, account)).trim().split("\r\n").length - 1;
    const { addresses } = booked.formSnapshot;
    const abroad = { ...booked.formSnapshot, addresses: { ...addresses, toCountry: "Brazil" } };
    for (const to of [
      { bookedAt: null },
      { status: "cancelled" as const },
      { formSnapshot: abroad },
      { formSnapshot: withoutPeople(booked.formSnapshot, "books-closed") },
    ]) {
      expect(await lines()).toBe(1);
      await change(store, booked, to);
      expect(await lines()).toBe(0);
      await change(store, booked, booked);
    }
  });

  test("has nobody else's", async () => {
    const { store, booked } = await aShop();
    expect((await fileOf(store, { uid: "another" })).split("\r\n")).toEqual([expect.any(String), ""]);
    await change(store, booked, { uid: null });
    expect(await fileOf(store, { uid: "" })).not.toContain(booked.formSnapshot.addresses.toName);
  });
});

/** What spreadsheets, programs and readers of lists take for something else. */
const pieces = [
  ...[
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "'",
    "''",
    "’",
    "‘",
    '"',
    '""',
    ",",
    ";",
    "\t",
    "\n",
    " ",
    "(",
    "|",
    "$",
    "0",
    "12",
  ],
  ...['="x"', "=1+1", "=SUM(A1)", "+27", "'082", "sep=;", "a", "Zo", "ë", "ḓ", "王", "8,21E+08", "1804.0"],
];
const oddText = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(""));
const phone = fc.constantFrom("0821234567", "+27821234567", "(011) 555-1234", "+44 20 7946 0000", "082-123-4567");
const email = fc.constantFrom("z@example.com", "+z@example.com", "-z@example.com", "'1@example.com", "'z@example.com");

const oddAnswers = fc.record({
  ...Object.fromEntries(
    ["from", "to"].flatMap((party) => [
      ...["Name", "LatinName", "AddressLine", "LatinStreet", "Suburb", "City", "Landmark"].map((field) => [
        party + field,
        oddText,
      ]),
      [`${party}Phone`, phone],
      [`${party}Cell`, fc.oneof(fc.constant(""), phone)],
      [`${party}Email`, email],
    ]),
  ),
  parcelDesc: oddText,
  customsDesc: oddText,
  specialInstructions: oddText,
  collectionTime: fc.constantFrom("", "morning"),
  quantity: fc.constantFrom("1", "12"),
  weight: fc.constantFrom("", "0,5", "1,234", "4"),
  declaredValue: fc.constantFrom("0", "500", "1234,5", "1234,56"),
});

const usual: Record<string, string> = {
  ...{ fromName: "Thandi Nkosi", fromEmail: "t@example.com", fromPhone: "082 123 4567", fromPostal: "1431" },
  ...{ fromAddressLine: "12 Shop Street", fromCity: "Germiston", toAddressLine: "9 Vilakazi Street", toCity: "Soweto" },
  ...{ toName: "Zodwa Khumalo", toEmail: "z@example.com", toPhone: "082 123 4567", toPostal: "1804" },
  ...{ selectedBoxId: "stock-7", quantity: "1", parcelDesc: "", customsDesc: "", specialInstructions: "" },
};

/** What is stored of a form; a field that no form takes has its usual answer. */
function stored(typed: Record<string, string>): SavedForm {
  const parcels = parcelSchema({ boxMessage: "", knowsBox: () => true, days: [], dayMessage: "" });
  const answers = { ...usual, ...typed };
  for (const { error } of [homeAddresses.safeParse(answers), parcels.safeParse(answers)])
    for (const { path } of error?.issues ?? []) answers[String(path[0])] = usual[String(path[0])] ?? "";
  return { addresses: homeAddresses.parse(answers), parcel: parcels.parse(answers) };
}

/** A phone is the same number, however it is written. */
const asRead = ({ addresses, parcel }: SavedForm): SavedForm => ({
  parcel,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([name, value]) => [
      name,
      /(?:Phone|Cell)$/.test(name) ? (normalisePhone(value) ?? value) : value,
    ]),
  ) as SavedForm["addresses"],
});

test("what a customer has booked goes back in as a list, with every odd sign that they typed", async () => {
  const { store, account, read, booked } = await aShop();
  await fc.assert(
    fc.asyncProperty(fc.array(oddAnswers, { minLength: 1, maxLength: 20 }), async (typed) => {
      const forms = typed.map((each) => stored(each as Record<string, string>));
      await store.tx(async (tx) => {
        await tx.update(quotes).set({ uid: null });
        for (const [at, formSnapshot] of forms.entries()) {
          const own = { id: newId(), draftId: newId(), quoteNo: newId() };
          const createdAt = new Date(now.getTime() - at * MINUTES);
          await tx.insert(quotes).values({ ...booked, ...own, formSnapshot, createdAt, uid: account.uid });
        }
      });
      const result = await read(await fileOf(store, account));
      if (!result.ok) expect.fail(result.faults.join("\n"));
      expect(result.priced.map(({ formSnapshot }) => asRead(formSnapshot))).toEqual(forms.map(asRead));
    }),
    { numRuns: 40 },
  );
});

test("a list of 3,000 bookings comes in short pieces, and others have a turn after each thirty", async () => {
  const { store, account, booked } = await aShop();
  const [count, atOnce] = [3_000, 500];
  for (let made = 1; made < count; made += atOnce) {
    const copies = Array.from({ length: Math.min(atOnce, count - made) }, (_, at) => ({
      ...{ ...booked, id: newId(), draftId: newId(), quoteNo: newId(), reference: null },
      createdAt: new Date(now.getTime() - (made + at) * MINUTES),
    }));
    await store.tx((tx) => tx.insert(quotes).values(copies));
  }
  let [turns, longest, lines, isOver] = [0, 0, 0, false];
  const taken = (async () => {
    while (!isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
  })();
  for await (const piece of bookedList(store.read, limitsAsked, account)) {
    longest = Math.max(longest, piece.length);
    lines += 1;
  }
  isOver = true;
  await taken;
  expect(lines).toBe(1 + count);
  expect(longest).toBeLessThan(4_000);
  expect(turns).toBeGreaterThan(count / 30);
});
