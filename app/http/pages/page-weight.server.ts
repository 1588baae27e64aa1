import { hasChosenLite } from "./lite-choice.server";

/** What of a page goes to this browser besides its content. */
export type PageWeight = {
  /** No script and nothing for show: its owner asked for that, or it saves data, or the connection is slow. */
  isLight: boolean;
  /** The first page of a visit, which may show the loading screen. */
  opensVisit: boolean;
};

/** Reads one request header, by its name in small letters. */
export type ReadHeader = (name: string) => string | null | undefined;

/** A round trip of this long, in milliseconds, is felt as a wait of its own: nothing that can be spared may add one. */
const SLOW_ROUND_TRIP_MS = 1_000;
/** Megabits a second. EDGE, what is left where 3G does not reach, gives 0.24 at its very best. */
const SLOW_DOWNLINK_MBIT = 0.24;
/** The connection as the browser sums it up: below what it calls 3G, a page of text takes seconds. */
const SLOW_TYPES = ["slow-2g", "2g"];

/** The one hint worth asking for: the browser works it out from the other two. */
export const wantedHints = "ECT";

/**
 * How much a page may weigh for whoever asks for it. Pages differ by this and by nothing else that a browser says of
 * itself, so a kept page is kept once for each answer.
 */
export function pageWeight(header: ReadHeader): PageWeight {
  const isLight = hasChosenLite(header("cookie")) || asksForLess(header);
  return { isLight, opensVisit: !isLight && comesFromOutside(header("sec-fetch-site")) };
}

/** Whether the browser itself says that it saves data or that the connection is slow. */
export function asksForLess(header: ReadHeader): boolean {
  return (
    header("save-data")?.toLowerCase() === "on" ||
    SLOW_TYPES.includes(header("ect") ?? "") ||
    numberIn(header("rtt"), 0) >= SLOW_ROUND_TRIP_MS ||
    numberIn(header("downlink"), Number.POSITIVE_INFINITY) <= SLOW_DOWNLINK_MBIT
  );
}

function numberIn(value: string | null | undefined, unsaid: number): number {
  const number = value ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? unsaid : number;
}

/** Typed, bookmarked, or come from another site. Old browsers don't say, and get no loading screen. */
function comesFromOutside(cameFrom: string | null | undefined): boolean {
  return cameFrom === "none" || cameFrom === "cross-site";
}
