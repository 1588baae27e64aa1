import { describe, expect, test } from "vitest";
import { contact, depotInALine } from "#app/contact";
import type { EventKind, Happening } from "#app/domain/parcels/happening";
import { arrivalIn, type ParcelFacts, type ParcelState, parcelState, roadOf } from "#app/domain/parcels/parcel-state";
import {
  headlineOf,
  momentInWords,
  nextInWords,
  officeInWords,
  rowInWords,
} from "#app/domain/parcels/parcel-state-in-words";
import { speak } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { say } from "#app/language/say";
import { englishLeft } from "../../support/english-left";

/** A Thursday; the parcel was booked on the Monday before it. */
const TODAY = "2026-11-26";
const at = (day: string, time = "10:00") => new Date(`${day}T${time}:00+02:00`);
const now = at(TODAY, "09:00");

const happened = (...events: [EventKind, string, number?][]): Happening[] =>
  events.map(([kind, day, pieces]) => ({ kind, happenedAt: at(day, "08:00"), place: null, pieces: pieces ?? null }));
const lostOn = (day: string) => ({ kind: "ended" as const, happenedAt: at(day, "08:00"), place: null });
const booked: [EventKind, string] = ["booked", "2026-11-23"];
const collected: [EventKind, string] = ["collected", "2026-11-25"];
const visit = (day: string, fromTime: string | null = null, untilTime: string | null = null) => ({
  ...{ day, fromTime, untilTime },
});

/** Collected on a Wednesday, 1 to 2 working days: usually Thursday to Friday. */
const known: ParcelFacts = {
  ...{ history: [], of: 1, days: { least: 1, most: 2 }, wishedDay: undefined, agreed: {}, stopOn: null },
  ...{
    canBeTold: true,
    waitsForOffice: false,
    foundLateOn: null,
    newsBy: null,
    told: null,
    fetching: null,
    isReturning: false,
    whyBack: null,
    delayed: null,
    due: null,
    settledOn: null,
  },
};
const stateOf = (facts: Partial<ParcelFacts>, when = now) => parcelState({ ...known, ...facts }, new Set(), when);

const NINE = visit("2026-11-27", "09:00", "12:00");

test("while more is to be paid nothing is promised and nothing is late; its days count from then", () => {
  const due = { id: "charge-1", amountCents: 56_92, by: "2026-12-02", isRefused: false };
  const history = happened(booked, collected);
  expect(stateOf({ history, due })).toMatchObject({ state: "collected", arrival: null, due });
  const muchLater = at("2026-12-20", "09:00");
  expect(stateOf({ history, due }, muchLater)).toMatchObject({ state: "collected", due });
  expect(stateOf({ history }, muchLater).state).toBe("late");
  expect(stateOf({ history, settledOn: "2026-12-18" }, muchLater).state).toBe("collected");
  expect(stateOf({ history, due, isReturning: true })).not.toHaveProperty("due");
});

