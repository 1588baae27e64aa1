import { afterAll, beforeAll, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart, type Round, signedInDriver } from "../support/a-round";
import { browserForAllTests, press } from "../support/browser";
import { type Cut, cuttingProxy } from "../support/cutting-proxy";
import { openLine, UNLIMITED } from "../support/line.mjs";
import { runningSiteForAllTests } from "../support/running-site";
import { mustHave } from "../text-browsers/text-browser.mjs";
import { lynxPhone } from "./a-driver-in-lynx";
import { type Kind, workOff } from "./drivers-at-work";
import { chromiumPhone, PatientVisitor, plainPhone } from "./drivers-phones";

/** `STOPS=200 npm test -- tests/domain/drivers/day.test.ts tests/journeys/drivers-day.test.ts` simulates the whole day: 200 stops by 8 drivers, half of them without scripts, one in Lynx. */
const STOPS = Number(process.env.STOPS ?? 4);
const isWhole = STOPS >= 200;
const DRIVERS = isWhole
  ? ["scripts", "scripts", "scripts", "scripts", "no scripts", "plain", "plain", "lynx"]
  : ["scripts", "plain"];
const SPEED = isWhole ? { roundTripMs: 300, bitsPerSecond: 64_000, lossPercent: 8 } : UNLIMITED;
/** After so many cuts the connections stay up, so that every driver finishes. */
const MOST_CUTS = isWhole ? 1_000 : 60;
const FEWEST_CUTS = isWhole ? 1_000 : 1;
/**
 * How many of 100 connections break early, within so many bytes. The others carry a page or two and break later. Lynx
 * opens one for every request, and the second one of a redirect has to work too.
 */
const CUT_EARLY = 93;
const CUT_EARLY_IN_LYNX = 35;
const EARLY = { request: 400, answer: 900 };
const LATER = { from: 4_500, to: 9_000 };
const LONGEST_MS = 30 * 60 * 1000;

beforeAll(() => {
  if (DRIVERS.includes("lynx")) mustHave(["lynx", "tmux"]);
});
const site = runningSiteForAllTests();
const browser = browserForAllTests();
const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings) await close();
});

test(
  "a day of stops over lines that are slow and cut: every stop is marked once, nothing is lost, nothing happens twice",
  async () => {
    console.time("the day");
    const names = DRIVERS.map((kind, place) => `Driver ${place + 1}, ${kind}`);
    const rounds = await aRound(site, names, STOPS / DRIVERS.length, gatesApart);
    const lines = await Promise.all(rounds.map(aLine));
    const isInPeace = () => sum(lines.map(({ cuts }) => cuts)) >= MOST_CUTS;
    const asked = await Promise.all(
      rounds.map(async (round, place) => {
        const line = lines[place];
        if (!line) throw new Error("no line");
        const lost = await workedOff(round, DRIVERS[place] ?? "", line.port, () => {
          const early = DRIVERS[place] === "lynx" ? CUT_EARLY_IN_LYNX : CUT_EARLY;
          line.nextCut = () => (isInPeace() ? null : randomCut(early));
          // Open connections wouldn't be affected by a cut.
          line.hangUp();
        });
        console.timeLog("the day", `${round.driver} is done, ${line.cuts} cuts`);
        return lost;
      }),
    );
    const marks = inTheFile<{ stop: string; kind: Kind }>(site, "SELECT waybill_no AS stop, kind FROM driver_marks");
    const events = inTheFile<{ stop: string }>(
      site,
      "SELECT waybill_no AS stop FROM tracking_events WHERE kind IN ('delivered', 'failed_attempt')",
    );
    const stops = rounds.flatMap((round, place) => round.stops.map((stop) => ({ stop, kind: kindAt(place)(stop) })));
    const times = (stop: string, rows: { stop: string }[]) => rows.filter((row) => row.stop === stop).length;
    const isMissing = ({ stop, kind }: (typeof stops)[number]) =>
      times(stop, events) === 0 || !marks.some((mark) => mark.stop === stop && mark.kind === kind);
    const day = {
      stops: stops.length,
      marks: marks.length,
      cuts: sum(lines.map(({ cuts }) => cuts)),
      lost: new Set([...asked.flat(), ...stops.filter(isMissing).map(({ stop }) => stop)]).size,
      doubled: stops.filter(({ stop }) => times(stop, marks) > 1 || times(stop, events) > 1).length,
    };
    console.timeEnd("the day");
    console.log(`${DRIVERS.length} drivers (${DRIVERS.join(", ")}): ${JSON.stringify(day)}`);
    expect(day).toMatchObject({ stops: STOPS, marks: STOPS, lost: 0, doubled: 0 });
    expect(day.cuts).toBeGreaterThanOrEqual(FEWEST_CUTS);
  },
  LONGEST_MS,
);

/** A driver's own connection to the site. */
async function aLine() {
  const narrow = await openLine(site.port, SPEED);
  const line = await cuttingProxy(narrow.port);
  closings.push(line.close, narrow.close);
  return line;
}

/** A driver signs in, the connection starts to break, and the round is worked through. Returns what was lost. */
async function workedOff(round: Round, kind: string, port: number, breakFromNowOn: () => void): Promise<string[]> {
  const home = `http://localhost:${port}`;
  const kindOf = kindAt(DRIVERS.indexOf(kind));
  if (kind === "plain") {
    const visitor = await signedInDriver({ ...site, url: home }, round, new PatientVisitor(home));
    breakFromNowOn();
    return workOff(plainPhone(visitor), kindOf);
  }
  if (kind === "lynx") {
    const pins = inTheFile<{ waybill_no: string; pin: string }>(site, "SELECT * FROM delivery_pins");
    const pinOf = (stop: string) => pins.find(({ waybill_no }) => waybill_no === stop)?.pin ?? "";
    const { phone, close } = await lynxPhone(home, round.link, pinOf);
    breakFromNowOn();
    return workOff(phone, kindOf).finally(close);
  }
  const { page, context } = await browser.phone({ scripts: kind === "scripts" });
  await page.goto(home + round.link);
  await press(page, "Sign in on this phone");
  await page.waitForURL(`${home}/drive`);
  if (kind === "scripts") await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  breakFromNowOn();
  return workOff(chromiumPhone(page, home), kindOf).finally(() => context.close());
}

/** What happens at a stop: four of five are delivered, in Lynx all of them. The waybill number decides which. */
function kindAt(place: number): (stop: string) => Kind {
  return (stop) => (DRIVERS[place] === "lynx" || Number(stop.at(-1)) >= 2 ? "delivered" : "nobody_there");
}

function randomCut(early: number): Cut {
  if (Math.random() * 100 >= early) return { in: "answer", after: between(LATER.from, LATER.to) };
  const way = Math.random() < 0.3 ? "request" : "answer";
  return { in: way, after: between(1, EARLY[way]) };
}

function between(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
