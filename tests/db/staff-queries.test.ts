import { expect, test } from "vitest";
import { addCharge } from "#app/domain/money/charges.server";
import { allowCredit } from "#app/domain/money/give-credit.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { aParcel } from "../../demo/a-parcel";
import { ago, anOffice, asStaff, dayFromNow, type Office } from "../support/an-office";
import { staffQueries } from "../support/database-notes";
import { freshForStaff } from "../support/store-place";

const thandi = "thandi@example.co.za";
const sipho = "sipho@example.co.za";

/** The rows that the document's placeholders stand for. */
const placeholders = { TH4821093753: "parcel", Q48210934: "quote" } as const;

test("every query on the page answers its question", async () => {
  const office = await anOffice();
  const named = await someWeeks(office);
  const answers = Object.fromEntries(
    staffQueries().map(({ title, sql }) => [title, asked(office, filledIn(sql, named))]),
  );
  const { rand } = named;

  expect(answers).toMatchObject({
    "Today's collections": [
      { waybill_no: named.parcel, collect_when: "Today", how_to_find_it: "Blue gate opposite the taxi rank" },
    ],
    "Tomorrow's collections": [
      { waybill_no: named.tomorrow, collection_time_wished: "morning", parcels: 3, box: "Stock 4" },
    ],
    "Everything about one parcel": [{ waybill_no: named.parcel, receiver_phone: "+27 73 555 0101" }],
    "What happened to one parcel, and when": [{ kind: "booked", place: null }],
    "A quote, by the number that the customer reads out": [{ quote_no: named.quote, status: "Priced" }],
    "Everything that one customer sent or asked": [
      { number: named.quote, status: "Priced" },
      { number: named.parcel, status: "Paid, to be collected" },
      { number: named.unserved, status: "Waiting for our price" },
      { number: named.unpaid, status: "Booked, not paid" },
      { number: named.abroad, status: "Collected" },
      { number: named.stuck, status: "On its way" },
      { number: named.failed, status: "Delivery failed" },
      { number: named.arrived, status: "Delivered" },
    ],
    "Unpaid for a day": [{ quote_no: named.unpaid, status: "Booked, not paid", sender_phone: "082 123 4567" }],
    "Manual quotes waiting": [{ quote_no: named.unserved, hours_waiting: 5, deliver_postal_code: "9100" }],
    "Parcels not moved for two days": [{ waybill_no: named.stuck, days_without_news: 3, last_place: "Bloemfontein" }],
    "Failed deliveries": [{ waybill_no: named.failed, deliver_suburb: "Orlando East" }],
    "Payments to refund": [
      { quote_no: named.twice, why: "Paid twice", refund_rand: rand.parcel, payfast_payment: "the second" },
    ],
    "Payments without an answer from PayFast": [
      { quote_no: named.atPayfast, status: "Pending at PayFast", minutes_waiting: 40 },
    ],
    "Where we are asked and don't go": [
      { why: "We do not yet service the TO postal code.", to_postal: "9100", times_asked: 1 },
    ],
    "Where parcels abroad go": [{ deliver_country: "Botswana", parcels: 1, rand: rand.abroad }],
    "How long a parcel takes": [{ delivered: 1, days_on_average: 2, days_at_most: 2 }],
    "Emails that didn't go out": [
      { status: "Given up", to_address: thandi, subject: "lost", last_error: "Error: no such mailbox" },
    ],
    "Drivers by province": [
      { province: "Gauteng", applications: 2, new: 2, accepted: 0, with_a_vehicle: 2 },
      { province: "Limpopo", applications: 1, with_a_vehicle: 0 },
    ],
    "Who owes us, and for how long": [{ customer_email: sipho, limit_rand: 5000, owes_rand: 25, oldest_due: null }],
    "New accounts": [{ customer_email: sipho, customer: "Thandi Nkosi", quotes: 0 }],
  });

  const inLocalZones = rand.parcel + rand.tomorrow + rand.stuck + rand.failed + rand.arrived;
  expect(
    added(answers["Revenue by zone and week"], "rand", { zone: "Metro", route: "Within South Africa" }),
  ).toBeCloseTo(inLocalZones, 2);
  expect(added(answers["Revenue by zone and week"], "rand", { zone: "Metro", route: "Abroad" })).toBeCloseTo(
    rand.abroad,
    2,
  );
  expect(answers["Revenue by zone and week"]?.every(({ week }) => new Date(String(week)).getUTCDay() === 1)).toBe(true);

  expect(answers["Busiest townships"]).toEqual([{ town: "Katlehong", postal_code: "1431", parcels: 8, bookings: 6 }]);
  expect(answers["Busiest routes"]).toEqual([
    { collect_postal_code: "1431", deliver_postal_code: "1804", deliver_country: "South Africa", parcels: 4 },
    { collect_postal_code: "1431", deliver_postal_code: "7784", deliver_country: "South Africa", parcels: 3 },
    { collect_postal_code: "1431", deliver_postal_code: "", deliver_country: "Botswana", parcels: 1 },
  ]);
  expect(answers["Customers with most parcels"]).toMatchObject([
    { customer_email: thandi, parcels: 5, bookings: 5 },
    { customer_email: sipho, parcels: 3, bookings: 1, rand: rand.tomorrow },
  ]);
  expect(answers["Average price by box"]).toEqual([
    { box: "Flyer bag", route: "Within South Africa", parcels: 4, average_rand: rand.parcel },
    {
      box: "Stock 4",
      route: "Within South Africa",
      parcels: 3,
      average_rand: Math.round((rand.tomorrow / 3) * 100) / 100,
    },
    { box: "Flyer bag", route: "Abroad", parcels: 1, average_rand: rand.abroad },
  ]);

  const today = answers["What came in today and yesterday"]?.find(({ day }) => day === dayFromNow(0));
  expect(today).toMatchObject({ money: "Test", payments: 2 });
  expect(today?.received_rand).toBeCloseTo(rand.parcel + rand.tomorrow, 2);
  const [month] = answers["VAT of this month"] ?? [];
  expect(month?.received_rand).toBeCloseTo(paidSince(named, `${dayFromNow(0).slice(0, 8)}01`), 2);
  expect(month?.vat_rand).toBeCloseTo((Number(month?.received_rand) * 15) / 115, 1);

  expect(added(answers["Quotes per day, and how many became bookings"], "quotes", {})).toBe(10);
  expect(added(answers["Quotes per day, and how many became bookings"], "paid", {})).toBe(6);
  expect(answers["What we wrote to somebody"]).toContainEqual({
    queued_at: expect.any(String),
    status: "Given up",
    subject: "lost",
  });
  expect(answers["Drivers who wait for an answer"]).toHaveLength(3);
  expect(answers["What applies today"]).toContainEqual({
    rate: "VAT",
    for_what: "vat",
    valid_from: "2026-01-01",
    rand: null,
    percent: 15,
  });
});