type Row = [what: string, facts: Partial<ParcelFacts>, state: object, headline: string, next: string];
const rows: Row[] = [
  [
    "booked: collected next",
    { history: happened(["booked", TODAY]) },
    { state: "booked", stage: 1, collects: null, arrival: { first: "2026-11-30", last: "2026-12-01" } },
    "Booked. We collect it next",
    "We phone the sender, then collect it. Delivery is usually Monday 30 November to Tuesday 1 December.",
  ],
  [
    "booked, with an agreed collection",
    { history: happened(booked), agreed: { collection: NINE } },
    { state: "booked", stage: 1, collects: { first: "2026-11-27", times: "09:00 to 12:00" } },
    "Booked. We collect it tomorrow",
    "We collect it on Friday 27 November, 09:00 to 12:00. Delivery is usually Monday 30 November to Tuesday 1 December.",
  ],
  [
    "booked, with an agreed collection, after a report that the office has to settle",
    { history: happened(booked), agreed: { collection: NINE }, waitsForOffice: true },
    { state: "booked", collects: null, arrival: null, waits: true },
    "Booked",
    "We have to settle something first. Are you waiting for us? Phone 010 000 0000.",
  ],
  [
    "collected",
    { history: happened(booked, collected) },
    { state: "collected", stage: 2, arrival: { first: TODAY, last: "2026-11-27" } },
    "Collected, here by tomorrow",
    "Delivery is usually Thursday 26 to Friday 27 November.",
  ],
  [
    "some pieces collected, and a day agreed for the rest",
    { of: 3, history: happened(booked, ["collected", "2026-11-25", 2]), agreed: { collection: NINE } },
    { state: "collected", stage: 2, arrival: null, rest: { collected: 2, of: 3, collects: { first: "2026-11-27" } } },
    "2 of 3 pieces collected",
    "We collect the rest on Friday 27 November, 09:00 to 12:00.",
  ],
  [
    "some pieces collected",
    { of: 3, history: happened(booked, ["collected", "2026-11-25", 2]) },
    { state: "collected", stage: 2, rest: { collects: null } },
    "2 of 3 pieces collected",
    "We phone the sender, then collect the rest.",
  ],
  [
    "some pieces delivered: nobody knows that the rest comes today",
    {
      of: 3,
      history: happened(booked, ["collected", "2026-11-25", 3], ["out_for_delivery", TODAY], ["delivered", TODAY, 2]),
    },
    { state: "out_for_delivery", stage: 4, arrival: null, some: { count: 2, of: 3, left: 1 } },
    "2 of 3 pieces delivered",
    "We arrange a day for the rest with the receiver.",
  ],
  [
    "some pieces delivered, and a day agreed for the rest",
    {
      of: 3,
      history: happened(booked, ["collected", "2026-11-25", 3], ["out_for_delivery", TODAY], ["delivered", TODAY, 2]),
      agreed: { delivery: NINE },
    },
    { state: "out_for_delivery", arrival: { first: "2026-11-27" } },
    "2 of 3 pieces delivered",
    "We bring the rest on Friday 27 November, 09:00 to 12:00.",
  ],
  [
    "some pieces delivered, the day of the first agreement",
    {
      of: 3,
      history: happened(booked, ["collected", "2026-11-25", 3], ["out_for_delivery", TODAY], ["delivered", TODAY, 2]),
      agreed: { delivery: visit(TODAY) },
    },
    { state: "out_for_delivery", arrival: null },
    "2 of 3 pieces delivered",
    "We arrange a day for the rest with the receiver.",
  ],
  [
    "some pieces collected, and the rest late",
    { of: 3, history: happened(["booked", "2026-11-16"], ["collected", "2026-11-17", 2]) },
    { state: "late", stage: 2, why: "rest not collected" },
    "This parcel is late",
    "We have not collected all of it yet. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "on its way, with an agreed time",
    { history: happened(booked, collected, ["in_transit", TODAY]), agreed: { delivery: NINE } },
    { state: "on_the_way", stage: 3, arrival: { first: "2026-11-27", isPlanned: true, times: "09:00 to 12:00" } },
    "On its way, here tomorrow",
    "We come on Friday 27 November, 09:00 to 12:00.",
  ],
  [
    "on its way, agreed within six days",
    { history: happened(booked, collected, ["in_transit", TODAY]), agreed: { delivery: visit("2026-12-02") } },
    { state: "on_the_way", arrival: { first: "2026-12-02", isPlanned: true } },
    "On its way, here on Wednesday",
    "We come on Wednesday 2 December.",
  ],
  [
    "on its way, agreed later than that",
    { history: happened(booked, collected, ["in_transit", TODAY]), agreed: { delivery: visit("2026-12-03") } },
    { state: "on_the_way", arrival: { first: "2026-12-03", isPlanned: true } },
    "On its way, here on Thursday 3 December",
    "We come on Thursday 3 December.",
  ],
  [
    "on its way, on days that nobody knows",
    { history: happened(booked, collected, ["in_transit", TODAY]), days: null },
    { state: "on_the_way", arrival: null },
    "On its way",
    "The receiver gets a message when it is out for delivery.",
  ],
  [
    "with its driver",
    {
      history: happened(booked, collected, ["out_for_delivery", TODAY]),
      agreed: { delivery: visit(TODAY, "9:00", "12:00") },
    },
    { state: "out_for_delivery", stage: 4, arrival: { first: TODAY, isPlanned: true, times: "9:00 to 12:00" } },
    "Out for delivery, here today",
    "We come today, Thursday 26 November, 9:00 to 12:00. Please be there, and have the PIN from our message ready.",
  ],
  [
    "with its driver, and agreed on for another day since",
    {
      history: happened(booked, collected, ["out_for_delivery", TODAY]),
      agreed: { delivery: { ...NINE, agreedAt: now } },
    },
    { state: "out_for_delivery", arrival: { first: "2026-11-27", isPlanned: true, times: "09:00 to 12:00" } },
    "Out for delivery, here tomorrow",
    "We come on Friday 27 November, 09:00 to 12:00. Please be there, and have the PIN from our message ready.",
  ],
  [
    "with its driver, who left although another day had been agreed on",
    {
      history: happened(booked, collected, ["out_for_delivery", TODAY]),
      agreed: { delivery: { ...NINE, agreedAt: at("2026-11-25") } },
    },
    { state: "out_for_delivery", arrival: { first: TODAY } },
    "Out for delivery, here today",
    "We come today, Thursday 26 November. Please be there, and have the PIN from our message ready.",
  ],
  [
    "with its driver, after a report that the office has to settle",
    { history: happened(booked, collected, ["out_for_delivery", TODAY]), waitsForOffice: true },
    { state: "out_for_delivery", arrival: null, waits: true },
    "Out for delivery",
    "We have to settle something first. Are you waiting for it? Phone 010 000 0000.",
  ],
  [
    "nobody was there to hand it over",
    { history: happened(booked, ["failed_collection", TODAY]) },
    { state: "failed", stage: 1, missedOn: TODAY, comes: null },
    "We missed you today",
    "We came to collect it on Thursday 26 November, but nobody was there. We phone the sender to agree on a day.",
  ],
  [
    "nobody was there to hand it over, and another day was agreed",
    { history: happened(booked, ["failed_collection", TODAY]), agreed: { collection: NINE } },
    { state: "booked", collects: { first: "2026-11-27" } },
    "Booked. We collect it tomorrow",
    "We collect it on Friday 27 November, 09:00 to 12:00. Delivery is usually Monday 30 November to Tuesday 1 December.",
  ],
  [
    "failed: again on the next working day",
    { history: happened(booked, collected, ["failed_attempt", TODAY]) },
    { state: "failed", stage: 4, missedOn: TODAY, comes: { first: "2026-11-27", isPlanned: true } },
    "We missed you today",
    "We came on Thursday 26 November, but could not deliver it. We come again on Friday 27 November. Nobody pays more.",
  ],
  [
    "failed: again on the day of its next stop",
    { history: happened(booked, collected, ["failed_attempt", "2026-11-25"]), stopOn: TODAY },
    { state: "failed", comes: { first: TODAY } },
    "We missed you yesterday",
    "We came on Wednesday 25 November, but could not deliver it. We come again today, Thursday 26 November. Nobody pays more.",
  ],
  [
    "failed: again on the agreed day",
    {
      history: happened(booked, collected, ["failed_attempt", TODAY]),
      agreed: { delivery: NINE },
      stopOn: "2026-12-01",
    },
    { state: "failed", comes: { first: "2026-11-27", times: "09:00 to 12:00" } },
    "We missed you today",
    "We came on Thursday 26 November, but could not deliver it. We come again on Friday 27 November, 09:00 to 12:00. Nobody pays more.",
  ],
  [
    "failed, and the receiver fetches it since: nobody comes again",
    {
      history: happened(booked, collected, ["failed_attempt", TODAY]),
      fetching: { askedOn: TODAY, until: null, hasPin: true },
    },
    { state: "failed", comes: null },
    "We missed you today",
    "We came on Thursday 26 November, but could not deliver it. The receiver fetches it at our depot. Not there yet: we will tell you. Nobody pays more.",
  ],
  [
    "to be fetched at the depot: it comes on no day, and has a working day to get there",
    {
      history: happened(booked, ["collected", "2026-11-16"]),
      fetching: { askedOn: "2026-11-25", until: null, hasPin: true },
    },
    { state: "collected", arrival: null },
    "Collected",
    "The receiver fetches it at our depot. Not there yet: we will tell you.",
  ],
  [
    "to be fetched at the depot, and not there a working day after it was due",
    {
      history: happened(booked, ["collected", "2026-11-16"]),
      fetching: { askedOn: "2026-11-17", until: null, hasPin: true },
    },
    { state: "late", stage: 2, why: "not at the depot" },
    "This parcel is late",
    "It should have been at our depot by Wednesday 18 November. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "failed, to be fetched since, and not taken in at the depot",
    {
      history: happened(booked, collected, ["failed_attempt", "2026-11-23"]),
      fetching: { askedOn: "2026-11-23", until: null, hasPin: true },
    },
    { state: "late", stage: 4, why: "not at the depot", dueOn: "2026-11-24" },
    "This parcel is late",
    "It should have been at our depot by Tuesday 24 November. You will hear from us by 12:00 on Thursday 26 November.",
  ],
  [
    "fetched at the depot, scanned there",
    {
      history: happened(booked, collected, ["in_transit", TODAY]),
      fetching: { askedOn: TODAY, until: null, hasPin: true },
    },
    { state: "on_the_way", arrival: null },
    "On its way",
    "The receiver fetches it at our depot. Not there yet: we will tell you.",
  ],
  [
    "at the depot, and the receiver fetches it",
    {
      history: happened(booked, ["collected", "2026-11-16"], ["at_depot", TODAY]),
      fetching: { askedOn: TODAY, until: "2026-12-04", hasPin: true },
    },
    { state: "at_depot", stage: 3, arrival: null },
    "Ready at our depot",
    `Ready at our depot until Friday 4 December, bring the PIN from our message. The depot: ${depotInALine()}.`,
  ],
  [
    "at the depot, where no message could be sent",
    {
      history: happened(booked, ["collected", "2026-11-16"], ["at_depot", TODAY]),
      fetching: { askedOn: TODAY, until: "2026-12-04", hasPin: false },
    },
    { state: "at_depot", stage: 3, arrival: null },
    "Ready at our depot",
    `Ready at our depot until Friday 4 December, bring your ID. The depot: ${depotInALine()}.`,
  ],
  [
    "at the depot too long",
    {
      history: happened(booked, ["collected", "2026-11-10"], ["at_depot", "2026-11-16"]),
      fetching: { askedOn: TODAY, until: "2026-11-24", hasPin: true },
    },
    { state: "at_depot", stage: 3 },
    "At our depot",
    "The receiver could fetch it at our depot until Tuesday 24 November. Now it goes back to the sender.",
  ],
  [
    "at the depot, and nobody has said that they fetch it",
    { history: happened(booked, collected, ["at_depot", TODAY]) },
    { state: "at_depot", stage: 3, arrival: { first: TODAY, last: "2026-11-27" } },
    "At our depot",
    `Delivery is usually Thursday 26 to Friday 27 November. Does the receiver want to fetch it there? Phone ${contact().phoneShown}.`,
  ],
  [
    "lost",
    { history: [...happened(booked, collected), { ...lostOn(TODAY), because: "lost" }] },
    { state: "ended", stage: null, because: "lost" },
    "This parcel will not arrive",
    `We can't find it any more. We are sorry. Do you have a question? Phone ${contact().phoneShown}.`,
  ],
  [
    "handed to the police, which is nobody else's business",
    { history: [...happened(booked, collected), { ...lostOn(TODAY), because: "police" }], isReturning: true },
    { state: "ended", stage: null, because: "police" },
    "This parcel will not arrive",
    `We are not allowed to deliver it. Do you have a question? Phone ${contact().phoneShown}.`,
  ],
  [
    "to be fetched, before its collection",
    { history: happened(["booked", TODAY]), fetching: { askedOn: TODAY, until: null, hasPin: true } },
    { state: "booked", arrival: null },
    "Booked. We collect it next",
    "We phone the sender, then collect it. The receiver fetches it at our depot. Not there yet: we will tell you.",
  ],
  [
    "to be fetched, and late to be collected",
    { history: happened(["booked", "2026-11-20"]), fetching: { askedOn: TODAY, until: null, hasPin: true } },
    { state: "late", why: "not collected" },
    "This parcel is late",
    "We have not collected it yet. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "out with a driver after all",
    {
      history: happened(booked, collected, ["out_for_delivery", TODAY]),
      fetching: { askedOn: TODAY, until: "2026-12-03", hasPin: true },
    },
    { state: "out_for_delivery", arrival: { first: TODAY } },
    "Out for delivery, here today",
    "We come today, Thursday 26 November. Please be there, and have the PIN from our message ready.",
  ],
  [
    "failed, and its day is over: late that evening",
    { history: happened(booked, collected, ["failed_attempt", "2026-11-24"]) },
    { state: "late", stage: 4, lateOn: "2026-11-25", newsBy: `${TODAY} 12:00`, why: "not tried again" },
    "This parcel is late",
    "We should have come again on Wednesday 25 November. You will hear from us by 12:00 on Thursday 26 November.",
  ],
  [
    "failed long ago, and the office must settle a report first",
    { history: happened(booked, ["collected", "2026-11-16"], ["failed_attempt", "2026-11-17"]), waitsForOffice: true },
    { state: "late", why: "settling", newsBy: "2026-11-27 12:00" },
    "This parcel is late",
    "We have to settle something first. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "late, and the office has told its people since",
    {
      history: happened(booked, ["collected", "2026-11-20"]),
      told: { at: at("2026-11-25"), until: "2026-12-01 17:00" },
    },
    { state: "late", lateOn: "2026-11-25", newsBy: "2026-12-01 17:00" },
    "This parcel is late",
    "It should have been there by Tuesday 24 November. You will hear from us by 17:00 on Tuesday 1 December.",
  ],
  [
    "told before it was late: not late before that time is over",
    {
      history: happened(booked, ["collected", "2026-11-20"]),
      told: { at: at("2026-11-24"), until: `${TODAY} 17:00` },
    },
    { state: "collected", arrival: null },
    "Collected",
    "The receiver gets a message when it is out for delivery.",
  ],
  [
    "the agreed times are over: they aren't named any more",
    { history: happened(booked, collected), agreed: { delivery: visit(TODAY, "08:00", "08:30") } },
    { state: "collected", arrival: { first: TODAY, last: TODAY, isPlanned: true, isLate: true } },
    "Collected, here today",
    "We come today, Thursday 26 November. We are late with this. Phone 010 000 0000.",
  ],
  [
    "the agreed day is over this evening",
    { history: happened(["booked", "2026-11-23"]), agreed: { collection: visit(TODAY, "08:00", "08:30") } },
    { state: "booked", collects: { first: TODAY, last: TODAY, isPlanned: true, isLate: true } },
    "Booked. We collect it today",
    "We collect it today, Thursday 26 November. Delivery is usually Friday 27 to Monday 30 November. We are late with this. Phone 010 000 0000.",
  ],
  [
    "going back: it is neither late nor out for delivery, whatever was marked before",
    {
      history: happened(booked, ["collected", "2026-11-02"], ["out_for_delivery", TODAY]),
      agreed: { delivery: NINE },
      isReturning: true,
    },
    { state: "returning", stage: null, why: null, comes: null, waits: false },
    "Going back to the sender",
    "Our driver brings what we could not deliver back to the sender. Is this wrong? Phone 010 000 0000.",
  ],
  [
    "going back, with the reason, and agreed with the sender",
    {
      history: happened(booked, collected),
      agreed: { return: NINE },
      isReturning: true,
      whyBack: say`the gate was closed`,
    },
    { state: "returning", why: say`the gate was closed`, comes: { first: "2026-11-27", times: "09:00 to 12:00" } },
    "Going back to the sender",
    "Our driver brings what we could not deliver back to the sender: the gate was closed. We come to the sender on Friday 27 November, 09:00 to 12:00. Is this wrong? Phone 010 000 0000.",
  ],
  [
    "going back, because its sender didn't pay more: nobody tried to deliver it",
    { history: happened(booked, collected), agreed: { return: NINE }, isReturning: true, whyBack: "unpaid" },
    { state: "returning", why: "unpaid", comes: { first: "2026-11-27" } },
    "Going back to the sender",
    "We bring it back to the sender. We come to the sender on Friday 27 November, 09:00 to 12:00. Is this wrong? Phone 010 000 0000.",
  ],
  [
    "going back, after a report at the sender's",
    { history: happened(booked, collected), agreed: { return: NINE }, isReturning: true, waitsForOffice: true },
    { state: "returning", comes: null, waits: true },
    "Going back to the sender",
    "Our driver brings what we could not deliver back to the sender. We have to settle something first. Are you waiting for it? Phone 010 000 0000.",
  ],
  [
    "late: one working day after the last usual day",
    { history: happened(booked, ["collected", "2026-11-23"], ["in_transit", "2026-11-24"]) },
    { state: "late", stage: 3, lateOn: TODAY, newsBy: "2026-11-27 12:00", why: "not delivered" },
    "This parcel is late",
    "It should have been there by Wednesday 25 November. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "late, and the promise was kept or wasn't",
    { history: happened(booked, ["collected", "2026-11-20"], ["in_transit", "2026-11-20"]) },
    { state: "late", lateOn: "2026-11-25", newsBy: `${TODAY} 12:00` },
    "This parcel is late",
    "It should have been there by Tuesday 24 November. You will hear from us by 12:00 on Thursday 26 November.",
  ],
  [
    "late, with what was promised when it was found to be",
    {
      history: happened(booked, ["collected", "2026-11-20"]),
      foundLateOn: "2026-11-25",
      newsBy: "2026-11-25 12:00",
    },
    { state: "late", lateOn: "2026-11-25", newsBy: "2026-11-25 12:00" },
    "This parcel is late",
    "It should have been there by Tuesday 24 November. You should have heard from us by 12:00 on Wednesday 25 November. We are late with this. Phone 010 000 0000.",
  ],
  [
    "late, and never collected",
    { history: happened(["booked", "2026-11-20"]) },
    { state: "late", stage: 1, lateOn: TODAY, newsBy: "2026-11-27 12:00", why: "not collected" },
    "This parcel is late",
    "We have not collected it yet. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "late at the end of the day on which we agreed to collect it",
    { history: happened(booked), agreed: { collection: visit("2026-11-25") } },
    { state: "late", lateOn: TODAY, why: "not collected" },
    "This parcel is late",
    "We have not collected it yet. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "late at the end of the agreed day, within the usual ones",
    { history: happened(booked, collected), agreed: { delivery: visit("2026-11-25") } },
    { state: "late", stage: 2, lateOn: TODAY },
    "This parcel is late",
    "It should have been there by Wednesday 25 November. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "an agreed day to come ends it",
    { history: happened(booked, ["collected", "2026-11-16"]), agreed: { delivery: NINE } },
    { state: "collected", arrival: { first: "2026-11-27" } },
    "Collected, here tomorrow",
    "We come on Friday 27 November, 09:00 to 12:00.",
  ],
  [
    "so does its driver, until the end of the day",
    { history: happened(booked, ["collected", "2026-11-16"], ["out_for_delivery", TODAY]) },
    { state: "out_for_delivery", arrival: { first: TODAY } },
    "Out for delivery, here today",
    "We come today, Thursday 26 November. Please be there, and have the PIN from our message ready.",
  ],
  [
    "after that day it is late from the next",
    { history: happened(booked, ["collected", "2026-11-16"], ["out_for_delivery", "2026-11-25"]) },
    { state: "late", stage: 4, lateOn: TODAY, newsBy: "2026-11-27 12:00" },
    "This parcel is late",
    "It should have been there by Wednesday 25 November. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "after a failed attempt a parcel that goes on has a working day more",
    {
      history: happened(
        booked,
        ["collected", "2026-11-16"],
        ["failed_attempt", "2026-11-24"],
        ["in_transit", "2026-11-25"],
      ),
    },
    { state: "late", lateOn: TODAY },
    "This parcel is late",
    "It should have been there by Wednesday 25 November. You will hear from us by 12:00 on Friday 27 November.",
  ],
  [
    "late, while the office settles a report",
    { history: happened(booked, ["collected", "2026-11-20"]), waitsForOffice: true },
    { state: "late", why: "settling" },
    "This parcel is late",
    "We have to settle something first. You will hear from us by 12:00 on Thursday 26 November.",
  ],
  [
    "delivered today",
    { history: happened(booked, collected, ["delivered", TODAY]) },
    { state: "delivered", stage: 5, at: at(TODAY, "08:00") },
    "Delivered at 08:00",
    "It was handed over on Thursday 26 November. If you don't have it, or something is wrong with it, tell us, and we will answer.",
  ],
  [
    "delivered this week",
    { history: happened(booked, collected, ["delivered", "2026-11-20"]) },
    { state: "delivered" },
    "Delivered on Friday at 08:00",
    "It was handed over on Friday 20 November. If you don't have it, or something is wrong with it, tell us, and we will answer.",
  ],
  [
    "returned",
    { history: happened(booked, collected, ["returned", TODAY]) },
    { state: "returned", stage: null },
    "Returned to the sender",
    "The sender got it back on Thursday 26 November.",
  ],
  [
    "cancelled",
    { history: happened(booked, ["cancelled", TODAY]) },
    { state: "cancelled", stage: null },
    "This booking was cancelled",
    "It was cancelled on Thursday 26 November, before we collected the parcel. We have emailed whoever booked it about the money.",
  ],
];

