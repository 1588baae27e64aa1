import { writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { bookByKey } from "#app/domain/bookings/book-by-key.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { limits } from "#app/domain/limits/limits";
import { priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import { markCancelled } from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS } from "#app/durations";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { aDraft } from "../../../demo/a-draft";
import { askedByKey } from "../../../demo/bookings";
import { limitsAsked } from "../../../demo/limits-asked";
import { pricesAt } from "../../../demo/world";
import { aDesk } from "../../support/a-desk";
import { aLine, aList, bookedTogether } from "../../support/a-list";
import { aShop } from "../../support/a-shop";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const EMAIL = "shop@example.co.za";
const most = limits.unpaidBookings.points;
const site = { mode: "sandbox", origin: "https://courier.example" } as const;

const office = officeForEachTest();
let account: Account;
let key: { uid: string; keyId: string };
beforeEach(async () => {
  ({ account, key } = await aShop(office, EMAIL, now));
});

/** Books so many by key, one after the other, in one transaction. */
async function book(count: number, from = 0) {
  const asked = { ...key, ...(await askedByKey(office, { addresses: { fromEmail: EMAIL } }, now)) };
  return office.store.tx(async (tx) => {
    let last: Awaited<ReturnType<typeof bookByKey>> | undefined;
    for (let n = 0; n < count; n += 1)
      last = await bookByKey(tx, limitsAsked, { ...asked, reference: String(from + n) }, site, now);
    return last;
  });
}

async function inWizard(toPostal: string) {
  const draft = aDraft({ addresses: { toPostal } });
  const owner = { guestId: null, uid: account.uid };
  const quote = await priceDraft(
    { ...office, pricing: pricesAt(office, now) },
    limitsAsked,
    "local",
    draft,
    owner,
    now,
  );
  return confirmBooking(office.store, limitsAsked, draft.id, quote, "sandbox", now);
}

const inWords =
  "300 parcels of this account are not paid yet, or have no price yet. With this there would be 301, and at most 300 can wait. Nothing was booked. Pay for some, or cancel some, and book again.";

describe("an account with 300 bookings that aren't paid", () => {
  test("books no more, through any door, and is told what to do; once one is cancelled it does", async () => {
    expect(await book(most)).toHaveProperty("booked");
    const refused = { refused: "limit-reached", detail: inWords };
    expect(await book(1, most)).toEqual(refused);
    expect(await inWizard("1804")).toEqual({ kind: "too_many_unpaid", words: inWords });
    expect(await inWizard("9100")).toEqual({ kind: "too_many_unpaid", words: inWords });
    writeFileSync(path.join(path.dirname(office.file), "list.csv"), aList(aLine("Zodwa Khumalo")));
    const desk = aDesk(office, { now });
    expect(await desk.ask("import", "list.csv", "--account", EMAIL)).toEqual({ kind: "refused", why: [inWords] });
    desk.leave();
    // A shop's parcel without an instant price would leave a quote behind each time.
    const rows = await office.store.read.$count(quotes);
    const abroad = await askedByKey(office, { addresses: { toPostal: "9100" } }, now);
    expect(
      await office.store.tx((tx) => bookByKey(tx, limitsAsked, { ...key, ...abroad, reference: "none" }, site, now)),
    ).toMatchObject(refused);
    expect(await office.store.read.$count(quotes)).toBe(rows);

    const [one] = await office.store.read.select().from(quotes).where(eq(quotes.reference, "7"));
    await office.store.tx((tx) => markCancelled(tx, one?.id ?? "", { by: "customer", reason: null }, now));
    expect(await inWizard("1804")).toMatchObject({ kind: "booked" });
    expect(await book(1, most)).toEqual(refused);
  });

  test("can't cancel them all and book as many again on the same day", async () => {
    await book(most);
    await office.store.tx((tx) => tx.update(quotes).set({ status: "cancelled", cancelledAt: now }));
    const detail =
      "300 parcels that this account booked within a day were cancelled. Nothing was booked. Please book again tomorrow, or phone us.";
    expect(await book(1, most)).toEqual({ refused: "limit-reached", detail });
    expect(await inWizard("1804")).toEqual({ kind: "too_many_unpaid", words: detail });
    const before = new Date(now.getTime() - 2 * DAYS);
    await office.store.tx((tx) => tx.update(quotes).set({ createdAt: before }).where(eq(quotes.reference, "7")));
    expect(await book(1, most)).toHaveProperty("booked");
  });

  test("may have as many as it has paid in 30 days, if that is more", async () => {
    await book(most);
    const paid = { state: "complete", settledAt: now } as const;
    await office.store.tx(async (tx) => {
      await tx.update(payments).set(paid);
      await tx.update(quotes).set({ status: "waybill_created" });
    });
    await book(most, 1_000);
    expect(await book(1, 2_000)).toMatchObject({ refused: "limit-reached" });
    await office.store.tx(async (tx) => {
      await tx.update(payments).set(paid);
      await tx.update(quotes).set({ status: "waybill_created" }).where(eq(quotes.reference, "1000"));
    });
    expect(await book(1, 2_000)).toHaveProperty("booked");
    expect(await book(1, 2_001)).toHaveProperty("booked");
    expect(await book(1, 2_002)).toMatchObject({
      detail: expect.stringContaining("With this there would be 302, and at most 301 can wait."),
    });
    await office.store.tx((tx) => tx.update(payments).set({ settledAt: new Date(now.getTime() - 31 * DAYS) }));
    expect(await book(1, 2_002)).toMatchObject({ detail: expect.stringContaining("at most 300 can wait") });
  });

  test("books a list whole or not at all, and the same list again is still found", async () => {
    const first = await bookedTogether(office, EMAIL, now);
    await book(most - 3);
    const other = ["flyer-bag", "flyer-bag"];
    await expect(bookedTogether(office, EMAIL, now, other)).rejects.toThrow("With this there would be 301");
    expect(await office.store.read.$count(quotes)).toBe(most - 1);
    await book(1, 5_000);
    expect(await bookedTogether(office, EMAIL, now)).toMatchObject({ added: 0, orderId: first.orderId });
  });
});
