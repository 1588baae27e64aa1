import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { answerCase, ReportSchema } from "#app/domain/parcels/cases.server";
import { openCase } from "#app/domain/parcels/open-case.server";
import { promiseKinds } from "#app/domain/post/promise-kinds";
import { HOURS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { promises, storedPromises } from "#db/schema/promises";
import { staffViewFiles } from "#db/staff-views.server";
import { aParcel } from "../../../demo/a-parcel";
import { limitsAsked } from "../../../demo/limits-asked";
import { officeForEachTest } from "../../support/an-office";

/** A Friday, 10:00 in South Africa. */
const friday = new Date("2026-11-27T08:00:00Z");
const office = officeForEachTest();

/** The site looks every hour in that time. Returns what it has queued. */
async function lives(from: Date, to: Date) {
  const before = new Set((await office.store.read.select().from(outgoingMails)).map(({ id }) => id));
  for (let at = from; at <= to; at = new Date(at.getTime() + HOURS)) await tellOverdue(office.store, at);
  const all = await office.store.read.select().from(outgoingMails);
  return all
    .filter(({ id }) => !before.has(id))
    .map(({ toAddress, subject, queuedAt }) => ({ toAddress, subject, at: queuedAt.toISOString() }));
}
const day = (no: string, time = "08:00") => new Date(`2026-${no}T${time}:00+02:00`);

/** To a code that we don't serve, a person works out the price. */
const asked = async () =>
  (
    await aParcel({ addresses: { toPostal: "7400" } })
      .unpaid()
      .in(office.world, friday)
  ).quote;

async function aCase(contact = "gogo@example.co.za") {
  const { waybillNo } = await office.paid({}, friday);
  const report = ReportSchema.parse({ kind: "damaged", words: "", contact });
  const at = {
    formKey: "form",
    by: "stranger",
    asked: limitsAsked,
    isAnswered: limitsAsked,
    appUrl: "https://x.example",
    now: friday,
  } as const;
  return office.store.tx((tx) => openCase(tx, waybillNo, report, at));
}

test("an answered case isn't called late, and a phone gets a text", async () => {
  const { caseNo } = await aCase("082 555 0100");
  await office.store.tx((tx) => answerCase(tx, caseNo, "We phone you.", friday));
  expect(await lives(friday, day("12-04", "16:00"))).toEqual([]);
  expect(await lives(day("12-07"), day("12-08"))).toMatchObject([{ toAddress: "+27825550100" }]);
});

test("a refund that hasn't been sent by its day is told once; one that was, never", async () => {
  const [late, kept] = [await office.paid({}, friday), await office.paid({}, friday)];
  for (const { quote } of [late, kept]) await office.store.tx((tx) => cancelBooking(tx, quote.id, "flooded", friday));
  const { quote } = kept;
  const refund = { reference: "R1", amountCents: quote.grandTotalCents ?? 0, goodwill: false };
  expect(await office.store.tx((tx) => noteRefund(tx, quote.id, refund, friday))).toMatchObject({ ok: true });
  expect(office.staff("SELECT what, number, until FROM staff_promises")).toEqual([
    { what: "Refund", number: late.quote.quoteNo, until: "2026-12-11 17:00" },
  ]);
  // Ten working days, and after them a weekend.
  expect(await lives(friday, day("12-13"))).toEqual([]);
  expect(await lives(day("12-14"), day("12-24"))).toMatchObject([
    {
      toAddress: late.quote.email,
      subject: expect.stringMatching(/late with your refund/),
      at: day("12-14", "08:00").toISOString(),
    },
  ]);
});

test("a price by hand that isn't there by its time is told once; not when it is set meanwhile", async () => {
  const [late, kept] = [await asked(), await asked()];
  expect(office.staff("SELECT what, until FROM staff_promises")).toEqual(
    [late, kept].map(() => ({ what: "Price by hand", until: "2026-11-30 17:00" })),
  );
  const desk = { mode: "sandbox", appUrl: "https://x.example" } as const;
  await office.store.tx((tx) => priceManually(tx, kept.id, 300_00, desk, day("11-30", "09:00")));
  expect(await lives(friday, day("12-20"))).toMatchObject([
    {
      toAddress: late.email,
      subject: expect.stringMatching(/late with your price/),
      at: day("12-01", "08:00").toISOString(),
    },
  ]);
});

test("what was over before promises were stored is listed, and nobody is told", async () => {
  await aCase();
  await office.store.tx((tx) =>
    tx.update(promises).set({ overToldAt: friday }).where(eq(promises.kind, "case_answer")),
  );
  expect(await lives(day("11-30", "18:00"), day("12-03"))).toEqual([]);
  expect(office.staff("SELECT what FROM staff_promises")).toEqual([{ what: "Answer to a case" }]);
});

test("two processes that look at once tell once", async () => {
  await aCase();
  const at = day("12-01", "09:00");
  expect((await Promise.all([tellOverdue(office.store, at), tellOverdue(office.store, at)])).toSorted()).toEqual([
    0, 1,
  ]);
});

test("the view names each kind, who was told and what keeps it as the table does, and the table stores what it says", () => {
  const [kinds = ""] = staffViewFiles().filter((sql) => sql.includes("CREATE VIEW staff_promises"));
  for (const [kind, { what, told, keptBy }] of Object.entries(promiseKinds))
    expect(kinds).toContain(`('${kind}', '${what}', '${told}', '${keptBy[0]}')`);
  expect(kinds.match(/\('\w+', '[^']+', '[^']+', '[^']+'\)/g)).toHaveLength(Object.keys(promiseKinds).length);
  const stored = Object.entries(promiseKinds).flatMap(([kind, { time }]) => (time === "stored" ? [kind] : []));
  expect(storedPromises.toSorted()).toEqual(stored.toSorted());
});
