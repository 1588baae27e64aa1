import { expect, test } from "vitest";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { type Entries, type Sentence, say } from "#app/language/say";

const { accounts, bookings, letters, money, parcel, texts, toReceiver, toSender, wishes } = messagesCatalogue();

const NO = "TH 470 156 955 6";
const DAY = "2026-12-01";
const [noon, why] = [new Date("2026-12-01T10:00:00Z"), say`the gate was closed`];
const agreed = { day: DAY, fromTime: "09:00", untilTime: "12:00" };
const comes = { from: "Sipho", no: NO, pin: "1234", isToday: true };
const late = { time: "12:00", day: DAY, isOver: false };

/** What a message says in two variants: each has what belongs to it, and nothing of the other. */
type Variant = [entry: Entries, says?: RegExp];
const variants: Record<string, [Variant, Variant]> = {
  "hours and days that a link works, and days of a failing webhook": [
    [[accounts.hours(1), accounts.days(1), accounts.webhookOff.because.failing(1)], /\b1 hour\n1 day\n.* 1 day\b/],
    [[accounts.hours(2), accounts.days(2), accounts.webhookOff.because.failing(2)], /\b2 hours\n2 days\n.* 2 days\b/],
  ],
  "changed details, with a waybill": [[bookings.changed(true), /print it again/], [bookings.changed(false)]],
  "an imported list of one, and of more": [
    [bookings.imported(1, 80_62, noon), /Your parcel is ready to pay/],
    [bookings.imported(2, 161_24, noon), /Your 2 parcels are ready to pay/],
  ],
  "a lost number, and several": [
    [bookings.linksAgain(1), /Your waybill number$/m],
    [bookings.linksAgain(2), /Your waybill numbers$/m],
  ],
  "a shop's open bookings": [
    [bookings.openList(1), /1 parcel of your shop is not paid yet.*booked 1 parcel that/s],
    [bookings.openList(2), /2 parcels of your shop are not paid yet.*booked 2 parcels that/s],
  ],
  "a day that is agreed, and one that holds no longer": [
    [
      bookings.visit("collection", agreed),
      /We collect on Tuesday 1 December, 09:00 to 12:00.*We have agreed.*somebody is there/s,
    ],
    [bookings.visit("collection", null), /A new day to collect.*is cancelled/s],
  ],
  "an agreed delivery, to whom we visit and to its sender": [
    [bookings.visit("delivery", agreed), /when we will deliver your parcel.*somebody is there/s],
    [bookings.visit("deliveryToSender", agreed), /We have agreed with the receiver.*You don't need to do anything/s],
  ],
  "an agreed delivery that holds no longer, to both": [
    [bookings.visit("delivery", null), /We will phone to agree on another day/],
    [bookings.visit("deliveryToSender", null), /phone them to agree on another day.*You don't need to do anything/s],
  ],
  "an agreed delivery by text, and one that holds no longer": [
    [texts.deliveryAgreed(null, NO, agreed), /we bring your parcel \(.*on Tuesday 1 December, 09:00 to 12:00/s],
    [texts.deliveryAgreed(null, NO, null), /agreed on for your parcel .* is cancelled/s],
  ],
  "an application, and a corrected one": [
    [letters.applied("D 1", false), /We have your application D 1$.*Thank you for wanting/ms],
    [letters.applied("D 1", true), /We have your application D 1, corrected.*They replace/s],
  ],
  "no email of the only receiver, and of some": [
    [money.byPhoneAlone(1, 1), /for the receiver,/],
    [money.byPhoneAlone(2, 3), /for 2 receivers,/],
  ],
  "no email of one receiver, and of some": [
    [money.byPhoneAlone(1, 3), /for one receiver,/],
    [money.byPhoneAlone(2, 3), /for 2 receivers,/],
  ],
  "a visit, with and without its times": [
    [parcel.visit(agreed), /^Tuesday 1 December, 09:00 to 12:00$/],
    [parcel.visit({ ...agreed, fromTime: null }), /^Tuesday 1 December$/],
  ],
  "it comes today, or another day": [
    [texts.comes(comes), /comes today/],
    [texts.comes({ ...comes, isToday: false }), /is out for delivery/],
  ],
  "a text of it, with and without its sender": [
    [texts.comes(comes), /a parcel from Sipho/],
    [texts.comes({ ...comes, from: null })],
  ],
  "collected, all and some": [
    [texts.collected(NO, why), /: the gate was closed Questions/],
    [texts.collected(NO, null)],
  ],
  "delivered, all and some": [
    [texts.delivered({ to: null, no: NO, missing: why }), /: the gate was closed Questions/],
    [texts.delivered({ to: null, no: NO, missing: null })],
  ],
  "delivered, with and without a name": [
    [texts.delivered({ to: "Sipho", no: NO, missing: null }), /to Sipho/],
    [texts.delivered({ to: null, no: NO, missing: null })],
  ],
  "a late parcel's news, before and after its time": [
    [texts.late(NO, why, late), /You will hear from us by 12:00 on Tuesday 1 December\./],
    [texts.late(NO, why, { ...late, isOver: true }), /sorry\. Questions/],
  ],
  "a receiver's former phone, with a new address, and without": [
    [texts.newPhone(NO, true), /phone and address were changed/],
    [texts.newPhone(NO, false), /phone was changed/],
  ],
  "a text that it comes back, and why": [
    [texts.comesBack(NO, why), /: the gate was closed\. We bring/],
    [texts.comesBack(NO, null), /955 6\. We bring/],
  ],
  "a text that it goes back, whose": [
    [texts.goesBack("Sipho", NO, null), /the parcel from Sipho/],
    [texts.goesBack(null, NO, null)],
  ],
  "a text that it goes back, why": [
    [texts.goesBack("Sipho", NO, why), /: the gate was closed\. It goes back/],
    [texts.goesBack("Sipho", NO, null), /\(TH 470 156 955 6\)\. It goes back/],
  ],
  "a text that it went back, and that we missed them": [
    [
      [texts.wentBack("Sipho", NO), texts.deliveryMissed("Sipho", NO, why)],
      /the parcel from Sipho.*your parcel from Sipho/s,
    ],
    [
      [texts.wentBack(null, NO), texts.deliveryMissed(null, NO, why)],
      /^.*?: the parcel TH.*\n.*: we could not deliver your parcel TH/,
    ],
  ],
  "a correction, of what still comes": [
    [texts.correction(NO, why, true), /We will tell you when it comes/],
    [texts.correction(NO, why, false), /a mistake, sorry\.$/m],
  ],
  "a wish, with and without a PIN": [[texts.wishTaken(NO, why, "1234"), /PIN 1234/], [texts.wishTaken(NO, why, null)]],
  "a wish that ended, by whom": [
    [texts.wishEnded(NO, why, true), /our office cancelled/],
    [texts.wishEnded(NO, why, false), /if this wasn't you/],
  ],
  "who pays, at home and abroad": [
    [toReceiver.ready({ until: DAY, isLocal: true }), /You have nothing to pay/],
    [toReceiver.ready({ until: DAY, isLocal: false }), /customs duty/],
  ],
  "an announcement, with and without its sender": [
    [toReceiver.announced({ sender: "Thandi", to: "Soweto", isLocal: true }), /^Thandi is sending/],
    [toReceiver.announced({ sender: null, to: "Soweto", isLocal: true }), /^Somebody is sending/],
  ],
  "one of several parcels, with and without their sender": [
    [toReceiver.announcedTogether({ sender: "Thandi", count: 2 }), /^Thandi is sending you 2/],
    [toReceiver.announcedTogether({ sender: null, count: 2 }), /^Somebody is sending you 2/],
  ],
  "an email that it comes, today or not": [
    [toReceiver.comes({ today: DAY, isLocal: true }), /comes today.*brings it today, Tuesday 1 December/s],
    [toReceiver.comes({ today: null, isLocal: true }), /^Your parcel is out for delivery$.*brings it\. /ms],
  ],
  "we missed them, with and without a PIN": [
    [toReceiver.missed({ missed: why, tryAgain: why, hasPin: true }), /Your PIN stays the same/],
    [toReceiver.missed({ missed: why, tryAgain: why, hasPin: false })],
  ],
  "we missed them, and what the driver met": [
    [toReceiver.missed({ missed: why, tryAgain: why, hasPin: false }), /but the gate was closed/],
    [toReceiver.missed({ missed: null, tryAgain: why, hasPin: false }), /but could not deliver it/],
  ],
  "it goes back, and why": [
    [toReceiver.goesBack("Thandi", why), /parcel from Thandi: the gate was closed/],
    [toReceiver.goesBack(null, null), /parcel from the sender\. It goes/],
  ],
  "it was cancelled, with and without its sender": [
    [toReceiver.cancelled("Thandi"), /that Thandi wanted/],
    [toReceiver.cancelled(null), /that somebody wanted/],
  ],
  "delivered, with and without its receiver": [
    [toSender.delivered("Sipho"), /to Sipho\./],
    [toSender.delivered(null), /your parcel\.$/m],
  ],
  "some delivered, with and without its receiver": [
    [toSender.someDelivered("Sipho", 1, 3), /1 of 3 pieces of your parcel to Sipho\./],
    [toSender.someDelivered(null, 1, 3), /1 of 3 pieces of your parcel\.$/m],
  ],
  "the rest, with and without its day": [
    [toSender.restComes(2, DAY), /the rest on Tuesday 1 December/],
    [toSender.restComes(2, null), /We arrange a day/],
  ],
  "the next attempt, with and without its day": [
    [toSender.tryAgain(DAY), /^We try again on Tuesday 1 December\.$/],
    [toSender.tryAgain(null), /^We will try again\.$/],
  ],
  "it comes back, and why": [
    [toSender.comesBack(why), /your parcel: the gate was closed/],
    [toSender.comesBack(null), /your parcel\. Our driver/],
  ],
  "it will not arrive, and whether we pay": [
    [toSender.ended(why, true), /Our terms say/],
    [toSender.ended(why, false)],
  ],
  "a wish for the depot, with and without its last day": [
    [wishes.taken.follows.depot(DAY, 7), /at the depot until Tuesday 1 December/],
    [wishes.taken.follows.depot(null, 7), /for you for 7 days/],
  ],
  "what the sender reads of it": [
    [wishes.toSender.made.depot(DAY), /until Tuesday 1 December/],
    [wishes.toSender.made.depot(null), /at our depot\.$/],
  ],
  "a wish that was taken back, before and without an agreed day": [
    [
      wishes.toSender.ended.day(agreed),
      /The day agreed on before applies again.*We bring it on Tuesday 1 December, 09:00/s,
    ],
    [wishes.toSender.ended.day(null), /The agreed day is cancelled.*in the usual time/s],
  ],
};

test.each(Object.entries(variants))("a message says what its variant is about: %s", (_, [one, another]) => {
  for (const [[entry, says], [, others]] of [
    [one, another],
    [another, one],
  ] as const) {
    const words = saidBy(entry);
    expect(words).not.toMatch(/undefined|null|NaN|\[object|\$\{| {2}|Invalid/);
    if (says) expect(words).toMatch(says);
    if (others) expect(words).not.toMatch(others);
  }
});

test("in some words, exactly", () => {
  expect(
    saidBy(texts.comes({ ...comes, from: null }))
      .split("\n")
      .at(-1),
  ).toBe("Thuma Couriers: parcel TH 470 156 955 6 comes today. When you have it, say PIN 1234.");
  expect(saidBy(money.owed.headline(80_62))).toBe("We will refund R\u00a080,62");
  expect(saidBy(toSender.correction(noon, toSender.corrections.delivered.said).opening)).toBe(
    "On 1 December 2026, 12:00 we told you that your parcel had been delivered. That was a mistake, and we are sorry.",
  );
});

/** All that an entry of the catalogue says, a sentence a line. */
function saidBy(entry: Entries): string {
  if (entry === null || typeof entry === "function") return "";
  if ("parts" in entry) return plainText(entry as Sentence);
  return Object.values(entry).map(saidBy).join("\n");
}
