import { expect, test } from "vitest";
import { startAttempt } from "#app/domain/money/attempts.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { saClock } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { deskForEachTest } from "../support/a-desk";
import { ago, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);

test("a booking's history has its price, failed payments, refused notices, its emails and who sent one again", async () => {
  const booked = await office.booked({}, ago(5 * HOURS));
  await office.tell(booked, { pfPaymentId: "1", status: "FAILED" }, ago(4 * HOURS));
  await office.tell(booked, { pfPaymentId: "2", cents: 1 }, ago(3 * HOURS));
  await office.tell(booked, { pfPaymentId: "3" }, ago(2 * HOURS));
  await office.tell(booked, { pfPaymentId: "3" }, ago(2 * HOURS));
  await office.postman(ago(HOURS));
  const [email] = office.staff<{ id: string }>("SELECT id FROM outgoing_mails WHERE to_address LIKE 'thandi%'");
  await desk.ask("resend", "email", email?.id ?? "");
  await office.booked();

  const subject = office.staff<{ subject: string }>(
    "SELECT subject FROM outgoing_mails WHERE to_address LIKE 'thandi%'",
  )[0]?.subject;
  expect(await history(booked)).toEqual([
    `customer: asked for a price (${booked.quoteNo})`,
    "customer: booked at R\u00a080,62",
    "PayFast: payment 1 failed",
    "PayFast: the notice of payment 2 was refused: The amount is not the one that was asked for.",
    "PayFast: payment 3: R\u00a080,62",
    "tracking: Booked.",
    expect.stringMatching(
      /^site: email sent: “Thandi Nkosi is sending you a parcel: waybill .*” to sipho@example.co.za$/,
    ),
    `site: email sent: “${subject}” to ${booked.email}`,
    `site: email waiting to be sent: “${subject}” to ${booked.email}`,
    `Zanele: resent email: ${subject}`,
  ]);
});

test("a price agreed to after the first had expired is shown with what was paid on an older page", async () => {
  const booked = await office.booked({}, ago(3 * HOURS));
  const later = { quoteId: booked.id, amountCents: 131_22, mode: "sandbox", heldUntil: ago(-7 * DAYS) } as const;
  await office.store.tx((tx) => startAttempt(tx, later, ago(2 * HOURS)));
  await office.tell(booked, { pfPaymentId: "1" }, ago(HOURS));
  expect((await history(booked)).slice(1, 4)).toEqual([
    "customer: booked at R\u00a080,62",
    "customer: agreed to a new price: R\u00a0131,22",
    "PayFast: payment 1: R\u00a080,62",
  ]);
});

test("a second payment is shown as to be refunded, with the email about it", async () => {
  const { quote, waybillNo } = await office.paid({}, ago(3 * HOURS));
  const waybill = `waybill ${spokenWaybillNumber(waybillNo)}`;
  await office.tell(quote, { pfPaymentId: "again" }, ago(2 * HOURS));
  await desk.ask("note", "refund", quote.quoteNo, "80,62", "--reference", "2211334");
  expect((await history(quote)).slice(4)).toEqual([
    expect.stringMatching(/^site: email waiting to be sent: “Thandi Nkosi is sending you a parcel/),
    expect.stringMatching(/^site: email waiting to be sent: “Booking confirmed/),
    "PayFast: payment again: R\u00a080,62, to be paid back",
    `site: email not sent (no longer true): “We will refund R\u00a080,62: ${waybill}” to ${quote.email}`,
    `site: email waiting to be sent: “We have refunded you: ${waybill}” to ${quote.email}`,
    "Zanele: noted refund: R\u00a080,62, PayFast's reference 2211334",
  ]);
});

test("a booking that its customer replaced is part of its history, and so is an email that never arrived", async () => {
  const booked = await office.booked({}, ago(2 * DAYS));
  await office.giveUp(booked, ago(DAYS));
  expect((await history(booked)).at(-1)).toBe("customer: gave it up");
  const gaveUpAt = office.staff<{ at: string }>(`SELECT updated_at AS at FROM quotes WHERE id = '${booked.id}'`)[0]?.at;
  const [last] = (await rows("history", booked.quoteNo)).slice(-1);
  expect(last?.at).toBe(saClock(new Date(gaveUpAt ?? "")));

  const { quote } = await office.paid();
  for (let day = 1; day < 9; day += 1) await office.postman(ago(-day * 2 * DAYS), true);
  const given = (await history(quote)).filter((line) => /^site: email given up \(Error: no such mailbox\)/.test(line));
  expect(given.join()).toMatch(/“Thandi Nkosi is sending you a parcel.*“Booking confirmed/);
});

async function history({ quoteNo }: Quote): Promise<string[]> {
  return (await rows("history", quoteNo)).map(({ who, what }) => `${who}: ${what}`);
}

async function rows(...args: string[]) {
  const answer = await desk.ask(...args);
  if (answer.kind !== "list") throw new Error("no list");
  return answer.rows;
}
