import { eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { changeDetails } from "#app/domain/bookings/change-details.server";
import { takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { stopMessages } from "#app/domain/messages/opt-out.server";
import { resendEmail } from "#app/domain/post/resend-email.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";

const morning = new Date("2026-11-23T07:00:00Z");
const THURSDAY = "2026-11-26";

/** "email thandi@example.co.za: We have collected your parcel". */
const heard = (messages: SentMessage[]) =>
  messages.map(({ way, to, subject }) => `${way} ${to}: ${subject.split(": ")[0]}`).toSorted();

/** A parcel whose people were told that it is booked, and whose messages wait from now on. */
async function inAnOutage() {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  parcel.outage(true);
  return parcel;
}

/** What its people hear in the hours after the outage. */
async function afterTheOutage(parcel: ParcelOnTheWay, hours = 8): Promise<SentMessage[]> {
  parcel.outage(false);
  const all: SentMessage[] = [];
  for (let hour = 0; hour < hours; hour += 1) all.push(...(await parcel.after(HOURS)));
  return all;
}

const agree = ({ office, waybillNo, now }: ParcelOnTheWay, day: string | null) =>
  office.store.tx((tx) => agreeVisit(tx, waybillNo, day ? { day, fromTime: null, untilTime: null } : null, now()));
const wish = ({ office, quote, now }: ParcelOnTheWay, day: string) =>
  office.store.tx((tx) => takeWish(tx, quote, { kind: "day", day, part: null }, now()));

test("what was agreed meanwhile keeps a message away, also when the mark that came first is undone", async () => {
  const parcel = await inAnOutage();
  await parcel.mark("collected");
  await parcel.mark("failed_attempt");
  await parcel.mark("in_transit");
  await parcel.mark("failed_attempt");
  await agree(parcel, THURSDAY);
  await parcel.undo();
  await parcel.undo();
  expect(heard(await afterTheOutage(parcel))).toEqual([
    "email sipho@example.co.za: We deliver on Thursday 26 November",
    "email thandi@example.co.za: We could not deliver your parcel yet",
    "email thandi@example.co.za: We deliver on Thursday 26 November",
  ]);
});

test("a correction brings back what its mark had overtaken, and its undo withdraws that again", async () => {
  const parcel = await inAnOutage();
  await parcel.mark("collected");
  await parcel.mark("delivered");
  await parcel.mark("in_transit", { correct: true });
  expect(heard(await afterTheOutage(parcel))).toEqual([
    "email thandi@example.co.za: We have collected your parcel",
    "sms +27821234567: We have collected your parcel",
  ]);

  const again = await inAnOutage();
  await again.mark("collected");
  await again.mark("delivered");
  await again.after(MINUTES);
  await again.mark("in_transit", { correct: true });
  await again.undo();
  expect(heard(await afterTheOutage(again)).filter((each) => each.includes("collected"))).toEqual([]);
});

test.each(["the receiver's wish", "the office"])(
  "after another day was chosen by %s the sender still hears that we came, with that day",
  async (by) => {
    const parcel = await inAnOutage();
    await parcel.mark("collected");
    await parcel.mark("failed_attempt");
    await parcel.after(10 * MINUTES);
    if (by === "the office") await agree(parcel, THURSDAY);
    else await wish(parcel, THURSDAY);
    const failed = (await afterTheOutage(parcel)).filter(({ subject }) => subject.includes("could not deliver"));
    expect(heard(failed)).toEqual(["email thandi@example.co.za: We could not deliver your parcel yet"]);
    expect(failed[0]?.text).toContain("We try again on Thursday 26 November.");
  },
);

test("a day that was wished for and taken back isn't named", async () => {
  const parcel = await inAnOutage();
  await parcel.mark("collected");
  await parcel.mark("failed_attempt");
  await wish(parcel, THURSDAY);
  await parcel.after(10 * MINUTES);
  const [wished] = await wishesOf(parcel.office.store.read, parcel.waybillNo);
  await parcel.office.store.tx((tx) => takeBackWish(tx, parcel.quote, wished?.id ?? "", parcel.now()));
  const failed = (await afterTheOutage(parcel)).filter(({ subject }) => subject.includes("could not deliver"));
  expect(failed.map(({ text }) => /We try again on [^.]+/.exec(text)?.[0])).toEqual([
    "We try again on Tuesday 24 November",
  ]);
});

test("“we try again on” a day isn't sent after that day: the message is written again", async () => {
  const parcel = await inAnOutage();
  await parcel.mark("collected");
  await parcel.mark("failed_attempt");
  await agree(parcel, "2026-11-24");
  await parcel.after(10 * MINUTES);
  for (let hours = 0; hours < 40; hours += 4) await parcel.after(4 * HOURS);
  await parcel.office.store.tx((tx) => tx.update(outgoingMails).set({ attempts: 1 }));
  const failed = (await afterTheOutage(parcel, 24)).filter(({ subject }) => subject.includes("could not deliver"));
  expect(failed.map(({ text }) => /We (?:will )?try again[^.]*/.exec(text)?.[0])).toEqual(["We will try again"]);
});

test("a wish for the delivery leaves the agreed collection, and that a parcel isn't collected yet", async () => {
  const parcel = await inAnOutage();
  await agree(parcel, "2026-11-24");
  await wish(parcel, THURSDAY);
  expect(heard(await afterTheOutage(parcel))).toContain(
    "email thandi@example.co.za: We collect on Tuesday 24 November",
  );

  const late = await aParcelOnTheWay(morning);
  await late.after(7 * DAYS);
  late.outage(true);
  await noticeLateParcels(late.office.store, late.now());
  await wish(late, "2026-12-02");
  expect(heard(await afterTheOutage(late, 2))).toContain("email thandi@example.co.za: The parcel is late");
});

test("“you will hear from us by 12:00” isn't sent after that hour, not even when it comes back", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.mark("collected");
  await parcel.after(7 * DAYS);
  parcel.outage(true);
  await noticeLateParcels(parcel.office.store, parcel.now());
  await parcel.mark("in_transit");
  await parcel.mark("out_for_delivery");
  await parcel.after(2 * DAYS);
  await parcel.undo();
  expect(heard(await afterTheOutage(parcel)).filter((each) => each.includes("late"))).toEqual([]);
});

test("nothing comes back to somebody who has stopped messages meanwhile", async () => {
  const parcel = await inAnOutage();
  await parcel.mark("collected");
  await parcel.mark("delivered");
  await parcel.office.store.tx((tx) => stopMessages(tx, "email", parcel.quote.email, parcel.now()));
  await parcel.undo();
  expect(heard(await afterTheOutage(parcel))).toEqual(["sms +27821234567: We have collected your parcel"]);
});

test("a text that waits follows a corrected phone, and isn't sent where there is none that takes texts", async () => {
  const correctPhone = async (parcel: ParcelOnTheWay, toPhone: string) => {
    const form = structuredClone(parcel.quote.formSnapshot);
    form.addresses.toPhone = toPhone;
    const judged = { ok: true, form, changed: ["toPhone"], differenceCents: 0 } as const;
    await parcel.office.store.tx((tx) =>
      changeDetails(
        tx,
        parcel.quote,
        { ...judged, changed: [...judged.changed] },
        { cause: "the office", link: null, now: parcel.now() },
      ),
    );
  };
  const texts = (messages: SentMessage[]) =>
    messages.filter(({ way, subject }) => way === "sms" && subject.startsWith("Your parcel comes")).map(({ to }) => to);
  for (const [phone, reached] of [
    ["083 111 2222", ["+27831112222"]],
    ["011 555 0101", []],
  ] as const) {
    const parcel = await inAnOutage();
    await parcel.mark("collected");
    await parcel.mark("out_for_delivery");
    await parcel.after(10 * MINUTES);
    await correctPhone(parcel, phone);
    expect(texts(await afterTheOutage(parcel))).toEqual(reached);
  }
});

test.each(["dead", "sent"] as const)(
  "staff can't send again what isn't true any more: of a %s message about a mark that was overtaken, and one that was undone",
  async (state) => {
    const parcel = await aParcelOnTheWay(morning);
    await parcel.after(0);
    await parcel.mark("collected");
    await parcel.mark("out_for_delivery");
    const { store } = parcel.office;
    await store.tx((tx) =>
      tx.update(outgoingMails).set({ state, attempts: 7 }).where(eq(outgoingMails.state, "queued")),
    );
    const resent = async (kind: string) => {
      const [email] = await store.read
        .select()
        .from(outgoingMails)
        .where(like(outgoingMails.emailKey, `${kind}:%`));
      return store.tx((tx) => resendEmail(tx, email?.id ?? "", async ({ toAddress }) => toAddress, parcel.now()));
    };
    expect(await resent("out_for_delivery")).toMatchObject({ ok: true });
    await store.tx((tx) => tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.state, "queued")));
    await parcel.undo();
    const refused = { ok: false, why: expect.stringContaining("no longer true") };
    expect(await resent("out_for_delivery")).toMatchObject(refused);
    await parcel.mark("delivered");
    expect(await resent("collected")).toMatchObject(refused);
  },
);