test("there are at least twenty queries, and each has rows in the weeks above", async () => {
  const office = await anOffice();
  const named = await someWeeks(office);
  expect(staffQueries().length).toBeGreaterThanOrEqual(20);
  for (const { title, sql } of staffQueries()) expect(asked(office, filledIn(sql, named)), title).not.toEqual([]);
});

test("on the first day, before anything has no query fails", async () => {
  const office = await anOffice();
  for (const { title, sql } of staffQueries()) expect(() => asked(office, sql), title).not.toThrow();
});

/** The page's queries are SQLite's: beside PostgreSQL staff ask the copy. */
const asked = ({ file }: Office, query: string) => asStaff(freshForStaff(file), query);

/**
 * Six paid parcels at all stages, an open quote, an unpaid booking, one without a price, one at PayFast, three drivers.
 */
async function someWeeks(office: Office) {
  const { paid, booked, quote, tell, world, applied, wrote, postman, joined } = office;
  const arrived = await aParcel()
    .at(ago(6 * DAYS))
    .collected()
    .at(ago(4 * DAYS))
    .delivered()
    .in(world);
  const failed = await aParcel()
    .at(ago(5 * DAYS))
    .collected()
    .at(ago(1 * HOURS))
    .marked("failed_attempt", { place: "Soweto" })
    .in(world);
  const stuck = await aParcel()
    .at(ago(4 * DAYS))
    .paid()
    .at(ago(3 * DAYS + 1 * HOURS))
    .inTransit("Bloemfontein")
    .in(world);
  const abroad = await paid({ addresses: { toCountry: "Botswana", toPostal: "" } }, ago(3 * DAYS));
  await aParcel(abroad)
    .collected()
    .in(world, ago(1 * HOURS));
  const unpaid = await booked({}, ago(2 * DAYS));
  const unserved = await booked({ addresses: { toPostal: "9100" } }, ago(5 * HOURS));
  const atPayfast = await booked({ addresses: { fromEmail: sipho } }, ago(45 * MINUTES));
  await tell(atPayfast, { status: "PENDING", pfPaymentId: "slow" }, ago(40 * MINUTES));
  const first = await paid({ parcel: { collectionDay: dayFromNow(0) } });
  await tell(first.quote, { pfPaymentId: "the second" });
  const tomorrow = await paid({
    addresses: { fromEmail: sipho, toPostal: "7784" },
    parcel: { selectedBoxId: "stock-4", quantity: 3, collectionDay: dayFromNow(1), collectionTime: "morning" },
  });
  const open = await quote({}, ago(-1 * MINUTES));

  await applied(1);
  await applied(2);
  await applied(3, { currentprovince: "Limpopo", OwnerDriver: "No" });
  await postman(new Date());
  await wrote("lost", {}, ago(10 * DAYS));
  for (let tried = 0; tried < 8; tried += 1) await postman(ago((9 - tried) * DAYS), true);
  const { account } = await joined(sipho);
  const more = { quoteId: tomorrow.quote.id, reason: "other", found: {}, amountCents: 25_00 } as const;
  await office.store.tx(async (tx) => {
    await allowCredit(tx, account.uid, { limitCents: 5000_00, days: 30 }, "Lindiwe", ago(5 * DAYS));
    await addCharge(tx, { ...more, because: "", agreed: "", payBy: "", accountUid: account.uid }, ago(0));
  });

  const parcels = { parcel: first, tomorrow, stuck, failed, arrived, abroad };
  const rand = mapped(parcels, ({ quote }) => (quote.grandTotalCents ?? Number.NaN) / 100);
  return {
    ...mapped(parcels, ({ waybillNo }) => waybillNo),
    quote: open.quoteNo,
    unpaid: unpaid.quoteNo,
    unserved: unserved.quoteNo,
    atPayfast: atPayfast.quoteNo,
    twice: first.quote.quoteNo,
    rand,
    paidOn: { parcel: 0, tomorrow: 0, stuck: -4, failed: -5, arrived: -6, abroad: -3 },
  };
}

type Named = Awaited<ReturnType<typeof someWeeks>>;

function filledIn(sql: string, named: Named): string {
  return Object.entries(placeholders).reduce((text, [word, name]) => text.replaceAll(word, named[name]), sql);
}

function paidSince({ rand, paidOn }: Named, day: string): number {
  const names = Object.keys(rand) as (keyof typeof rand)[];
  return names.reduce((sum, name) => (dayFromNow(paidOn[name]) >= day ? sum + rand[name] : sum), 0);
}

/** The sum of one column over the matching rows. */
function added(rows: Record<string, unknown>[] | undefined, column: string, fitting: Record<string, unknown>): number {
  const fits = (row: Record<string, unknown>) => Object.entries(fitting).every(([name, value]) => row[name] === value);
  return (rows ?? []).filter(fits).reduce((sum, row) => sum + Number(row[column]), 0);
}

function mapped<Key extends string, From, To>(from: Record<Key, From>, turn: (each: From) => To): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, each]) => [key, turn(each)])) as Record<Key, To>;
}
