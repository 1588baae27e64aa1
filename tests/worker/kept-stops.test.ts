import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTES } from "#app/durations";
import { changeMark, forgetRefused, formOf, keepMark, keptMarks } from "../../app/worker/drive/kept-marks";
import {
  forgetStop,
  forgetStops,
  keepRound,
  keptNotToday,
  keptRound,
  keptStop,
  noteStop,
} from "../../app/worker/drive/kept-stops";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";

/** Ten minutes before midnight in South Africa. */
const LATE = new Date("2026-11-23T23:50:00+02:00");
const [one, two, three] = ["/drive/stop/TH1", "/drive/stop/TH2", "/drive/stop/TH3"];

let fetched: string[];
let statusOf: Record<string, number>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: LATE });
  vi.stubGlobal("caches", cachesOfAPhone());
  [fetched, statusOf] = [[], {}];
  vi.stubGlobal("fetch", async (stop: string, init: RequestInit) => {
    fetched.push(`${stop} ${init.redirect} ${new Headers(init.headers).get("Accept")}`);
    return new Response(`page of ${stop}`, { status: statusOf[stop] ?? 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const round = async () => (await keptRound()).map(({ stop, page }) => [stop, page]);
const pageOf = (stop: string) => [stop, `page of ${stop}`];

test("a round is kept in its order: missing pages are fetched once, pages of stops that left it are deleted", async () => {
  expect(await round()).toEqual([]);
  statusOf[three] = 500;
  await keepRound([two, one, three]);
  expect(await round()).toEqual([pageOf(two), pageOf(one)]);
  expect(fetched).toEqual([two, one, three].map((stop) => `${stop} manual text/html`));
  delete statusOf[three];
  await keepRound([one, three]);
  expect(fetched.slice(3)).toEqual([`${three} manual text/html`]);
  expect(await round()).toEqual([pageOf(one), pageOf(three)]);
  expect(await keptStop(two)).toBeUndefined();
});

test("what was put off is kept beside the round, and isn't a stop of it", async () => {
  await keepRound([one], ["Gogo: agreed for Friday"]);
  expect([await round(), await keptNotToday()]).toEqual([[pageOf(one)], ["Gogo: agreed for Friday"]]);
  // As a page of a release before has it.
  await keepRound([one]);
  expect(await keptNotToday()).toEqual([]);
});

test("a stop's page is renewed by what the site answers, and deleted where it isn't this driver's any more", async () => {
  const redirected = { type: "opaqueredirect", ok: false, status: 0 } as Response;
  for (const gone of [403, 404].map((status) => new Response("", { status })).concat(redirected)) {
    await keepRound([one, two]);
    await noteStop(one, new Response("moved to noon"));
    await noteStop(three, new Response("of another day"));
    await noteStop(two, gone);
    expect(await round()).toEqual([[one, "moved to noon"]]);
    expect(await keptStop(three)).toBeUndefined();
    await forgetStop(one);
    expect(await round()).toEqual([]);
  }
});

test.each([429, 500, 502, 503])(
  "a site that answers %i says nothing about whose a stop is: its page stays",
  async (status) => {
    await keepRound([one]);
    await noteStop(one, new Response("We can't save anything just now", { status }));
    expect(await round()).toEqual([pageOf(one)]);
  },
);

test("names and phones are gone after the day, which ends at midnight in South Africa, or at once when asked", async () => {
  await keepRound([one]);
  vi.setSystemTime(LATE.getTime() + 9 * MINUTES);
  expect(await round()).toEqual([pageOf(one)]);
  vi.setSystemTime(LATE.getTime() + 11 * MINUTES);
  expect(await round()).toEqual([]);
  vi.setSystemTime(LATE);
  expect(await round()).toEqual([]);
  await keepRound([one]);
  await forgetStops();
  expect(await round()).toEqual([]);
});

test("the same answers at the same stop are one mark, and a photo chosen later joins it", async () => {
  const form = (photo?: File) => {
    const made = new FormData();
    for (const [name, value] of Object.entries({ mark: "delivered", driver: "Anna", pin: "1234" }))
      made.set(name, value);
    if (photo) made.set("photo", photo);
    return made;
  };
  const at = (minute: number) => new Date(LATE.getTime() + minute * MINUTES).toISOString();
  await keepMark(one, form(), at(1));
  await keepMark(two, form(), at(2));
  await keepMark(one, form(), at(3));
  expect((await keptMarks()).map(({ at, to, kind, by }) => [at, to, kind, by])).toEqual([
    [at(1), one, "delivered", "Anna"],
    [at(2), two, "delivered", "Anna"],
  ]);
  await keepMark(one, form(aNoisyPng()), at(4));
  const [mine, other] = await keptMarks();
  if (!mine || !other) throw new Error("a mark is missing");
  expect([mine.at, (await formOf(mine)).get("photo")]).toEqual([at(1), expect.any(File)]);
  expect((await formOf(other)).get("photo")).toBeNull();

  // A refused one says why, and goes once another mark of its stop is taken.
  for (const mark of [mine, other]) await changeMark(mark, { state: "refused", why: "The PIN is wrong." });
  expect([...(await formOf(mine))]).toEqual([]);
  await forgetRefused(one);
  expect((await keptMarks()).map(({ to, why }) => [to, why])).toEqual([[two, "The PIN is wrong."]]);
});
