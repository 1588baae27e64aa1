import { like } from "drizzle-orm";
import { expect, test } from "vitest";
import { writeAgain } from "#app/domain/messages/write-again.server";
import { claimNext } from "#app/domain/post/claims.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { aParcelOnTheWay } from "../../support/a-parcel-on-the-way";

const noon = new Date("2026-11-23T10:00:00Z");

/** A parcel out for delivery whose messages say "today", a day later. */
async function aDayLate() {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.after(0);
  await parcel.mark("collected");
  parcel.outage(true);
  await parcel.mark("out_for_delivery");
  const later = new Date(noon.getTime() + DAYS);
  const { store } = parcel.office;
  const waiting = async () => {
    const all = await store.read.select().from(outgoingMails).where(like(outgoingMails.emailKey, "out_for_delivery:%"));
    return all
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(({ channel, state, textBody }) => `${channel} ${state}${textBody.includes("today") ? " today" : ""}`);
  };
  return { store, later, waiting };
}

test("two processes that find it is over at once write a message again once", async () => {
  const { store, later, waiting } = await aDayLate();
  const both = (["email", "sms", "email", "sms"] as const).map((channel) =>
    claimNext(store, channel, [], later, undefined, writeAgain),
  );
  await Promise.all(both);
  expect((await waiting()).toSorted()).toEqual(["email queued", "sms queued"]);
});
