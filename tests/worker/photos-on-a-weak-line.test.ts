import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { endInWords, keptInWords, withNotice } from "../../app/worker/drive/drive-pages";
import { type KeptMark, keepMark, keptMarks, releaseHeld } from "../../app/worker/drive/kept-marks";
import { sendMarks } from "../../app/worker/drive/send-marks";
import { inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { type RunningSite, startSite } from "../support/running-site";
import { staffList } from "../support/staff";
import { Visitor } from "../support/visitor";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";

/** What the line does with a request; undefined: it carries it to the site. */
type Fate = (request: { to: string; isPhoto: boolean }) => Response | Promise<Response> | undefined;

const MORNING = new Date("2026-11-23T08:00:00+02:00");
const LOOK_MS = 30 * SECONDS;
const BYTES_PER_S = 8_000;
const atOnce = fetch;

let caches: ReturnType<typeof cachesOfAPhone>;
let uploads: { to: string; at: number; lastedMs: number }[];
let sentMarks: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
  caches = cachesOfAPhone();
  vi.stubGlobal("caches", caches);
  [uploads, sentMarks] = [[], []];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a photo whose upload breaks at once is never given up for it, and arrives when the line carries it", async () => {
  let isGood = false;
  theLine(({ isPhoto }) => (isPhoto && !isGood ? breaksAfter(2 * SECONDS) : taken()));
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  await looks(1 * HOURS);
  expect(sentMarks).toEqual(["/drive/stop/TH1"]);
  // Sooner than after ten minutes, because little was sent each time; but not at every look.
  expect(uploads.length).toBeGreaterThan(20);
  expect(uploads.length).toBeLessThanOrEqual(60);
  expect(keptInWords(await keptMarks())).toBe("Kept on this phone: 1 photo. It goes out when there is a signal.");
  isGood = true;
  await looks(2 * MINUTES);
  expect(await keptMarks()).toEqual([]);
});

test("tries that last are ten minutes apart, at most six a day, until the end of the day after tomorrow", async () => {
  theLine(({ isPhoto }) => (isPhoto ? breaksAfter(5 * SECONDS) : taken()));
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  await looks(63.5 * HOURS);
  const days = uploads.map(({ at }) => new Date(at + 2 * HOURS).toISOString().slice(0, 10));
  expect(days).toEqual(["2026-11-23", "2026-11-24", "2026-11-25"].flatMap((day) => Array(6).fill(day)));
  for (const [place, { at }] of uploads.entries())
    if (place > 0) expect(at - (uploads[place - 1]?.at ?? 0)).toBeGreaterThanOrEqual(10 * MINUTES);
  expect(keptInWords(await keptMarks())).toContain("1 photo");
  await looks(1 * HOURS);
  expect(uploads).toHaveLength(18);
  expect(await notice()).toMatch(
    /Photo of Delivered at 08:00: the photo could not be sent in time\. Phone the office\./,
  );
  expect(keptInWords(await keptMarks())).toBe("");
  expect(endInWords(await keptMarks())).toBe("All marks are sent, but 1 photo can't be. Open My stops.");
});

test.each([401, 403])("a photo that is answered with %i is held, and goes after the next sign-in", async (status) => {
  let isSignedIn = false;
  theLine(({ isPhoto }) => (isPhoto && !isSignedIn ? ours(status) : taken()));
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  await looks(1 * HOURS);
  expect(uploads).toHaveLength(1);
  expect(await notice()).toContain("Photo of Delivered at 08:00: not taken from this phone");
  isSignedIn = true;
  await releaseHeld();
  await looks(1 * MINUTES);
  expect([uploads.length, sentMarks.length, await keptMarks()]).toEqual([2, 1, []]);
});

