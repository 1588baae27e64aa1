import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unescapeHtml } from "#app/domain/values/escape-html";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { employDriveWorker } from "../../app/enhance/drive-worker";
import { endInWords, withLeaving, withNotice } from "../../app/worker/drive/drive-pages";
import { formOf, keepMark, keptMarks } from "../../app/worker/drive/kept-marks";
import { sendMarks } from "../../app/worker/drive/send-marks";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";
import { aWorker } from "./a-worker";

const MORNING = new Date("2026-11-23T08:00:00+02:00");
type Answer = Response | undefined;

/** What the site answers to a mark at a stop, by the stop; undefined: the line is dead. */
let answers: Record<string, () => Answer>;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
  vi.stubGlobal("caches", cachesOfAPhone());
  [answers, sent] = [{}, []];
  vi.stubGlobal("fetch", async (to: string, { method = "GET", body }: RequestInit = {}) => {
    const [stop = ""] = /TH\d+/.exec(to) ?? [];
    if (method === "GET") return new Response("", { status: 404 });
    const answer = (answers[stop] ?? taken)();
    if (!answer) throw new TypeError("Failed to fetch");
    sent.push(`${stop} ${body instanceof FormData ? "photo" : new URLSearchParams(String(body)).get("key")}`);
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a mark on which the site fails doesn't stop other stops' marks; those of its own stop wait for it", async () => {
  answers.TH1 = () => page(500);
  for (const [stop, key] of [
    ["TH1", "a"],
    ["TH1", "b"],
    ["TH2", "c"],
    ["TH3", "d"],
  ] as const)
    await kept(stop, key);
  await sendMarks();
  expect(sent).toEqual(["TH1 a", "TH2 c", "TH3 d"]);
  vi.setSystemTime(Date.now() + 30 * SECONDS);
  await sendMarks();
  expect(sent).toHaveLength(3);
  delete answers.TH1;
  vi.setSystemTime(Date.now() + MINUTES);
  await sendMarks();
  expect(sent.slice(3)).toEqual(["TH1 a", "TH1 b"]);
  expect(await keptMarks()).toEqual([]);
});

test("a mark that waited on a phone whose clock was ahead goes at once when it is right", async () => {
  answers.TH1 = () => page(500);
  const now = Date.now();
  await kept("TH1", "a");
  vi.setSystemTime(now + DAYS);
  await sendMarks();
  delete answers.TH1;
  vi.setSystemTime(now + SECONDS);
  await sendMarks();
  expect(sent).toEqual(["TH1 a", "TH1 a"]);
  expect(await keptMarks()).toEqual([]);
});

test("a mark made with a signal isn't queued behind one of another parcel; without a signal it is stored", async () => {
  const { press } = await theWorker();
  answers.TH1 = () => page(502);
  await kept("TH1", "a");
  expect((await press("TH2", aForm("b"))).type).toBe("opaqueredirect");
  expect(sent).toEqual(["TH1 a", "TH2 b"]);
  // Another of the same parcel waits for the first.
  expect((await press("TH1", aForm("c"))).status).toBe(303);
  expect((await keptMarks()).map(({ to }) => to)).toEqual(["/drive/stop/TH1", "/drive/stop/TH1"]);
  for (const stop of ["TH1", "TH3", "TH4"]) answers[stop] = () => undefined;
  vi.setSystemTime(Date.now() + 2 * MINUTES);
  expect((await press("TH3", aForm("d"))).status).toBe(303);
  expect(await keptMarks()).toHaveLength(3);
});

test("a mark that isn't believed stays on the phone, with its photo, until the office has it", async () => {
  const why = "This isn't counted: Anna is blocked. The office has it as a report of Anna, and decides.";
  let isPhotoLost = true;
  answers.TH1 = () => (sent.includes("TH1 a") && isPhotoLost ? undefined : reported(why));
  await kept("TH1", "a", true);
  await sendMarks();
  const [photo] = await keptMarks();
  expect(photo).toMatchObject({ what: "photo", state: "waiting" });
  isPhotoLost = false;
  vi.setSystemTime(Date.now() + 2 * MINUTES);
  await sendMarks();
  expect(sent).toEqual(["TH1 a", "TH1 photo"]);
  const [mark] = await keptMarks();
  expect([...(mark ? await formOf(mark) : [["", ""]])]).toEqual([]);
  expect(notice(await keptMarks())).toContain(` Delivered at 08:00: ${why}`);
  expect(notice(await keptMarks())).not.toContain("Photo");
});

test("a mark that never had a signal is kept for as long as the site takes it, longer than a refusal is said", async () => {
  answers.TH1 = () => page(400);
  answers.TH2 = () => undefined;
  await kept("TH1", "a");
  await kept("TH2", "b", true);
  await sendMarks();
  vi.setSystemTime(Date.now() + 29 * DAYS);
  expect(await keptMarks()).toMatchObject([{ to: "/drive/stop/TH2", state: "waiting" }]);
  delete answers.TH2;
  await sendMarks();
  expect(sent).toEqual(["TH1 a", "TH2 b"]);
});

