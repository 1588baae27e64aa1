import { hasChosenLite } from "./lite-choice.server";

/** What this browser gets besides the page's content. */
export type PageWeight = {
  /** No scripts or decoration: the user chose Lite, the browser saves data, or the connection is slow. */
  isLight: boolean;
  /** The first page of a visit, which may show the loading screen. */
  opensVisit: boolean;
};

/** Reads a request header by its name in lower case. */
export type ReadHeader = (name: string) => string | null | undefined;

/** In milliseconds. With such a round trip every extra request is a noticeable wait. */
const SLOW_ROUND_TRIP_MS = 1_000;
/** Megabits a second. EDGE, which is all there is where 3G doesn't reach, gives 0.24 at best. */
const SLOW_DOWNLINK_MBIT = 0.24;
/** The browser's own estimate. Below what it calls 3G a page of text takes seconds. */
const SLOW_TYPES = ["slow-2g", "2g"];

/** The only hint that we ask for: the browser calculates it from the other two. */
export const wantedHints = "ECT";

/**
 * How much a page may weigh for this request. Pages differ by this and by no other property of the browser, so a cache
 * needs one copy of a page for each result.
 */
export function pageWeight(header: ReadHeader): PageWeight {
  const isLight = hasChosenLite(header("cookie")) || asksForLess(header);
  return { isLight, opensVisit: !isLight && comesFromOutside(header("sec-fetch-site")) };
}

/** Whether the browser says that it saves data or that the connection is slow. */
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

/** Typed, bookmarked, or linked from another site. Old browsers don't say, and get no loading screen. */
function comesFromOutside(cameFrom: string | null | undefined): boolean {
  return cameFrom === "none" || cameFrom === "cross-site";
}
