import { afterAll, expect, test } from "vitest";
import { runningSiteForAllTests } from "../support/running-site";
import { Phone } from "./phone";
import { print } from "./table";
import { type PageKind, walks } from "./walks";
import { type Weight, weigh } from "./weigh";

/**
 * Ten packets of 1,460 bytes: the initial window, which a server may send before the first acknowledgement (RFC 6928).
 */
const FIRST_FLIGHT_BYTES = 10 * 1460;
/** The answer to a form: headers, and a cookie with what was typed. */
const REDIRECT_BYTES = 2_000;
/** A form and the page that its answer leads to. */
const MOST_REQUESTS_A_STOP = 2;
/** A page with its style sheet on a first visit, and without it later; headers included. */
const limits: Record<PageKind, { first: number; next: number }> = {
  page: { first: FIRST_FLIGHT_BYTES, next: FIRST_FLIGHT_BYTES },
  // What programmers read, and owners of four kinds of shops once: a packet more than comes at first.
  manual: { first: FIRST_FLIGHT_BYTES + 1460, next: FIRST_FLIGHT_BYTES },
  // /ship, where most people begin. Some 120 of these bytes are the whole footer, 50 set its links apart in text browsers,
  // and 40 are the colours' names, by which another courier has its own.
  prices: { first: 8_675, next: 3_750 },
  // What people open most often. Some 120 of these bytes are the footer that the specification has on every page.
  tracking: { first: FIRST_FLIGHT_BYTES, next: 2_100 },
  step: { first: 10_100, next: 4_000 },
  // With an error at every field, and what was typed.
  "step with complaints": { first: 10_100, next: 4_500 },
  // With the answer to the previous stop's form.
  stop: { first: FIRST_FLIGHT_BYTES, next: 6_000 - REDIRECT_BYTES },
};
const SCRIPT_BYTES = 8_500;

type Row = Weight & { name: string; kind: PageKind };
const rows: Row[] = [];

const site = runningSiteForAllTests();
afterAll(() => {
  const head = ["page", "redirect", "HTML", "style", "first visit", "scripts"];
  print(head, [
    ...rows.map((row) => [
      row.name,
      row.redirectBytes,
      row.pageBytes,
      row.styleBytes,
      firstVisit(row),
      row.scriptBytes,
    ]),
  ]);
});

test.each(Object.entries(walks))("%s: every page fits", async (_, walk) => {
  const phone = new Phone(site.url);
  const walked: Row[] = [];
  const stop = async (name: string, kind: PageKind = "page") => {
    walked.push({ name, kind, ...(await weigh(phone)) });
  };
  try {
    await walk(phone, stop, site);
  } finally {
    phone.hangUp();
    rows.push(...walked);
  }
  expect(walked.length).toBeGreaterThan(0);
  expect(walked.flatMap(excess)).toEqual([]);
});

const firstVisit = ({ pageBytes, styleBytes }: Weight) => pageBytes + styleBytes;

/** What exceeds a page's limits, in words. */
function excess(row: Row): string[] {
  const { name, kind, redirectBytes, pageBytes, requests, scriptBytes, strangers } = row;
  const weighed = [
    { what: "on a first visit", bytes: firstVisit(row), most: limits[kind].first },
    { what: "once the style sheet is held", bytes: pageBytes, most: limits[kind].next },
    { what: "of redirects", bytes: redirectBytes, most: REDIRECT_BYTES },
    { what: "of scripts", bytes: scriptBytes, most: SCRIPT_BYTES },
  ];
  return [
    ...weighed
      .filter(({ bytes, most }) => bytes > most)
      .map(({ what, bytes, most }) => `${name}: ${bytes} bytes ${what}, at most ${most}`),
    ...(kind === "stop" && requests > MOST_REQUESTS_A_STOP ? [`${name}: ${requests} requests`] : []),
    ...strangers.map((address) => `${name}: asks for ${address}`),
  ];
}