test.each(rows)("%s", (_, facts, expected, headline, next) => {
  const state = stateOf(facts);
  expect(state).toMatchObject(expected);
  expect([headlineOf(state, now), nextInWords(state, null, now)].map(plainText)).toEqual([headline, next]);
});

test.each(rows)("in another language no word of English is left: %s", (_, facts) => {
  speak("pseudo");
  const state = stateOf(facts);
  const said = [headlineOf(state, now), nextInWords(state, null, now)].map(plainText);
  const row = rowInWords(state, now);
  speak("en-ZA");
  const values = [depotInALine(), facts.whyBack && facts.whyBack !== "unpaid" ? plainText(facts.whyBack) : ""];
  expect([...said, row].flatMap((words) => englishLeft(words, values))).toEqual([]);
});

const dates = { today: "Thursday 26 November", tomorrow: "Friday 27 November", yesterday: "Wednesday 25 November" };
/** A weekday without its date. */
const BARE = /\w+day\b(?! \d)/;
const onTheRoad: Record<ParcelState["state"], RegExp | null> = {
  booked: /^Booked$/,
  collected: /^Collected$/,
  on_the_way: /^On its way$/,
  at_depot: /^On its way$/,
  out_for_delivery: /^Out for delivery$/,
  failed: /^Missed you$/,
  late: /^(?:Booked|Collected|On its way|Out for delivery)$/,
  returning: null,
  delivered: /^Delivered$/,
  returned: null,
  cancelled: null,
  ended: null,
};

