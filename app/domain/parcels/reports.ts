import type { Messages } from "#app/language/messages.server";
import type { driverReports, fewerReports } from "#db/schema/rounds";
import type { EventKind } from "./happening";
import type { Visit } from "./visits";

/** Why a visit came to nothing. */
export type Report = (typeof driverReports)[number];

/** The driver's button. */
type Button = "nobody_there" | "something_wrong";

/** Why a visit failed, as whoever is told of it reads it. */
export type Missed = keyof Messages["parcel"]["missed"];
/** Why a parcel goes back, as anybody may read it. */
export type Back = keyof Messages["parcel"]["back"];

/** What follows from a report. */
export type Consequence = {
  /**
   * The event in the parcel's history. `who-is-notified.ts` says who is told of it; of `reported` nobody is, and the
   * public doesn't see it.
   */
  history: Extract<EventKind, "failed_collection" | "failed_attempt" | "reported">;
  /**
   * Why the visit failed. Null if nobody is told: then nothing that was said of the visit holds, before the office has
   * acted.
   */
  told: Missed | null;
  /** What the office must do. It stands in staff's `today` until that is done. */
  office: string;
  /** Whether no driver is sent there again before the office has done it. */
  waits: boolean;
};

/**
 * Where a driver chooses a report, and its words there. `back`: why the parcel goes back if that follows; null if it says
 * nothing about that.
 */
export const reportChoices: Record<Report, { button: Button; words: string; back: Back | null }> = {
  gate_closed: { button: "nobody_there", words: "The gate is closed", back: "gate_closed" },
  no_answer: { button: "nobody_there", words: "Nobody answers the phone", back: "no_answer" },
  nobody: { button: "nobody_there", words: "Nobody is there", back: "nobody" },
  another_day: { button: "nobody_there", words: "They asked for another day", back: null },
  not_found: { button: "something_wrong", words: "I can't find the place", back: "not_found" },
  refused: { button: "something_wrong", words: "They don't want it", back: "refused" },
  damaged: { button: "something_wrong", words: "The parcel is damaged", back: "damaged" },
  piece_missing: { button: "something_wrong", words: "A piece is missing", back: "piece_missing" },
  not_here: { button: "something_wrong", words: "The parcel isn't here", back: null },
  unsafe: { button: "something_wrong", words: "It isn't safe here", back: "unsafe" },
  broke_down: { button: "something_wrong", words: "My vehicle broke down", back: null },
  to_depot: { button: "something_wrong", words: "I bring it back to the depot", back: null },
  other: { button: "something_wrong", words: "Something else", back: null },
};

const nobodyThere = (told: Missed): Record<Visit, Consequence> => ({
  collection: { history: "failed_collection", told, office: "Phone the sender: nobody was there", waits: false },
  delivery: { history: "failed_attempt", told, office: "Phone the receiver, then try again", waits: false },
  return: { history: "reported", told, office: "Phone the sender and agree on a day", waits: false },
});

const quietly = (office: string): Consequence => ({ history: "reported", told: null, office, waits: true });

/**
 * What follows from each report on each visit. A day is promised only for a delivery where nobody was there: we try
 * again. Of what the driver saw or decided nobody is told before the office has looked into it.
 */
