import { describe, expect, test } from "vitest";
import type { EventKind } from "#app/domain/parcels/happening";
import { officeMust, type Settled } from "#app/domain/parcels/office-must";
import { nothingKnown } from "#app/domain/parcels/parcel-sources.server";
import type { Visit } from "#app/domain/parcels/visits";

const happenedAt = new Date("2026-11-23T10:00:00Z");
const [today, tomorrow] = ["2026-11-23", "2026-11-24"];
const before = { day: today, agreedAt: new Date("2026-11-23T09:00:00Z") };
const due = { id: "charge-1", amountCents: 56_92, by: "2026-11-30", isRefused: false };
const since = { day: today, agreedAt: new Date("2026-11-23T11:00:00Z") };
const wrong = (visit: Visit) => ({ visit, officeMust: "Phone for the way", waitsForOffice: true });
const brokeDown = (visit: Visit) => ({ visit, officeMust: "Give the stop to another driver", waitsForOffice: false });

describe("what the office has to do, and whose word it waits for", () => {
  test.each<[Visit | null, EventKind, Partial<Settled>, string | null, string | null]>([
    ["collection", "booked", {}, "Phone the sender and collect it", null],
    ["collection", "booked", { agreed: { collection: before } }, "Collect it", null],
    ["collection", "booked", { agreed: { delivery: before } }, "Phone the sender and collect it", null],
    ["collection", "failed_collection", {}, "Phone the sender: nobody was there", "sender"],
    [
      "collection",
      "failed_collection",
      { agreed: { collection: before } },
      "Phone the sender: nobody was there",
      "sender",
    ],
    ["collection", "failed_collection", { agreed: { collection: since } }, "Collect it", null],
    ["collection", "failed_collection", { isFetched: true }, "Phone the sender: nobody was there", "sender"],
    ["collection", "booked", { reports: [wrong("collection")] }, "Phone for the way", "office"],
    ["collection", "booked", { reports: [wrong("delivery")] }, "Phone the sender and collect it", null],
    ["delivery", "collected", {}, "Send it on its way", null],
    ["delivery", "in_transit", {}, "Bring it to the receiver", null],
    ["delivery", "in_transit", { agreed: { delivery: before } }, "Bring it to the receiver as agreed", null],
    [
      "delivery",
      "in_transit",
      { isFetched: true },
      "Take it in at the depot and mark it at-depot: the receiver fetches it",
      null,
    ],
    ["delivery", "at_depot", { isFetched: true }, "Keep it at the depot: the receiver fetches it", null],
    ["delivery", "at_depot", {}, "Bring it to the receiver", null],
    ["delivery", "out_for_delivery", { agreed: { delivery: before } }, "Ask the driver whether it was delivered", null],
    ["delivery", "out_for_delivery", { agreed: { delivery: since } }, "Ask the driver whether it was delivered", null],
    [
      "delivery",
      "out_for_delivery",
      { agreed: { delivery: { ...before, day: tomorrow } } },
      "Ask the driver whether it was delivered",
      null,
    ],
    [
      "delivery",
      "out_for_delivery",
      { agreed: { delivery: { ...since, day: tomorrow } } },
      "Bring it to the receiver as agreed",
      null,
    ],
    ["delivery", "out_for_delivery", { reports: [brokeDown("delivery")] }, "Give the stop to another driver", null],
    [
      "delivery",
      "out_for_delivery",
      { reports: [wrong("delivery"), brokeDown("delivery")] },
      "Phone for the way",
      "office",
    ],
    ["delivery", "failed_attempt", { agreed: { delivery: before } }, "Phone the receiver, then try again", "receiver"],
    ["delivery", "failed_attempt", { agreed: { delivery: since } }, "Bring it to the receiver as agreed", null],
    [
      "delivery",
      "failed_attempt",
      { isFetched: true },
      "Take it in at the depot and mark it at-depot: the receiver fetches it",
      null,
    ],
    ["delivery", "failed_attempt", { reports: [wrong("delivery")] }, "Phone for the way", "office"],
    ["return", "failed_attempt", { agreed: { delivery: since } }, "Bring it back to the sender", null],
    ["delivery", "at_depot", { due }, "Keep it at the depot: its sender has been asked to pay more", "payer"],
    ["collection", "booked", { due }, "Don't collect it yet: its sender has been asked to pay more", "payer"],
    [
      "delivery",
      "in_transit",
      { due: { ...due, isRefused: true } },
      "Bring it back to the sender, who doesn't want to pay more",
      "office",
    ],
    ["return", "in_transit", { due: { ...due, isRefused: true } }, "Bring it back to the sender", null],
    [
      ...(["collection", "booked", { chargedBackAt: since.agreedAt, agreed: { collection: before } }] as const),
      ...(["Don't collect it yet: the customer's bank took the payment back", "office"] as const),
    ],
    ["collection", "booked", { chargedBackAt: before.agreedAt, agreed: { collection: since } }, "Collect it", null],
    ["delivery", "in_transit", { chargedBackAt: since.agreedAt }, "Bring it to the receiver", null],
    ["delivery", "at_depot", { townToGo: "8001" }, "Change the address: it is paid to go to 8001", "office"],
    [
      "delivery",
      "at_depot",
      { townToGo: "8001", agreed: { delivery: since }, canBeTold: false },
      "Change the address: it is paid to go to 8001",
      "office",
    ],
    ["return", "at_depot", { townToGo: "8001" }, "Bring it back to the sender", null],
    ["delivery", "out_for_delivery", { due, reports: [wrong("delivery")] }, "Phone for the way", "office"],
    ["return", "failed_attempt", { reports: [wrong("return")] }, "Phone for the way", "office"],
    [null, "delivered", { reports: [wrong("delivery")] }, null, null],
  ])("%s after %s, %j", (next, kind, settled, must, waitsFor) => {
    const known = { ...nothingKnown(), ...settled };
    const last = { kind, happenedAt };
    const failedAt = last?.kind === "failed_attempt" ? last.happenedAt : null;
    expect(officeMust({ visit: next, last, isRest: false, failedAt }, known)).toMatchObject({
      officeMust: must,
      waitsFor,
    });
  });

  test.each<[Visit, EventKind, Partial<Settled>, string]>([
    ["collection", "booked", {}, "Phone the sender and collect the rest"],
    ["collection", "booked", { agreed: { collection: before } }, "Collect it"],
    ["delivery", "out_for_delivery", {}, "Bring the rest to the receiver"],
    ["delivery", "out_for_delivery", { agreed: { delivery: since } }, "Bring it to the receiver as agreed"],
    ["delivery", "failed_attempt", {}, "Phone the receiver, then try again"],
    ["return", "out_for_delivery", {}, "Bring it back to the sender"],
  ])("%s of the rest after %s, %j", (visit, kind, settled, must) => {
    const known = { ...nothingKnown(), ...settled };
    expect(officeMust({ visit, last: { kind, happenedAt }, isRest: true, failedAt: null }, known).officeMust).toBe(
      must,
    );
  });
});