test("another driver's mark leaves the phone once the office has it; an unsigned one is held until its stop is given back", async () => {
  answers.TH1 = () => reported("");
  answers.TH2 = () => page(403);
  await kept("TH1", "a", true);
  await kept("TH2", "b");
  await sendMarks();
  expect(await keptMarks()).toMatchObject([{ to: "/drive/stop/TH2", state: "held" }]);
  delete answers.TH2;
  await sendMarks();
  expect(sent).toEqual(["TH1 a", "TH2 b", "TH1 photo"]);
  const { look } = await theWorker();
  await look({ keep: ["/drive/stop/TH9"] });
  expect(await keptMarks()).toHaveLength(1);
  await look({ keep: ["/drive/stop/TH9", "/drive/stop/TH2"] });
  expect(sent.at(-1)).toBe("TH2 b");
  expect(await keptMarks()).toEqual([]);
});

test("a refusal's page says why, and the last word isn't that all is well", async () => {
  answers.TH1 = () => page(400, "<main id='main'><h1>The PIN is wrong.</h1><p>Ask the receiver again.</p></main>");
  await kept("TH1", "a");
  await sendMarks();
  expect(notice(await keptMarks())).toContain("Delivered at 08:00: The PIN is wrong. Ask the receiver again.");
  expect(endInWords(await keptMarks())).toBe("All marks are sent, but 1 mark isn't counted. Open My stops.");
});

test("a busy site hasn't refused a mark: it waits", async () => {
  answers.TH1 = () => page(429);
  await kept("TH1", "a");
  await sendMarks();
  expect(await keptMarks()).toMatchObject([{ what: "mark", state: "waiting" }]);
});

test("before a sign-out the page says how many marks of whom are on the phone, and what happens to them", async () => {
  const asks = "<main><h1>Sign out on this phone</h1><form></form></main>";
  const before = async () => unescapeHtml(withLeaving(asks, await keptMarks()).replace(/<[^>]*>/g, ""));
  expect(await before()).toBe("Sign out on this phone");
  answers.TH3 = () => undefined;
  for (const stop of ["TH1", "TH2"]) await keepMark(`/drive/stop/${stop}`, aForm(stop, "Anna Mokoena"), isoNow());
  await keepMark("/drive/stop/TH3", aForm("c", "Ben Second"), isoNow(), "photo");
  expect(await before()).toContain(
    "Not sent yet, and kept on this phone: 2 marks of Anna Mokoena, 1 photo of Ben Second. After you sign out they still go",
  );
  expect(await before()).toContain("the office gets them as reports, and decides");
});

test("the browser is asked to keep what is stored, on the list of a driver who is signed in", async () => {
  const persist = vi.fn(async () => true);
  const serviceWorker = { register: async () => ({ active: { postMessage: () => {} } }), addEventListener: () => {} };
  vi.stubGlobal("navigator", { serviceWorker, storage: { persist } });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("setInterval", () => 0);
  for (const list of [null, {}]) {
    const none = { querySelectorAll: () => [], getElementById: () => null, addEventListener: () => {} };
    vi.stubGlobal("document", { ...none, querySelector: () => list });
    await employDriveWorker();
  }
  expect(persist).toHaveBeenCalledTimes(1);
});

/** The worker, and a press of a stop's button. */
async function theWorker() {
  const worker = await aWorker("drive/drive-worker.ts");
  const press = async (stop: string, form: FormData) => {
    vi.setSystemTime(Date.now() + 1);
    const answer = await worker.request(`/drive/stop/${stop}`, { method: "POST", body: form });
    return answer ?? expect.fail("not answered");
  };
  return { press, look: worker.message };
}

async function kept(stop: string, key: string, hasPhoto = false): Promise<void> {
  const form = aForm(key);
  if (hasPhoto) form.set("photo", aNoisyPng(), "photo.jpg");
  await keepMark(`/drive/stop/${stop}`, form, isoNow());
  vi.setSystemTime(Date.now() + 1);
}

function aForm(key: string, driver = "Anna"): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key, driver, mark: "delivered" })) form.append(name, value);
  return form;
}

const isoNow = () => new Date().toISOString();
const taken = () => ({ type: "opaqueredirect", headers: new Headers() }) as Response;
const OURS = { "Content-Security-Policy": "default-src 'none'" };
const page = (status: number, html = "") => new Response(html, { status, headers: OURS });
const reported = (why: string) =>
  new Response("", { status: 403, headers: { ...OURS, "Mark-Reported": encodeURIComponent(why) } });
const notice = (marks: Awaited<ReturnType<typeof keptMarks>>) =>
  unescapeHtml(withNotice("<main></main>", marks).replace(/<[^>]*>/g, ""));