test("a photo that the site can't use is said, with the site's reason; a proxy's refusal counts as no answer", async () => {
  theLine(({ to, isPhoto }) => {
    if (!isPhoto) return taken();
    return to.includes("TH1")
      ? ours(400, `<div id="errors"><ul><li>The photo is damaged.</li></ul></div>`)
      : new Response("Too large", { status: 413 });
  });
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  await keepMark("/drive/stop/TH2", aForm("two"), new Date(MORNING.getTime() + 1).toISOString());
  await looks(1 * MINUTES);
  expect(await notice()).toContain("Photo of Delivered at 08:00: The photo is damaged.");
  expect(keptInWords(await keptMarks())).toContain("1 photo");
});

test("one photo that can't go doesn't stop the others", async () => {
  theLine(({ to, isPhoto }) => (isPhoto && to.includes("TH1") ? breaksAfter(6 * SECONDS) : taken()));
  for (const stop of ["TH1", "TH2", "TH3"]) {
    await keepMark(`/drive/stop/${stop}`, aForm(stop), isoNow());
    vi.setSystemTime(Date.now() + 1);
  }
  await looks(12 * MINUTES);
  expect((await keptMarks()).map(({ to }) => to)).toEqual(["/drive/stop/TH1"]);
});

test("without space for a photo the mark is kept; phone and site are told that there is one", async () => {
  const bodies: string[] = [];
  theLine(() => undefined);
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    bodies.push(String(body));
    return taken();
  });
  caches.space = 1_000;
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  expect(await notice()).toContain("Delivered at 08:00: this phone has no space for the photo. Phone the office.");
  await sendMarks();
  expect(bodies).toEqual([expect.stringContaining("photo=photo.jpg")]);
  expect(await notice()).toContain("Photo of Delivered at 08:00: this phone has no space for the photo.");
  expect(endInWords(await keptMarks())).toContain("1 photo can't be");
});

test("the same answers with a photo chosen since are the same mark, with its photo", async () => {
  theLine(taken);
  const words = aForm("one");
  words.delete("photo");
  await keepMark("/drive/stop/TH1", words, isoNow());
  vi.setSystemTime(Date.now() + MINUTES);
  await keepMark("/drive/stop/TH1", aForm("one"), isoNow());
  expect(await keptMarks()).toHaveLength(1);
  await sendMarks();
  expect([sentMarks.length, uploads.length]).toEqual([1, 1]);
});

