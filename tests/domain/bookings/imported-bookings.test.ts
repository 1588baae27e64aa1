import { expect, test } from "vitest";
import { orderOfList } from "#app/domain/bookings/imported-bookings.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { asList } from "#app/domain/values/delimited-text";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { bookedTogether } from "../../support/a-list";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");

const office = officeForEachTest();

test("a list is booked as one order that waits for its payment, and its account gets one email", async () => {
  const { account, booked, added, orderId } = await bookedTogether(office, "shop@example.com", now);
  expect(added).toBe(2);
  const waits = {
    status: "pending_payment",
    bookedAt: now,
    paymentOrderId: orderId,
    mode: "sandbox",
    uid: account.uid,
  };
  expect(booked).toMatchObject([waits, waits]);
  for (const { id, grandTotalCents, expiresAt } of booked)
    expect(await attemptsOf(office.store.read, id)).toMatchObject([
      { state: "started", amountCents: grandTotalCents, mode: "sandbox", heldUntil: expiresAt },
    ]);
  expect(await office.store.read.select().from(outgoingMails)).toMatchObject([
    { toAddress: "shop@example.com", subject: "Your 2 parcels are ready to pay" },
  ]);
});

test("the same list again, even after its email was deleted, returns its bookings and writes nothing", async () => {
  const first = await bookedTogether(office, "shop@example.com", now);
  await office.store.tx((tx) => tx.delete(outgoingMails));
  expect(await bookedTogether(office, "shop@example.com", now)).toMatchObject({
    ...{ added: 0, orderId: first.orderId, booked: first.booked },
  });
  expect(await office.store.read.$count(outgoingMails)).toBe(0);
  expect(await office.store.read.$count(quotes)).toBe(2);
});

test("a list is the same whatever ends its lines, and another for another account or with another line", () => {
  const [shop, other] = [{ uid: "shop" }, { uid: "other" }];
  const order = orderOfList(shop, "name\nZola");
  expect(order).toMatch(/^list-[\w-]{43}$/);
  for (const same of ["name\r\nZola", "name\rZola", "\uFEFFname\nZola\n\n", " name\nZola "])
    expect(orderOfList(shop, asList(same))).toBe(order);
  expect(orderOfList(shop, "name\nZodwa")).not.toBe(order);
  expect(orderOfList(other, "name\nZola")).not.toBe(order);
});
