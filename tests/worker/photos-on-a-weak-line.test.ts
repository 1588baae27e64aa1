import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { endInWords, keptInWords, withNotice } from "../../app/worker/drive/drive-pages";
import { type KeptMark, keepMark, keptMarks, releaseHeld } from "../../app/worker/drive/kept-marks";
import { sendMarks } from "../../app/worker/drive/send-marks";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";
import { aWeakLine, breaksAfter, type Fate, looks, taken } from "./a-weak-line";

const MORNING = new Date("2026-11-23T08:00:00+02:00");

let caches: ReturnType<typeof cachesOfAPhone>;
let uploads: ReturnType<typeof aWeakLine>["uploads"];
let sentMarks: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
  caches = cachesOfAPhone();
  vi.stubGlobal("caches", caches);
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

function theLine(fate: Fate): void {
  ({ uploads, sentMarks } = aWeakLine(fate));
}

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