export const consequences: Record<Report, Record<Visit, Consequence>> = {
  gate_closed: nobodyThere("gate_closed"),
  no_answer: nobodyThere("no_answer"),
  nobody: nobodyThere("nobody"),
  another_day: {
    collection: quietly("Agree with the sender on the day that they asked for"),
    delivery: quietly("Agree with the receiver on the day that they asked for"),
    return: quietly("Agree with the sender on the day that they asked for"),
  },
  not_found: {
    collection: quietly("Phone the sender for the way"),
    delivery: quietly("Phone the receiver for the way"),
    return: quietly("Phone the sender for the way"),
  },
  refused: {
    collection: quietly("Phone the sender: agree on a day, or cancel the booking"),
    delivery: quietly("Phone the sender: bring it again, or return it"),
    return: quietly("Phone the sender and agree what to do with it"),
  },
  damaged: {
    collection: quietly("Phone the sender: it has to be packed again"),
    delivery: quietly("Look at the parcel, then phone the sender"),
    return: quietly("Look at the parcel, then phone the sender"),
  },
  piece_missing: {
    collection: quietly("Phone the sender about the missing piece"),
    delivery: quietly("Find the missing piece, then deliver the parcel"),
    return: quietly("Find the missing piece, then return the parcel"),
  },
  not_here: {
    collection: quietly("Phone the sender: where is the parcel?"),
    delivery: quietly("Find the parcel, then deliver it"),
    return: quietly("Find the parcel, then return it"),
  },
  unsafe: {
    collection: quietly("Agree with the sender on another place or time"),
    delivery: quietly("Agree with the receiver on another place or time"),
    return: quietly("Agree with the sender on another place or time"),
  },
  broke_down: {
    collection: { ...quietly("Give the stop to another driver"), waits: false },
    delivery: { ...quietly("Give the stop to another driver"), waits: false },
    return: { ...quietly("Give the stop to another driver"), waits: false },
  },
  to_depot: {
    collection: { ...quietly("Give the stop to another driver"), waits: false },
    delivery: { ...quietly("Take the parcel in, and give it to a driver again"), waits: false },
    return: { ...quietly("Take the parcel in, and give it to a driver again"), waits: false },
  },
  other: {
    collection: quietly("Ask the driver what is wrong"),
    delivery: quietly("Ask the driver what is wrong"),
    return: quietly("Ask the driver what is wrong"),
  },
};

/** After these nothing that was said of the visit holds, before the office has acted: nobody comes as things stand. */
export const holdingUp: readonly Report[] = (Object.keys(consequences) as Report[]).filter(
  (report) => consequences[report].delivery.told === null,
);

/** Why fewer pieces were collected than are booked. */
export type Fewer = (typeof fewerReports)[number];

/** What follows where fewer pieces were collected; what the sender reads of it stands in the catalogue. */
type Rest = {
  /** The driver's words. */
  words: string;
  office: string;
  /** As for a report: whether no driver is sent for the rest before the office has done it. */
  waits: boolean;
  /** Whether the parcel goes on with the pieces that were collected, and nothing more is fetched. */
  isAll: boolean;
};

export const fewerPieces: Record<Fewer, Rest> = {
  no_more: {
    words: "They send no more",
    office: "Settle the price with the sender: fewer pieces were sent than booked",
    waits: false,
    isAll: true,
  },
  not_ready: {
    words: "The rest isn't ready",
    office: "Agree with the sender on a day for the rest",
    waits: true,
    isAll: false,
  },
  no_room: {
    words: "The rest doesn't fit into my vehicle",
    office: "Send a driver for the rest",
    waits: false,
    isAll: false,
  },
  rest_other: {
    words: "Something else",
    office: "Ask the driver about the rest, then phone the sender",
    waits: true,
    isAll: false,
  },
};

/** Why a driver says that there are fewer pieces; null if they chose nothing that we know. */
export function fewerOf(words: string): Fewer | null {
  return (Object.keys(fewerPieces) as Fewer[]).find((fewer) => fewerPieces[fewer].words === words) ?? null;
}

/** Why a driver leaves a parcel out where they mark the others of its gate: what they report of it. */
const leftOut: readonly Report[] = ["refused", "damaged", "piece_missing", "not_here", "other"];
/** Or nothing is the matter with it. */
const MARKED_NEXT = "I mark it by itself";

/** The words to choose from where a parcel is left out. */
export function whyLeftOut(): string[] {
  return [MARKED_NEXT, ...leftOut.map((report) => reportChoices[report].words)];
}

/** What these words report of a parcel that is left out: null if nothing, undefined if they aren't to choose from. */
export function reportOfLeftOut(words: string): string | null | undefined {
  if (!whyLeftOut().includes(words)) return undefined;
  return words === MARKED_NEXT ? null : words;
}

/** The words to choose from at a button. */
export function choicesAt(button: Button | "collected"): string[] {
  if (button === "collected") return Object.values(fewerPieces).map(({ words }) => words);
  return Object.values(reportChoices).flatMap((choice) => (choice.button === button ? choice.words : []));
}

/** The report that a driver made. A page from an earlier release may have had other words. */
export function reportOf(button: Button, words: string): Report {
  const known = (Object.keys(reportChoices) as Report[]).find(
    (report) => reportChoices[report].button === button && reportChoices[report].words === words,
  );
  return known ?? (button === "nobody_there" ? "nobody" : "other");
}
