import { expect, test } from "vitest";
import { depotInALine } from "#app/contact";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { stateForReceiver } from "#app/domain/parcels/state-for-receiver";
import { plainText } from "#app/language/plain-text";
import { say } from "#app/language/say";

/** A Thursday. */
const now = new Date("2026-11-26T09:00:00+02:00");
const forAll = { headline: say`As everybody reads it`, next: say`What everybody reads.` };
const AS_ALL = ["As everybody reads it", "What everybody reads."];

const usual = { first: "2026-11-27", last: "2026-11-30" };
const onTheWay = { state: "on_the_way", stage: 3, arrival: usual, fetching: null } as const;
const out = { state: "out_for_delivery", stage: 4, arrival: null, waits: false } as const;
const planned = { first: "2026-11-27", last: "2026-11-27", isPlanned: true, times: "09:00 to 12:00" } as const;
const atDepot = { state: "at_depot", stage: 3, arrival: null } as const;
const delay = { area: "all", until: "2026-11-27", because: "flood", at: now } as never;
const message = "You get a message when it is out for delivery.";

const rows: [what: string, state: ParcelState, words: string[]][] = [
  ["usual days", onTheWay, ["Your parcel should come Friday 27 to Monday 30 November", message]],
  [
    "usual days that have begun",
    { ...onTheWay, arrival: { ...usual, first: "2026-11-25" } },
    ["Your parcel should come by Monday 30 November", message],
  ],
  [
    "one usual day",
    { ...onTheWay, arrival: { ...usual, first: "2026-11-30" } },
    ["Your parcel should come on Monday 30 November", message],
  ],
  [
    "an agreed day",
    { ...onTheWay, arrival: planned },
    ["Your parcel comes on Friday 27 November, 09:00 to 12:00", message],
  ],
  [
    "out for delivery",
    { ...out, arrival: { first: "2026-11-26", last: "2026-11-26", isPlanned: true } },
    ["Your parcel comes today, Thursday 26 November", "Please be there, and have the PIN from our message ready."],
  ],
  ["out for delivery, where the office has to settle something", { ...out, waits: true }, AS_ALL],
  ["some of it delivered", { ...out, arrival: planned, some: { count: 1, of: 3, left: 2 } }, AS_ALL],
  ["a time that is over", { ...onTheWay, arrival: { ...planned, isLate: true } }, AS_ALL],
  ["no day known", { ...onTheWay, arrival: null }, AS_ALL],
  ["a delay", { ...onTheWay, delayed: { visit: "delivery", delay } }, AS_ALL],
  [
    "fetched, on its way",
    { ...onTheWay, fetching: { askedOn: "2026-11-24", until: "2026-12-02", hasPin: true } },
    ["You fetch it at our depot", "Not there yet: we will tell you. We keep it for you until Wednesday 2 December."],
  ],
  [
    "ready at the depot",
    { ...atDepot, fetching: { askedOn: "2026-11-24", until: "2026-12-02", hasPin: true } },
    ["Ready at our depot until Wednesday 2 December", `Bring the PIN from our message. The depot: ${depotInALine()}.`],
  ],
  [
    "ready at the depot, without a PIN",
    { ...atDepot, fetching: { askedOn: "2026-11-24", until: null, hasPin: false } },
    ["Ready at our depot", `Bring your ID. The depot: ${depotInALine()}.`],
  ],
  ["kept no more", { ...atDepot, fetching: { askedOn: "2026-11-24", until: "2026-11-25", hasPin: true } }, AS_ALL],
  [
    "nobody was there",
    { state: "failed", stage: 4, missedOn: "2026-11-25", comes: planned, fetching: null, waits: false },
    AS_ALL,
  ],
];

test.each(rows)("to its receiver: %s", (_, state, words) => {
  const { headline, next } = stateForReceiver(state, forAll, now);
  expect([plainText(headline), plainText(next)]).toEqual(words);
});
