import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wishEndedText, wishTakenText } from "#app/domain/drivers/wish-messages.server";
import { markCorrectedText } from "#app/domain/messages/correct.server";
import * as texts from "#app/domain/messages/texts";
import { whoIsNotified } from "#app/domain/messages/who-is-notified";
import { endings } from "#app/domain/parcels/endings";
import { consequences, type Fewer, fewerPieces, reportChoices } from "#app/domain/parcels/reports";
import { visits } from "#app/domain/parcels/visits";
import { asGsm7, partsOf } from "#app/domain/post/gsm7";
import { catalogue, type languages, speak } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";

const NO = "TH4701569556";
const addresses = {
  fromName: "Nompumelelo Nomathemba Gcobisa Mokoena-Dlamini",
  toName: "Bartholomew van der Westhuizen",
};
const parcel = {
  quote: { formSnapshot: { addresses } } as Parameters<typeof texts.parcelComesText>[0]["quote"],
  waybillNo: NO,
};
/** The days with the longest names. */
const [day, arrival] = ["2026-09-30", { first: "2026-09-30", last: "2026-09-30" }];
const wish = { waybillNo: NO, insteadOf: null, wishedAt: new Date(), endedAt: null, day } as const;
const wishes = [
  ...(["day", "depot", "neighbour"] as const).flatMap((kind) =>
    (["the office", "the receiver"] as const).map((endedBy) => ({
      ...wish,
      id: kind,
      kind,
      endedBy,
      part: "morning" as const,
    })),
  ),
];
const lateBy = { time: "12:00", day };

describe.each(["en-ZA", "pseudo"] as const)("in %s", (language: keyof typeof languages) => {
  beforeAll(() => speak(language));
  afterAll(() => speak("en-ZA"));

  test("every text has one part, whatever its reason and however long its names and days", () => {
    const all = everyText();
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter((words) => partsOf(asGsm7(words)) !== 1)).toEqual([]);
  });
});

test("of several wordings the longest that fits is sent", () => {
  const short = {
    ...parcel,
    quote: { formSnapshot: { addresses: { ...addresses, fromName: "Sipho" } } } as typeof parcel.quote,
  };
  expect(texts.parcelComesText(short, "1234", true)).toContain("a parcel from Sipho comes today");
  expect(texts.parcelComesText(parcel, "1234", true)).toContain("your parcel TH 470 156 955 6 comes today");
});

/** In each of its wordings for each reason. */
function everyText(): string[] {
  const reasons = [undefined, ...Object.values(consequences).flatMap(({ delivery }) => delivery.told ?? [])];
  const whys = [
    null,
    "unpaid" as const,
    ...Object.values(reportChoices).flatMap(({ back }) => (back ? messagesCatalogue().parcel.back[back] : [])),
  ];
  const { missing, late, newsBy, newsOverdue } = catalogue().parcelState;
  const some = [null, missing.delivered(1, 3), missing.toCollect(2), missing.fewerSent(2, 3)];
  return [
    ...[true, false].map((isToday) => texts.parcelComesText(parcel, "1234", isToday)),
    ...reasons.flatMap((missed) => [texts.collectionMissedText(NO, missed), texts.returnMissedText(NO, missed)]),
    ...some.flatMap((each) => [texts.parcelCollectedText(NO, each), texts.parcelDeliveredText(parcel, each)]),
    ...(Object.keys(fewerPieces) as Fewer[]).map((each) =>
      texts.fewerCollectedText(NO, each, { collected: 2, booked: 3 }),
    ),
    ...Object.values(late)
      .flatMap((because) => [because(day)])
      .flatMap((what) => [
        texts.parcelLateText(NO, newsBy(what, lateBy.time, day), { ...lateBy, isOver: false }),
        texts.parcelLateText(NO, newsOverdue(what, lateBy.time, day), { ...lateBy, isOver: true }),
      ]),
    ...visits.flatMap((visit) => {
      const said = { where: "Rand Airport and Wattville", resumes: day, days: null, because: "x".repeat(60) };
      const words = catalogue().delays.visit[visit];
      return [
        texts.parcelDelayedText(NO, words(said), words({ ...said, where: null })),
        ...[null, day].map((on) => texts.delayOverText(NO, said.because, on)),
      ];
    }),
    ...visits.map((visit) => texts.notAsWeSaidText(NO, visit)),
    ...whys.flatMap((why) => [texts.parcelComesBackText(NO, why), texts.parcelGoesBackText(parcel, why)]),
    texts.parcelReadyText(NO, "1234", day),
    ...[null, ...endings].map((because) => texts.parcelEndedText(NO, because)),
    texts.parcelSentBackText(parcel),
    ...[arrival, null].map((each) => texts.deliveryMissedText(parcel, each)),
    ...[{ day, fromTime: "09:00", untilTime: "12:00" }, null].map((each) => texts.deliveryAgreedText(parcel, each)),
    ...Object.values(whoIsNotified).flatMap(({ corrected }) => (corrected ? markCorrectedText(NO, corrected) : [])),
    ...wishes.flatMap((wish) => [wishTakenText({ wish, pin: "1234" }), wishEndedText(wish)]),
  ];
}