test.each(rows)("headline, sentence, road and dates agree: %s", (_, facts, __, headline, next) => {
  const state = stateOf(facts);
  const [said] = /today|tomorrow|yesterday|\w+day(?: \d+ \w+)?/.exec(headline) ?? [];
  if (said) expect(next).toContain(dates[said as keyof typeof dates] ?? said);
  else if (state.state === "delivered") expect(next).toContain(dates.today);
  for (const words of [next.replace(depotInALine(), ""), rowInWords(state, now)])
    expect(words.replaceAll("today", "")).not.toMatch(BARE);
  const road = state.stage && roadOf(state.stage, state.state === "failed");
  const stage = road?.names[road.reached - 1];
  if (!stage) return expect(onTheRoad[state.state]).toBeNull();
  expect(stage).toMatch(onTheRoad[state.state] ?? "");
  if (!["late", "failed", "at_depot"].includes(state.state))
    expect(headline).toMatch(new RegExp(`^${stage}|^\\d of \\d pieces`));
});

test.each([
  ["agreed for tomorrow", { agreed: { delivery: NINE } }, "Collected, there on Friday 27 November, 09:00 to 12:00"],
  ["usually by tomorrow", {}, "Collected, usually there by Friday 27 November"],
  ["with its driver", { history: happened(booked, ["out_for_delivery", TODAY]) }, "Out for delivery, today"],
  [
    "missed yesterday",
    { history: happened(booked, ["failed_attempt", "2026-11-25"]) },
    "Nobody was there on Wednesday 25 November. We come again today",
  ],
  [
    "delivered last week",
    { history: happened(["delivered", "2026-11-20"]) },
    "Delivered on Friday 20 November at 08:00",
  ],
  [
    "delivered a year ago",
    { history: happened(["delivered", "2025-11-20"]) },
    "Delivered on Thursday 20 November 2025 at 08:00",
  ],
])("the dashboard's row has the date: %s", (_, facts, words) => {
  expect(rowInWords(stateOf({ history: happened(booked, collected), ...facts }), now)).toBe(words);
});

