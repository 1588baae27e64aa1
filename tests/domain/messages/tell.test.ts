import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { stopMessages } from "#app/domain/messages/opt-out.server";
import { tellNews } from "#app/domain/messages/tell.server";
import { keepAgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { promises } from "#db/schema/promises";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. The parcel is collected at once: usually on Tuesday to Wednesday. */
const noon = new Date("2026-11-23T10:00:00Z");
/** Until the Thursday on which it is late, 10:00. */
const LATE = 2 * DAYS + 22 * HOURS;
const SAID = "It is in Bloemfontein and comes on Monday.";

let parcel: ParcelOnTheWay;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await parcel.after(5 * MINUTES);
});

/** What both people get in a time in which the site looks every half hour. */
async function lives(ms: number) {
  const received = [];
  for (let lived = 0; lived < ms; lived += 30 * MINUTES) {
    await noticeLateParcels(parcel.office.store, parcel.now());
    await tellOverdue(parcel.office.store, parcel.now());
    received.push(...(await parcel.after(30 * MINUTES)));
  }
  return received;
}
const tell = (said: string, day: string) =>
  parcel.office.store.tx((tx) => tellNews(tx, parcel.waybillNo, said, day, parcel.now()));
const promised = () => parcel.office.staff<{ what: string; until: string }>("SELECT what, until FROM staff_promises");
async function onTracking() {
  const places = { partsAt: () => ({ city: null }), townAt: async () => null } as never;
  const tracked = await trackedParcel(parcel.office.store.read, places, parcel.waybillNo, parcel.now());
  return { next: tracked && plainText(tracked.next), news: tracked?.news };
}

test("both people get the office's words and the time of the next news; Today has that time, and tracking the words", async () => {
  await parcel.after(LATE);
  expect(await lives(1 * HOURS)).toHaveLength(3);
  expect(promised()).toEqual([{ what: "News of a late parcel", until: "2026-11-27 12:00" }]);
  expect(await tell(SAID, "2026-11-30")).toMatchObject({ ok: true, added: true, unreached: [] });
  const told = await lives(1 * HOURS);
  expect(recipientsOf(told).map((one) => one.split(" ")[0])).toEqual(["email", "email", "sms"]);
  for (const { text } of told)
    expect(text).toMatch(/It is in Bloemfontein and comes on Monday\.[\s\S]*17:00 on Monday 30 November/);
  expect(promised()).toEqual([{ what: "News of a late parcel", until: "2026-11-30 17:00" }]);
  const { next, news } = await onTracking();
  expect(next).toContain("You will hear from us by 17:00 on Monday 30 November");
  expect(news).toMatchObject({ words: SAID, isCurrent: true });
  // Said again it changes nothing, and until its time nobody hears that it is late.
  expect(await tell(SAID, "2026-11-30")).toMatchObject({ ok: true, added: false });
  expect(await lives(3 * DAYS)).toEqual([]);
});

test("when nobody tells them by then, they hear once that we are late, and no new time is named", async () => {
  await parcel.after(LATE);
  await lives(1 * HOURS);
  // Friday, 12:00.
  expect(await lives(1 * DAYS)).toEqual([]);
  const late = await lives(2 * HOURS);
  expect(recipientsOf(late).map((one) => one.split(" ")[0])).toEqual(["email", "email", "sms"]);
  for (const { text } of late) expect(text).toMatch(/late with (this|news)/);
  expect((await onTracking()).next).toMatch(/We are late with this\. Phone 010 000 0000\.$/);
  expect(await lives(10 * DAYS)).toEqual([]);
  expect(promised()).toEqual([{ what: "News of a late parcel", until: "2026-11-27 12:00" }]);
});

test("what is told before it is late keeps it from being late until then; after that it is told as late", async () => {
  expect(await tell(SAID, "2026-11-30")).toMatchObject({ ok: true, added: true });
  await lives(1 * HOURS);
  expect(await lives(7 * DAYS - 4 * HOURS)).toEqual([]);
  // From Monday, 17:00: on Tuesday at 08:00 they hear that we are late with the news, and that it is late.
  const told = await lives(1 * DAYS);
  expect(told.length).toBeGreaterThan(0);
  expect(await lives(10 * DAYS).then((all) => all.filter(({ text }) => /comes on Monday/.test(text)))).toEqual([]);
});