test("what the worker of an earlier release stored is sent too", async () => {
  theLine(taken);
  const cache = await caches.open("drive-marks");
  const old = { at: isoNow(), to: "/drive/stop/TH1", kind: "delivered", why: "" };
  for (const [place, more] of [
    { state: "photo", tries: "2" },
    { state: "waiting", tries: "0" },
  ].entries()) {
    const mark = { ...old, ...more, to: `/drive/stop/TH${place + 1}` };
    await cache.put(`/drive/kept?${new URLSearchParams(mark)}`, new Response(aForm("one")));
  }
  await looks(1 * MINUTES);
  expect([sentMarks, uploads.map(({ to }) => to)]).toEqual([
    ["/drive/stop/TH2"],
    [expect.stringContaining("TH1"), expect.stringContaining("TH2")],
  ]);
  expect(await keptMarks()).toEqual([]);
});

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test("a day of 30 photos on a line that breaks every upload for an hour: all arrive, and the office knows meanwhile", async () => {
  vi.setSystemTime(vi.getRealSystemTime());
  const [round] = await aRound(site, ["Sipho Nkosi"], 30);
  if (!round) throw new Error("no round");
  const driver = await signedInDriver(site, round, new Visitor(site.url));
  const began = Date.now();
  const breaks = () => Date.now() - began < 1 * HOURS;
  theLine(
    ({ isPhoto }) => (isPhoto && breaks() ? breaksAfter(uploads.length % 2 ? 3 * SECONDS : 20 * SECONDS) : undefined),
    driver,
  );
  let data = 0;
  for (const stop of round.stops) {
    await driver.open(`/drive/stop/${stop}`);
    const answers = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };
    const form = new FormData();
    for (const [name, value] of driver.filledIn("Delivered", { ...answers, photo: "" }).body) form.append(name, value);
    form.set("photo", aNoisyPng(), "photo.jpg");
    await keepMark(`/drive/stop/${stop}`, form, isoNow());
    await looks(1.5 * MINUTES);
  }
  for (const { lastedMs } of uploads) data += Math.min(aNoisyPng().size, (lastedMs / SECONDS) * BYTES_PER_S);
  expect(sentMarks).toHaveLength(30);
  const tried = uploads.length;
  const missing = await staffList(site, ["show", "photos_missing"]);
  expect(missing).toHaveLength(30);
  expect(missing[0]).toMatchObject({
    waybill_no: round.stops[0],
    driver: "Sipho Nkosi",
    what_to_do: expect.stringContaining("A photo was taken and isn't here"),
  });
  expect(await staffList(site, ["today"])).toContainEqual(
    expect.objectContaining({ work: "Photo not here", how_many: 30 }),
  );
  expect(await staffList(site, ["proof", round.stops[0] ?? ""])).toEqual([
    expect.objectContaining({ photos: "a photo was taken and isn't here" }),
  ]);

  await looks(26 * MINUTES);
  const [{ photos } = { photos: 0 }] = inTheFile<{ photos: number }>(
    site,
    "SELECT count(*) AS photos FROM delivery_photos",
  );
  const lateMs = (uploads.at(-1)?.at ?? 0) - began - 1 * HOURS;
  console.log(
    `30 photos, ${tried} uploads broken in an hour (${Math.round(data / 1000)} KB), ${photos} arrived, ` +
      `the last ${(lateMs / MINUTES).toFixed(1)} minutes after the line was good again`,
  );
  expect(photos).toBe(30);
  expect(await keptMarks()).toEqual([]);
  expect(await staffList(site, ["show", "photos_missing"])).toEqual([]);
});

/** As an open page does it: looks every 30 seconds whether there is a signal. */
async function looks(forMs: number): Promise<void> {
  for (const end = Date.now() + forMs; Date.now() < end; vi.setSystemTime(Date.now() + LOOK_MS)) await sendMarks();
}

/** The phone's connection. What it carries, it carries for a driver's phone that is signed in. */
function theLine(fate: Fate, phone?: Visitor): void {
  vi.stubGlobal("fetch", async (to: string | URL, init: RequestInit = {}) => {
    if (typeof to !== "string") return atOnce(to, init);
    const isPhoto = init.body instanceof FormData;
    const began = Date.now();
    try {
      const answer = (await fate({ to, isPhoto })) ?? (await asBrowsersGetIt(await phone?.send(to, init)));
      if (!isPhoto) sentMarks.push(to.split("?")[0] ?? "");
      return answer;
    } finally {
      if (isPhoto) uploads.push({ to, at: began, lastedMs: Date.now() - began });
    }
  });
}

async function breaksAfter(lastedMs: number): Promise<never> {
  vi.setSystemTime(Date.now() + lastedMs);
  throw new TypeError("Failed to fetch");
}

/** In a browser a redirect that isn't followed says nothing else of itself. */
function asBrowsersGetIt(answer: Response | undefined): Response {
  if (!answer) throw new TypeError("Failed to fetch");
  return answer.status === 303 ? taken() : answer;
}

const taken = () => ({ type: "opaqueredirect", headers: new Headers() }) as Response;
const ours = (status: number, page = "") =>
  new Response(page, { status, headers: { "Content-Security-Policy": "default-src 'none'" } });
const isoNow = () => new Date().toISOString();

async function notice(): Promise<string> {
  const marks: KeptMark[] = await keptMarks();
  return withNotice("<main></main>", marks).replace(/<[^>]*>/g, "");
}

function aForm(key: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key, mark: "delivered", takenBy: "Gogo" })) form.append(name, value);
  form.set("photo", aNoisyPng(), "photo.jpg");
  return form;
}