describe("the day on which a parcel becomes late", () => {
  const from = (facts: Partial<ParcelFacts>, days: string[]) =>
    days.map((day) => stateOf(facts, at(day, "00:00")).state === "late");

  test("after usual days that end on a Friday it is the Monday, not the weekend", () => {
    const onFriday = { history: happened(booked, collected) };
    expect(from(onFriday, ["2026-11-27", "2026-11-29", "2026-11-30"])).toEqual([false, false, true]);
    expect(arrivalIn(stateOf(onFriday, at("2026-11-28")))).toBeNull();
  });

  test("after an agreed day it is the next day, whatever day that is", () => {
    const agreed = { history: happened(booked, collected), agreed: { delivery: visit("2026-11-27") } };
    expect(from(agreed, ["2026-11-27", "2026-11-28"])).toEqual([false, true]);
    expect(stateOf(agreed, at("2026-11-28"))).toMatchObject({ newsBy: "2026-11-30 12:00" });
  });

  test("after a try on the agreed day it is the second working day after the try", () => {
    const tried = happened(booked, collected, ["failed_attempt", "2026-11-26"], ["in_transit", "2026-11-26"]);
    const agreed = { history: tried, agreed: { delivery: visit("2026-11-26") } };
    expect(from(agreed, ["2026-11-27", "2026-11-29", "2026-11-30"])).toEqual([false, false, true]);
  });

  test("after it went with its driver it is the day after, however long before it was agreed", () => {
    const onItsRound = happened(booked, collected, ["out_for_delivery", "2026-11-30"]);
    const agreed = { history: onItsRound, agreed: { delivery: visit("2026-11-27") } };
    expect(from(agreed, ["2026-11-30", "2026-12-01"])).toEqual([false, true]);
    const back = happened(booked, collected, ["out_for_delivery", "2026-11-25"], ["in_transit", "2026-11-26"]);
    expect(from({ history: back, agreed: { delivery: visit("2026-11-24") } }, ["2026-11-26"])).toEqual([true]);
  });

  test("what was promised is the same on every later day; nothing is promised for a time that is over", () => {
    const untold = stateOf({ history: happened(booked, collected) }, at("2026-12-14"));
    expect(untold).toMatchObject({ lateOn: "2026-11-30", newsBy: "2026-12-15 12:00" });
    const facts = { history: happened(booked, collected), foundLateOn: "2026-11-30", newsBy: "2026-12-01 12:00" };
    const promises = ["2026-11-30", "2026-12-01", "2026-12-14"].map((day) => stateOf(facts, at(day)));
    for (const promise of promises) expect(promise).toMatchObject({ lateOn: "2026-11-30", newsBy: "2026-12-01 12:00" });
  });
});