test("said wrong, the second takes its place, also before the first was sent", async () => {
  await tell("It is in Durban and comes on Monday.", "2026-11-25");
  await tell(SAID, "2026-11-30");
  const told = (await lives(1 * HOURS)).filter(({ subject }) => /news/i.test(subject));
  expect(told).toHaveLength(3);
  for (const { text } of told) expect(text).toContain("Bloemfontein");
  expect(await parcel.office.store.read.select().from(promises).where(eq(promises.kind, "next_news"))).toHaveLength(1);
});

test("the same words are told again once people have heard something else", async () => {
  expect(await tell(SAID, "2026-11-30")).toMatchObject({ added: true });
  await lives(1 * HOURS);
  await parcel.mark("out_for_delivery");
  await parcel.mark("failed_attempt");
  await lives(1 * HOURS);
  expect(await tell(SAID, "2026-11-30")).toMatchObject({ ok: true, added: true });
  expect((await lives(1 * HOURS)).filter(({ text }) => text.includes(SAID))).toHaveLength(3);
});

test("words on several lines are one sentence, which another follows in the text message", async () => {
  expect(await tell("It is in\u200B\n Bloemfontein", "2026-11-30")).toMatchObject({
    said: "It is in Bloemfontein.",
  });
  expect((await lives(1 * HOURS)).find(({ way }) => way === "sms")?.text).toContain(
    "Bloemfontein. You will hear again",
  );
});

test("what people hear otherwise ends it: a mark, an agreed day, its arrival", async () => {
  await tell(SAID, "2026-11-25");
  await parcel.after(1 * HOURS);
  await parcel.mark("in_transit");
  expect(promised()).toHaveLength(1);
  const visit = { waybillNo: parcel.waybillNo, stop: "delivery", fromTime: null, untilTime: null } as const;
  await parcel.office.store.tx((tx) => keepAgreedVisit(tx, { ...visit, day: "2026-12-01", agreedAt: parcel.now() }));
  expect(promised()).toEqual([{ what: "Visit as agreed", until: "2026-12-01 17:00" }]);
  expect((await lives(3 * DAYS)).filter(({ text }) => /late with news/.test(text))).toEqual([]);
  await parcel.mark("delivered");
  expect(promised()).toEqual([]);
});

test.each([
  ["", "2026-11-25", "what do you want to tell them?"],
  [" \u200B\n", "2026-11-25", "what do you want to tell them?"],
  ["Look at www.bad.example", "2026-11-25", "links and email addresses can't be sent: leave them out"],
  ["It is late. ".repeat(14), "2026-11-25", "that is too long for one text message: use fewer words"],
  [SAID, "2026-11-22", "that time is over"],
  [SAID, "2026-12-08", "that is more than 14 days ahead: say what you know by then"],
])("%j until %s is refused", async (said, day, why) => {
  expect(await tell(said, day)).toEqual({ ok: false, why });
});

test("of a parcel that nobody waits for nothing is told", async () => {
  await parcel.mark("delivered");
  expect(await tell(SAID, "2026-11-25")).toMatchObject({ ok: false });
});

test("who has neither an email nor a cell phone is named, with the phone", async () => {
  parcel = await aParcelOnTheWay(noon, { addresses: { toEmail: "", toPhone: "011 555 0199", toCell: "" } });
  expect(await tell(SAID, "2026-11-25")).toMatchObject({ unreached: [{ phone: "011 555 0199" }] });
});

test("so is who has stopped messages, and who had too many texts today", async () => {
  parcel = await aParcelOnTheWay(noon, { addresses: { toEmail: "" } });
  const { fromName, toName } = parcel.quote.formSnapshot.addresses;
  const unreached = async (said: string) => {
    const telling = await tell(said, "2026-11-25");
    return telling.ok ? telling.unreached.map(({ name }) => name) : telling.why;
  };
  for (const said of ["One.", "Two.", "Three.", "Four."]) {
    expect([said, await unreached(said)]).toEqual([said, []]);
    await parcel.after(1 * MINUTES);
  }
  expect(await unreached("Five.")).toEqual([toName]);
  await parcel.office.store.tx((tx) => stopMessages(tx, "email", parcel.quote.email, parcel.now()));
  expect(await unreached("Six.")).toEqual([fromName, toName]);
});

test("who sends a parcel to themselves gets one email, and is told", async () => {
  const { email } = parcel.quote;
  parcel = await aParcelOnTheWay(noon, {
    addresses: { toEmail: email.toUpperCase(), toPhone: "011 555 0199", toCell: "" },
  });
  expect(await tell(SAID, "2026-11-25")).toMatchObject({ ok: true, unreached: [] });
});
