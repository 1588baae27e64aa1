import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { addressFields, parcelFields, partyFields } from "#app/domain/form/fields";
import { isPaid } from "#app/domain/money/payment-state";
import { markParcel } from "#app/domain/parcels/mark-parcel.server";
import type { Mark } from "#app/domain/parcels/marks";
import { setStatus } from "#app/domain/parcels/quotes/saved-quotes.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { restate } from "#app/domain/parcels/restate.server";
import { withdrawOccasion } from "#app/domain/post/overtaken.server";
import { newId } from "#app/domain/values/ids.server";
import { DAYS, HOURS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { refunds } from "#db/schema/payments";
import { postalAreas, rates } from "#db/schema/pricing";
import { quoteStatuses, quotes } from "#db/schema/quotes";
import { trackingEventKinds, trackingEvents } from "#db/schema/waybills";
import { storeSiteFacts } from "#db/site-facts.server";
import { staffViewFiles } from "#db/staff-views.server";
import { aParcel } from "../../demo/a-parcel";
import { ago, anOffice, asStaff, dayFromNow, type Office } from "../support/an-office";
import { openedCase } from "../support/opened-case";
import { freshForStaff } from "../support/store-place";

test("a booking has everything that a driver needs: both addresses, landmarks, phones, and what is sent", async () => {
  const { paid, staff } = await anOffice();
  const { waybillNo, quote } = await paid(
    {
      addresses: { fromCell: "083 000 1111", toLandmark: "Yellow house behind the church" },
      parcel: {
        weight: 0.8,
        declaredCents: 350_50,
        specialInstructions: "Ring twice.\nMind the dog.",
        collectionDay: dayFromNow(1),
      },
    },
    new Date("2026-11-20T22:30:00.000Z"),
  );
  expect(staff("SELECT * FROM staff_bookings")).toEqual([
    {
      waybill_no: waybillNo,
      quote_no: quote.quoteNo,
      status: "Paid, to be collected",
      what_to_do: "Phone the sender and collect it",
      phone_receiver: "",
      paid_at: "2026-11-21 00:30",
      last_event_at: "2026-11-21 00:30",
      collection_day_wished: dayFromNow(1),
      collection_time_wished: "",
      agreed_day: null,
      agreed_time: null,
      notes: null,
      sender: "Thandi Nkosi",
      sender_phone: "082 123 4567 or 083 000 1111",
      collect_from: "Stand 1423, Mphuti Street",
      collect_suburb: "Katlehong",
      collect_city: "Germiston",
      collect_postal_code: "1431",
      how_to_find_it: "Blue gate opposite the taxi rank",
      receiver: "Sipho Dlamini",
      receiver_phone: "+27 73 555 0101",
      deliver_to: "12 Ncome Crescent",
      deliver_suburb: "Orlando East",
      deliver_city: "Soweto",
      deliver_postal_code: "1804",
      deliver_country: "South Africa",
      how_to_find_receiver: "Yellow house behind the church",
      box: "Flyer bag",
      parcels: 1,
      missing: "",
      weight_kg: 0.8,
      contents: "School shoes",
      contents_for_customs: "",
      special_instructions: "Ring twice. / Mind the dog.",
      declared_value_rand: 350.5,
      price_rand: (quote.grandTotalCents ?? Number.NaN) / 100,
      terms_version: TERMS_VERSION,
      customer_email: "thandi@example.co.za",
      mode: "sandbox",
    },
  ]);
});

test("every event of a parcel, and a cancelled booking, is in words with what to do next", async () => {
  const { paid, staff, store } = await anOffice();
  const { waybillNo, quote } = await paid();
  const seen = () => staff("SELECT status, what_to_do FROM staff_bookings")[0];
  const words = new Map<string, unknown>();
  for (const kind of trackingEventKinds) {
    // Written as rows: no parcel can have all of these.
    const event = { id: newId(), waybillNo, kind, happenedAt: ago(-HOURS * (1 + words.size)) };
    await store.tx(async (tx) => {
      await tx.insert(trackingEvents).values(event);
      await restate(tx, waybillNo);
    });
    words.set(kind, seen());
  }
  expect(Object.fromEntries(words)).toEqual({
    booked: { status: "Paid, to be collected", what_to_do: "Phone the sender and collect it" },
    failed_collection: { status: "Collection failed", what_to_do: "Phone the sender: nobody was there" },
    collected: { status: "Collected", what_to_do: "Send it on its way" },
    in_transit: { status: "On its way", what_to_do: "Bring it to the receiver" },
    at_depot: { status: "At the depot", what_to_do: "Bring it to the receiver" },
    out_for_delivery: { status: "Out for delivery", what_to_do: "Ask the driver whether it was delivered" },
    delivered: { status: "Delivered", what_to_do: "" },
    failed_attempt: { status: "Delivery failed", what_to_do: "Phone the receiver, then try again" },
    returned: { status: "Returned to the sender", what_to_do: "" },
    cancelled: { status: "Cancelled", what_to_do: "" },
    ended: { status: "Will not arrive", what_to_do: "" },
    // It isn't part of the parcel's own history.
    reported: { status: "Will not arrive", what_to_do: "" },
  });
  await store.tx((tx) => setStatus(tx, quote.id, "cancelled", "cancelled", new Date()));
  expect(seen()).toEqual({ status: "Cancelled", what_to_do: "Pay the money back" });
});

test("collections are in the order of the day: overdue, today before noon, after noon, any day, tomorrow; nothing collected or cancelled", async () => {
  const { paid, world, staff, store } = await anOffice();
  const wished = async (city: string, collectionDay: string, collectionTime: "" | "morning" | "afternoon" = "") =>
    paid({ addresses: { fromCity: city }, parcel: { collectionDay, collectionTime } });
  await wished("Next week", dayFromNow(6));
  await wished("Tomorrow", dayFromNow(1));
  await wished("After noon", dayFromNow(0), "afternoon");
  await wished("Before noon", dayFromNow(0), "morning");
  await wished("Yesterday", dayFromNow(-1));
  await paid({ addresses: { fromCity: "Any day, paid long ago" }, parcel: { collectionDay: "" } }, ago(9 * DAYS));
  await aParcel(await wished("Collected", dayFromNow(0)))
    .collected()
    .in(world, ago(-1000));
  const cancelled = await wished("Cancelled", dayFromNow(0));
  await store.tx((tx) => setStatus(tx, cancelled.quote.id, "cancelled", "cancelled", new Date()));

  expect(
    staff("SELECT collect_city || ': ' || collect_when AS line FROM staff_collections").map(({ line }) => line),
  ).toEqual([
    "Yesterday: Overdue",
    "Before noon: Today",
    "After noon: Today",
    "Any day, paid long ago: Any day",
    "Tomorrow: Tomorrow",
    "Next week: Later",
  ]);
});

test("a parcel under way is listed with its last event, the longest without news first, until it has arrived", async () => {
  const { world, staff } = await anOffice();
  const { waybillNo: moving } = await aParcel().inTransit("Bloemfontein").in(world);
  const stuckSince = ago(3 * DAYS);
  const { waybillNo: stuck } = await aParcel()
    .collected()
    .marked("failed_attempt", { place: "Soweto" })
    .in(world, stuckSince);
  await aParcel().delivered().in(world);
  expect(staff("SELECT waybill_no, status, days_without_news, last_place FROM staff_parcels_under_way")).toEqual([
    { waybill_no: stuck, status: "Delivery failed", days_without_news: 3, last_place: "Soweto" },
    { waybill_no: moving, status: "On its way", days_without_news: 0, last_place: "Bloemfontein" },
  ]);
});

test("every status of an unbooked quote is in words", async () => {
  const { quote, staff, store } = await anOffice();
  const open = await quote();
  const words = new Map<string, unknown>();
  const lacksWaybill = (todo: unknown) => String(todo).includes("a paid parcel must have a waybill");
  for (const status of quoteStatuses) {
    await store.tx((tx) => tx.update(quotes).set({ status }).where(eq(quotes.id, open.id)));
    const [seen] = staff("SELECT status, what_to_do FROM staff_open_quotes");
    words.set(status, seen?.status);
    expect([status, lacksWaybill(seen?.what_to_do)]).toEqual([status, isPaid(status)]);
  }
  expect(Object.fromEntries(words)).toEqual({
    quoted: "Priced",
    manual: "No instant price",
    error: "The pricing service did not answer",
    pending_payment: "Booked, not paid",
    paid: "Paid, without a waybill",
    payfast_complete: "Paid, without a waybill",
    waybill_created: "Paid, without a waybill",
    payfast_failed: "Payment failed",
    payfast_cancelled: "Payment cancelled",
    cancelled: "Not completed by the customer",
    failed: "Failed",
  });
  await store.tx((tx) =>
    tx.update(quotes).set({ status: "cancelled", cancelledAt: new Date() }).where(eq(quotes.id, open.id)),
  );
  expect(staff("SELECT status, what_to_do FROM staff_open_quotes")).toEqual([
    { status: "Cancelled by us", what_to_do: "" },
  ]);
  await store.tx((tx) =>
    tx.update(quotes).set({ cancelledAt: null, anonymisedAt: new Date() }).where(eq(quotes.id, open.id)),
  );
  expect(staff("SELECT status FROM staff_open_quotes")).toEqual([{ status: "Never paid, names removed" }]);
});

test("open quotes: which expire, which wait for money, what to do; paid ones aren't listed", async () => {
  const { quote, booked, tell, paid, giveUp, staff } = await anOffice();
  await quote({}, ago(8 * DAYS));
  await booked({}, ago(2 * DAYS));
  const failed = await booked({}, ago(1 * HOURS));
  await tell(failed, { status: "FAILED" });
  const gone = await booked({}, ago(30 * 60_000));
  await giveUp(gone);
  await paid();
  expect(staff("SELECT status, what_to_do FROM staff_open_quotes")).toEqual([
    { status: "Not completed by the customer", what_to_do: "" },
    { status: "Payment failed", what_to_do: "Offer help with the payment" },
    { status: "Booked, not paid", what_to_do: "Ask whether they still want it" },
    { status: "The price has expired", what_to_do: "" },
  ]);
});

test("a parcel's declared value is shown in rand, whichever release saved the form", async () => {
  const { paid, quote, staff, store } = await anOffice();
  const worth = { parcel: { declaredCents: 350_50 } };
  const made = [(await paid(worth)).quote, (await paid(worth)).quote, await quote(worth), await quote(worth)];
  for (const { id, formSnapshot } of [made[0], made[2]].filter((each) => each !== undefined)) {
    const { declaredCents, ...parcel } = formSnapshot.parcel;
    // As releases wrote it that still stored rand here.
    const inRand = { ...formSnapshot, parcel: { ...parcel, declaredValue: declaredCents / 100 } };
    await store.tx((tx) =>
      tx
        .update(quotes)
        .set({ formSnapshot: inRand as unknown as typeof formSnapshot })
        .where(eq(quotes.id, id)),
    );
  }
  for (const view of ["staff_bookings", "staff_open_quotes"]) {
    const shown = staff(`SELECT declared_value_rand FROM ${view}`);
    expect(shown).toEqual([{ declared_value_rand: 350.5 }, { declared_value_rand: 350.5 }]);
  }
});

test("customers who wait for a manual price are listed until they have it, the longest waiting first", async () => {
  const { booked, staff, store } = await anOffice();
  const first = await booked({ addresses: { toPostal: "9100" } }, ago(30 * HOURS));
  const second = await booked(
    { addresses: { toPostal: "9100" }, parcel: { customsDesc: "Worn shoes\nand a belt", declaredCents: 350_50 } },
    ago(2 * HOURS),
  );
  await storeSiteFacts(store, { appUrl: "https://thuma.example", paymentMode: "sandbox" }, new Date());
  const listed = () => staff("SELECT * FROM staff_manual_quotes");
  expect(listed()).toMatchObject([
    {
      quote_no: first.quoteNo,
      hours_waiting: 30,
      customer_phone: "082 123 4567",
      deliver_postal_code: "9100",
      box: "Flyer bag",
    },
    {
      quote_no: second.quoteNo,
      hours_waiting: 2,
      why_by_hand: "We do not yet service the TO postal code.",
      contents_for_customs: "Worn shoes / and a belt",
      declared_value_rand: 350.5,
      mode: "sandbox",
    },
  ]);
  expect(staff("SELECT status FROM staff_open_quotes")).toEqual([
    { status: "Waiting for our price" },
    { status: "Waiting for our price" },
  ]);
  const desk = { mode: "sandbox", appUrl: "http://x" } as const;
  await store.tx((tx) => priceManually(tx, first.id, 25_000, desk, new Date()));
  expect(listed()).toMatchObject([{ quote_no: second.quoteNo }]);
});

test("money of a cancelled booking is to be refunded until its refunds are recorded, in one part or two", async () => {
  const { paid, staff, store } = await anOffice();
  const { quote, waybillNo } = await paid();
  const cents = quote.grandTotalCents ?? 0;
  await store.tx((tx) =>
    tx.update(quotes).set({ status: "cancelled", cancelledAt: new Date() }).where(eq(quotes.id, quote.id)),
  );
  const owed = () => staff("SELECT quote_no, waybill_no, why, refund_rand FROM staff_payments_to_refund");
  const [payment] = staff<{ id: string }>("SELECT id FROM payments");
  const payBack = (reference: string, amountCents: number) =>
    store.tx((tx) =>
      tx.insert(refunds).values({ reference, paymentId: payment?.id ?? "", amountCents, notedAt: new Date() }),
    );
  const line = { quote_no: quote.quoteNo, waybill_no: waybillNo, why: "Booking cancelled" };

  expect(owed()).toEqual([{ ...line, refund_rand: cents / 100 }]);
  await payBack("R1", 1_000);
  expect(owed()).toEqual([{ ...line, refund_rand: (cents - 1_000) / 100 }]);
  await payBack("R2", cents - 1_000);
  expect(owed()).toEqual([]);
  expect(staff("SELECT what_to_do FROM staff_bookings")).toEqual([{ what_to_do: "" }]);
});

test("a day's revenue counts each parcel once, shows its VAT, and separates tests from real money", async () => {
  const { paid, tell, staff } = await anOffice();
  const { quote } = await paid();
  await paid();
  await tell(quote, { pfPaymentId: "again" });
  const received = (2 * (quote.grandTotalCents ?? 0)) / 100;
  expect(staff("SELECT day, money, payments, received_rand, vat_rand FROM staff_revenue")).toEqual([
    {
      day: dayFromNow(0),
      money: "Test",
      payments: 2,
      received_rand: received,
      // Each invoice's own: the VAT of the two together would be a cent less.
      vat_rand: 2 * 10.52,
    },
  ]);
});

test("refunds are shown on the day they were recorded, with their VAT, except refunds of second payments", async () => {
  const { store, paid, tell, staff } = await anOffice();
  const [lastWeek, today] = [ago(7 * DAYS), new Date()];
  const { quote } = await paid({}, lastWeek);
  await tell(quote, { pfPaymentId: "again" }, lastWeek);
  const payBack = (reference: string, amountCents: number, goodwill = true) =>
    store.tx((tx) => noteRefund(tx, quote.id, { reference, amountCents, goodwill }, today));
  expect(await payBack("R1", quote.grandTotalCents ?? 0, false)).toMatchObject({ added: true });
  expect(staff("SELECT state FROM refunds JOIN payments ON payments.id = payment_id")).toEqual([
    { state: "duplicate" },
  ]);
  const days = () =>
    staff(
      "SELECT day, money, payments, received_rand, vat_rand, paid_back_rand, paid_back_vat_rand FROM staff_revenue ORDER BY day",
    );
  const cents = quote.grandTotalCents ?? 0;
  const came = {
    day: dayFromNow(-7),
    money: "Test",
    payments: 1,
    received_rand: cents / 100,
    vat_rand: Math.round((cents * 15) / 115) / 100,
    paid_back_rand: 0,
    paid_back_vat_rand: 0,
  };
  expect(days()).toEqual([came]);

  await payBack("R2", 1_000);
  await payBack("R3", 150);
  // At the rate of the day of payment, not of the refund.
  await store.tx((tx) =>
    tx.insert(rates).values({ kind: "vat", rateKey: "vat", validFrom: dayFromNow(0), basisPoints: 2_000 }),
  );
  expect(days()).toEqual([
    came,
    {
      ...{ day: dayFromNow(0), money: "Test", payments: 0, received_rand: 0, vat_rand: 0 },
      ...{ paid_back_rand: 11.5, paid_back_vat_rand: 1.5 },
    },
  ]);
});

test("emails: sent, being retried, given up, and what to do about them", async () => {
  const { store, wrote, postman, staff } = await anOffice();
  await wrote("sent", {}, ago(20 * DAYS));
  await postman(ago(20 * DAYS));
  await wrote("secret", { worksUntil: ago(-9 * DAYS) }, ago(10 * DAYS));
  await wrote("plain", {}, ago(10 * DAYS));
  for (let tried = 0; tried < 8; tried += 1) await postman(ago((9 - tried) * DAYS), true);
  await wrote("late", {}, ago(1 * HOURS));
  await postman(ago(1 * HOURS), true);
  await wrote("new");
  await wrote("untrue");
  const untrue = eq(outgoingMails.subject, "untrue");
  const [{ emailKey = "" } = {}] = await store.read.select().from(outgoingMails).where(untrue);
  await store.tx((tx) => withdrawOccasion(tx, emailKey, "it was cancelled", new Date()));
  const lines = "SELECT subject, status, what_to_do FROM";
  expect(staff(`${lines} staff_mail_not_sent ORDER BY subject`)).toEqual([
    { subject: "late", status: "Failed so far, will be tried again", what_to_do: "" },
    { subject: "new", status: "Waiting to go out", what_to_do: "" },
    { subject: "plain", status: "Given up", what_to_do: "Check the address, then send it again" },
    { subject: "secret", status: "Given up", what_to_do: "Check the address; the person must ask for a new link" },
  ]);
  expect(staff(`${lines} staff_mail WHERE status = 'Sent'`)).toEqual([
    { subject: "sent", status: "Sent", what_to_do: "" },
  ]);
  expect(staff("SELECT status, last_error FROM staff_mail WHERE subject = 'untrue'")).toEqual([
    { status: "Not sent", last_error: "no longer true" },
  ]);
});

test("an application is shown in words, and whether it was read and answered", async () => {
  const { applied, staff } = await anOffice();
  const receipt = await applied(1);
  expect(staff("SELECT * FROM staff_driver_applications")).toMatchObject([
    {
      reference: receipt.kind === "received" ? receipt.reference : "",
      status: "New",
      what_to_do: "Read it",
      applicant: "Thandi Nkosi",
      applicant_phone: "+27821234567",
      province: "Gauteng",
      vehicle: "2015 Toyota Hilux",
      mail: "Not mailed to us yet",
    },
  ]);
});

test("whatever a customer types stays text, in its own row and column", async () => {
  const { paid, quote, staff } = await anOffice();
  const nasty = [`'); DROP TABLE quotes; --`, `"=HYPERLINK(\\"x\\")`, "👩🏽‍🌾 Nkosi\u202E", "a\tb|c,d"];
  for (const fromName of nasty)
    await paid({ addresses: { fromName }, parcel: { specialInstructions: `${fromName}\n\n${fromName}` } });
  for (const fromName of nasty) await quote({ addresses: { fromName } });
  const names = (view: string) => staff<{ sender: string }>(`SELECT sender FROM ${view}`).map(({ sender }) => sender);
  expect(names("staff_bookings").toSorted()).toEqual(nasty.toSorted());
  expect(names("staff_open_quotes").toSorted()).toEqual(nasty.toSorted());
  const [first] = staff<{ special_instructions: string }>("SELECT special_instructions FROM staff_bookings");
  expect(first?.special_instructions).not.toContain("\n");
});

test("accounts, rates and areas are shown as they apply today", async () => {
  const { joined, staff, store } = await anOffice();
  await joined("thandi@example.co.za");
  expect(staff("SELECT customer_email, status, quotes FROM staff_accounts")).toEqual([
    { customer_email: "thandi@example.co.za", status: "Address not proven yet", quotes: 0 },
  ]);
  const zone = { kind: "zone" as const, rateKey: "metro", basisPoints: null };
  await store.tx(async (tx) => {
    await tx.insert(rates).values([
      { ...zone, validFrom: dayFromNow(0), amountCents: 3_150 },
      { ...zone, validFrom: dayFromNow(9), amountCents: 3_300 },
    ]);
    const [katlehong] = await tx.select().from(postalAreas).where(eq(postalAreas.id, "1431-1432"));
    if (katlehong) await tx.insert(postalAreas).values({ ...katlehong, validFrom: dayFromNow(0), served: false });
  });
  expect(
    staff("SELECT status, rand FROM staff_rates WHERE rate = 'Each end of a local route' AND for_what = 'metro'"),
  ).toEqual([
    { status: "Applies today", rand: 31.5 },
    { status: "Not yet", rand: 33 },
  ]);
  expect(staff("SELECT zone, status FROM staff_areas WHERE from_code = '1431' AND to_code = '1432'")).toEqual([
    { zone: "Metro", status: "We do not go there" },
  ]);
});

test("PostgreSQL knows every format in which a view writes a moment: another would be null", () => {
  const known = readFileSync("db/postgres/objects.sql", "utf8");
  const formats = new Set(staffViewFiles().flatMap((sql) => sql.match(/(?<=strftime\()'[^']+'/g) ?? []));
  expect([...formats].filter((format) => !known.includes(`WHEN ${format} THEN`))).toEqual([]);
  expect(formats.size).toBeGreaterThan(3);
});

test("every view of bookings, collections and money says in which payment mode: only live is real", async () => {
  const { file } = await anOffice();
  const columns = asStaff<{ view: string; name: string }>(
    freshForStaff(file),
    "SELECT view, columns.name FROM staff_help, pragma_table_info(view) AS columns",
  );
  const named = (view: string) => columns.flatMap((column) => (column.view === view ? column.name : []));
  const without = [...new Set(columns.map(({ view }) => view))].filter((view) => {
    const isAbout = named(view).some((name) => /^(?:quote|waybill|invoice)_no$|_rand$/.test(name));
    return isAbout && !named(view).includes("mode");
  });
  // Of accounts, of messages, of pictures, and of what only a check finds.
  const ofNoBooking = ["staff_accounts", "staff_credit", "staff_messages", "staff_misstated", "staff_photos_missing"];
  expect(without.toSorted()).toEqual(ofNoBooking);
});

/** Columns that a view leaves out on purpose. */
const leftOut: Record<string, string[]> = {
  staff_cases: ["deliver_postal_code", "deliver_country", "how_to_find_receiver"],
  staff_open_quotes: ["collection_time_wished"],
  staff_manual_quotes: ["collection_time_wished"],
};

test("every view with a street shows the whole address, and every view with a parcel's contents the whole parcel", async () => {
  const office = await anOffice();
  const { staff, store, paid, booked } = office;
  const answers = {
    ...Object.fromEntries(addressFields.map(({ name }) => [name, `the ${name}`])),
    ...{ fromPostal: "1431", toPostal: "1804", toCountry: "South Africa" },
  };
  const parcel = {
    ...Object.fromEntries(
      Object.entries(parcelFields).map(([name, { blank }]) => [name, typeof blank === "string" ? `the ${name}` : 2]),
    ),
    ...{ selectedBoxId: "flyer-bag", collectionDay: dayFromNow(0), collectionTime: "morning" as const },
  };
  const { waybillNo } = await paid({ addresses: answers, parcel });
  await booked({ addresses: { ...answers, toPostal: "9100" }, parcel });
  const now = new Date();
  await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Bongani", phone: "+27820001000" }, now);
    for (const visit of ["collection", "delivery"] as const)
      await assignStop(tx, { waybillNo, driver, day: dayFromNow(visit === "collection" ? 0 : 1), visit }, now);
  });
  await openedCase({ store }, waybillNo, { kind: "not_there", words: "Where is it?", contact: null }, { now });

  /** The column of every answer of a kind: an address of the sender, the receiver or a visited person, or the parcel. */
  const kinds = [
    ...(["from", "to", "stop"] as const).map((whose) =>
      Object.entries(partyFields).map(([name, { columns }]) => ({ name, column: columns[whose], whose })),
    ),
    Object.entries(parcelFields).map(([name, { column }]) => ({ name, column, whose: "parcel" as const })),
  ];
  /** Without it a view names only the town, or the parcel's box. */
  const sign = { AddressLine: true, parcelDesc: true };
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const { view } of staff<{ view: string }>("SELECT view FROM staff_help")) {
    const rows = rowsOf(staff, view);
    if (typeof rows === "string") faults.push(`${view} can't be read: ${rows}`);
    else
      for (const kind of kinds) {
        const isMeant = kind.some(({ name, column }) => name in sign && column !== null && column in (rows[0] ?? {}));
        if (!isMeant) continue;
        seen.add(view);
        for (const { name, column, whose } of kind) {
          if (!column || leftOut[view]?.includes(column)) continue;
          const typed = (party: string) => (answers as Record<string, string>)[party + name] ?? "";
          const isThere = rows.some((row) => {
            const shown = String(row[column] ?? "");
            if (whose === "parcel") return shown !== "";
            return (whose === "stop" ? ["from", "to"] : [whose]).some((party) => shown.includes(typed(party)));
          });
          if (!isThere) faults.push(`${view} doesn't show ${name} in the column ${column}`);
        }
      }
  }
  expect(faults).toEqual([]);
  expect([...seen].toSorted()).toEqual([
    ...["staff_bookings", "staff_cases", "staff_collections", "staff_manual_quotes", "staff_open_quotes"],
    ...["staff_parcels_under_way", "staff_run_sheet"],
  ]);
});

/** A view's rows, or why it can't be read. */
function rowsOf(staff: Office["staff"], view: string): Record<string, unknown>[] | string {
  try {
    return staff(`SELECT * FROM ${view}`);
  } catch (error) {
    return String(error);
  }
}

test("a parcel of several pieces stays in its list until the last piece is collected, or has arrived", async () => {
  const { staff, paid, store } = await anOffice();
  const { waybillNo } = await paid({ parcel: { quantity: 3 } }, ago(2 * DAYS));
  const mark = (kind: Mark, pieces?: number) =>
    store.tx((tx) => markParcel(tx, waybillNo, { kind, pieces, place: null, happenedAt: new Date() }, new Date()));
  const seen = () => ({
    collections: staff("SELECT missing FROM staff_collections").map(({ missing }) => missing),
    underWay: staff("SELECT status, missing FROM staff_parcels_under_way").map(
      ({ status, missing }) => `${status}: ${missing}`,
    ),
  });
  const today = () => staff("SELECT how_many, first_ones FROM staff_today WHERE work = 'Some pieces still to come'");
  expect(today()).toMatchObject([{ how_many: 0 }]);
  await mark("collected", 2);
  expect(seen()).toEqual({
    collections: ["1 of 3 not collected"],
    underWay: ["Partly collected: 1 of 3 not collected"],
  });
  expect(today()).toEqual([{ how_many: 1, first_ones: waybillNo }]);
  await mark("collected");
  await mark("out_for_delivery");
  await mark("delivered", 2);
  expect(seen()).toEqual({ collections: [], underWay: ["Out for delivery: 1 of 3 not delivered"] });
  expect(today()).toEqual([{ how_many: 1, first_ones: waybillNo }]);
  await mark("delivered");
  expect(seen()).toEqual({ collections: [], underWay: [] });
  expect(staff("SELECT status, missing FROM staff_bookings")).toEqual([{ status: "Delivered", missing: "" }]);
  expect(staff("SELECT kind, pieces FROM tracking_events ORDER BY happened_at")).toEqual([
    { kind: "booked", pieces: null },
    { kind: "collected", pieces: 2 },
    { kind: "collected", pieces: 1 },
    { kind: "out_for_delivery", pieces: 3 },
    { kind: "delivered", pieces: 2 },
    { kind: "delivered", pieces: 1 },
  ]);
});

test("visits are counted by week, from Monday in South Africa, and town: deliveries, those at the first visit, wishes", async () => {
  const { staff, paid, world, store } = await anOffice();
  const booked = new Date("2026-11-13T08:00:00Z");
  const collected = async (toCity: string, toPostal: string) => {
    const { quote, waybillNo } = await paid({ addresses: { toCity, toPostal } }, booked);
    await aParcel(waybillNo).collected().in(world, booked);
    const asked = { kind: "neighbour", name: "Gogo Mabena", house: "14 Ncome Crescent" } as const;
    const wishes = (at: string) => store.tx((tx) => takeWish(tx, quote, asked, new Date(at)));
    const did = (kind: Mark, at: string, place: string | null = null) =>
      aParcel(waybillNo).marked(kind, { place }).in(world, new Date(at));
    return { wishes, did };
  };
  const [missed, met, fetched] = [
    await collected("Soweto", "1804"),
    await collected("Soweto", "1804"),
    await collected("Soweto", "1804"),
  ];
  await missed.did("failed_attempt", "2026-11-17T10:00:00Z");
  await missed.wishes("2026-11-17T11:00:00Z");
  await missed.did("delivered", "2026-11-18T10:00:00Z");
  await met.wishes("2026-11-15T21:59:00Z");
  await met.did("delivered", "2026-11-19T10:00:00Z");
  await fetched.did("delivered", "2026-11-20T10:00:00Z", "Germiston depot");
  const [onSunday, onMonday] = [await collected("Durban", "4001"), await collected("Durban", "4001")];
  await onSunday.did("delivered", "2026-11-22T21:59:00Z");
  await onMonday.did("failed_attempt", "2026-11-22T22:00:00Z");

  expect(staff("SELECT * FROM staff_visits")).toEqual(
    [
      { week: "2026-11-23", place: "Durban", visits: 1, delivered: 0, delivered_at_first_visit: 0, wishes: 0 },
      { week: "2026-11-16", place: "Durban", visits: 1, delivered: 1, delivered_at_first_visit: 1, wishes: 0 },
      { week: "2026-11-16", place: "Soweto", visits: 3, delivered: 3, delivered_at_first_visit: 1, wishes: 1 },
      { week: "2026-11-09", place: "Soweto", visits: 0, delivered: 0, delivered_at_first_visit: 0, wishes: 1 },
    ].map((row) => ({ ...row, mode: "sandbox" })),
  );
});