test("after the usual days it is told how long parcels of this route took, not after a day that is planned", () => {
  const kept = say`8 of 10 parcels on this route arrive within 2 working days`;
  const facts = { history: happened(booked, collected) };
  expect(plainText(nextInWords(stateOf(facts), kept, now))).toBe(
    `Delivery is usually Thursday 26 to Friday 27 November. ${plainText(kept)}.`,
  );
  const planned = stateOf({ ...facts, agreed: { delivery: NINE } });
  expect(plainText(nextInWords(planned, kept, now))).toBe("We come on Friday 27 November, 09:00 to 12:00.");
});

test("what happened today or yesterday is told without its date", () => {
  const seen = new Date("2026-11-24T08:00:00Z");
  expect(
    ["2026-11-24T06:05:00Z", "2026-11-23T20:30:00Z", "2026-11-20T12:05:00Z"].map((moment) =>
      momentInWords(new Date(moment), seen),
    ),
  ).toEqual(["Today, 08:05", "Yesterday, 22:30", "20 November 2026, 14:05"]);
});

test("the office, which wasn't missed, reads which visit failed, and of a parcel under way what its sender reads", () => {
  const inWords = (facts: Partial<ParcelFacts>) => officeInWords(stateOf(facts), now);
  expect([
    inWords({ history: happened(booked, ["failed_collection", TODAY]) }),
    inWords({ history: happened(booked, collected, ["failed_attempt", "2026-11-25"]) }),
    inWords({ history: happened(booked, collected) }),
  ]).toEqual([
    "Collection failed today",
    "Delivery failed yesterday",
    rowInWords(stateOf({ history: happened(booked, collected) }), now),
  ]);
});

test("a failed delivery from while the clock was ahead was missed today, so tomorrow's visit counts", () => {
  const history = happened(booked, collected, ["failed_attempt", "2026-11-27"]);
  const state = stateOf({ history, agreed: { delivery: NINE } });
  expect(state).toMatchObject({ state: "failed", missedOn: TODAY, comes: { first: "2026-11-27" } });
});
