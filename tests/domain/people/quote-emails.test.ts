import { expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { keyedBy, quoteOccasions } from "#app/domain/people/quote-emails.server";
import { aParcel } from "../../../demo/a-parcel";
import { anOffice } from "../../support/an-office";
import { openedCase } from "../../support/opened-case";
import { eventMessages } from "../messages/event-messages";
import { type OtherMessage, otherMessages } from "../messages/other-messages";

const now = new Date("2026-11-20T08:00:00Z");

test("a parcel's page finds the messages of its booking, its receiver's wishes, its cases and its refunds", async () => {
  const { store, world } = await anOffice();
  const { quote, waybillNo } = await aParcel().collected().in(world, now);
  await store.tx((tx) => takeWish(tx, quote, { kind: "day", day: "2026-11-26", part: "morning" }, now));
  const [wish] = await wishesOf(store.read, waybillNo);
  const report = { kind: "damaged", words: "", contact: null } as const;
  const { caseNo } = await openedCase({ store }, waybillNo, report, { now });
  await store.tx((tx) => noteRefund(tx, quote.id, { reference: "r1", amountCents: 1_00, goodwill: true }, now));
  expect(await quoteOccasions(store.read, quote.id)).toEqual(
    expect.arrayContaining([
      ...["collected", "late", "news", "news_overdue", "booking-confirmed", "refund_overdue"].map(
        (kind) => `${kind}:${quote.id}`,
      ),
      ...["wish", "wish-day", "wish-ended", "wish-neighbour"].map((kind) => `${kind}:${wish?.id}`),
      ...["case-opened", "case-received", "case-answered", "case_overdue"].map((kind) => `${kind}:${caseNo}`),
      "refund-paid:r1",
    ]),
  );
});

test("what each kind of message is about is whose id comes after it in its key", async () => {
  const stored: OtherMessage[] = [];
  await eventMessages(now, stored);
  stored.push(...(await otherMessages(now)).flatMap(({ messages }) => messages));
  expect(stored.length).toBeGreaterThan(100);
  const wrong = stored.filter(({ emailKey, quoteId }) => {
    const [kind = "", id] = emailKey.split(":");
    const by = keyedBy[kind as keyof typeof keyedBy];
    return quoteId !== null && (by === "nothing of a booking" || (by === "booking" && id !== quoteId));
  });
  expect(wrong.map(({ emailKey, quoteId }) => ({ emailKey, quoteId }))).toEqual([]);
});
