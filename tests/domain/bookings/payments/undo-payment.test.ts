import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { undoNotedPayment } from "#app/domain/bookings/payments/undo-payment.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { saDay } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { anOffice } from "../../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;

test("a payment that is undone takes back what waits to be sent of its visits", async () => {
  const office = await anOffice();
  const { tx, read } = office.store;
  const { id } = await office.booked({}, noon);
  const found = { pfPaymentId: "1089993", amountCents: 80_62, feeCents: null };
  expect(await tx((of) => notePayment(of, id, found, site, noon))).toMatchObject({ ok: true });
  const { waybillNo = "" } = (await waybillOfQuote(read, id)) ?? {};
  const day = { day: saDay(noon), fromTime: null, untilTime: null };
  expect(await tx((of) => agreeVisit(of, waybillNo, day, noon))).toMatchObject({ ok: true });
  const waiting = async () =>
    (await read.select().from(outgoingMails).where(eq(outgoingMails.state, "queued"))).map(({ emailKey }) => emailKey);
  expect((await waiting()).some((key) => key.startsWith("collection-agreed:"))).toBe(true);
  expect(await tx((of) => undoNotedPayment(of, id, site.appUrl, noon))).toMatchObject({ ok: true });
  expect((await waiting()).filter((key) => !key.startsWith("payment-undone:"))).toEqual([]);
});

test("a payment that is undone credits its own invoice, also if the clock was set back since an earlier one", async () => {
  const office = await anOffice();
  const { tx, read } = office.store;
  const { id } = await office.booked({}, noon);
  for (const [pfPaymentId, minutes] of [
    ["1089993", 60],
    ["1089994", 0],
  ] as const) {
    const now = new Date(noon.getTime() + minutes * MINUTES);
    const found = { pfPaymentId, amountCents: 80_62, feeCents: null };
    expect(await tx((of) => notePayment(of, id, found, site, now))).toMatchObject({ ok: true });
    expect(await tx((of) => undoNotedPayment(of, id, site.appUrl, now))).toMatchObject({ ok: true });
  }
  const credited = (await papersOf(read, id)).flatMap(({ creditedInvoiceNo }) => creditedInvoiceNo ?? []);
  expect(credited.toSorted()).toEqual(["INV-SANDBOX-000001", "INV-SANDBOX-000002"]);
});
