import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTES, SECONDS } from "#app/durations";
import { endInWords, keptInWords, leavingInWords, roundPage, withNotice } from "../../app/worker/drive/drive-pages";
import { formOf, type KeptMark, keepMark, keptMarks } from "../../app/worker/drive/kept-marks";
import { aNoisyPng, cachesOfAPhone } from "./a-phone";
import { aWorker, HOME } from "./a-worker";

const MORNING = new Date("2026-11-24T08:00:00+02:00");
const HTML = { "Content-Type": "text/html", "Content-Security-Policy": "default-src 'none'" };
const stop = (number: number) => `/drive/stop/TH470156955${number}`;
const spoken = (number: number) => `TH 470 156 955 ${number}`;

type Answer = () => Response | Promise<Response>;
/** What the site answers, by method and address; without any there is no signal. */
let answers: Record<string, Answer>;
let sent: string[];
let worker: Awaited<ReturnType<typeof aWorker>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: MORNING });
  vi.stubGlobal("caches", cachesOfAPhone());
  [answers, sent] = [{}, []];
  vi.stubGlobal("fetch", async (of: string | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(typeof of === "string" ? of : of.url, HOME);
    const call = `${(typeof of === "string" ? init.method : of.method) ?? "GET"} ${pathname}`;
    const answer = answers[call];
    sent.push(`${call}${init.body instanceof FormData ? " with photo" : ""}`);
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
  worker = await aWorker("drive/drive-worker.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const page =
  (number: number, status = 200, words = `to do ${number}`) =>
  () =>
    new Response(
      `<title>Stop</title><main id="main"><h1>x</h1><section class="card">Sipho ${words}</section><form></form></main>`,
      { status, headers: HTML },
    );
const html =
  (status: number, words = "", headers: HeadersInit = HTML) =>
  () =>
    new Response(words, { status, headers });
const taken = () => ({ type: "opaqueredirect", status: 0, headers: new Headers() }) as Response;

function aForm(key: string, photo?: File, mark = "delivered"): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key, driver: "Anna", mark })) form.set(name, value);
  if (photo) form.set("photo", photo);
  return form;
}

/** Presses a stop's button a little later; resolves to where the driver is sent, or what is shown. */
async function press(number: number, form: FormData): Promise<string> {
  vi.setSystemTime(Date.now() + 1);
  const answer = await worker.request(stop(number), { method: "POST", body: form });
  return answer?.headers.get("Location") ?? answer?.type ?? "";
}

async function keepsRound(...numbers: number[]): Promise<void> {
  for (const number of numbers) answers[`GET ${stop(number)}`] ??= page(number);
  await worker.message({ keep: numbers.map(stop) });
  for (const number of numbers) delete answers[`GET ${stop(number)}`];
}
const open = async (address: string) => (await worker.request(address))?.text();
const states = async () => (await keptMarks()).map(({ to, what, state }) => `${to.slice(-1)} ${what} ${state}`);

test("it takes over at once, and leaves to the browser what isn't a driver's page or another site's form", async () => {
  await worker.install();
  await worker.activate();
  expect(worker.did).toEqual(["skipWaiting", "claim"]);
  const post = { method: "POST", body: aForm("a") };
  for (const left of [
    worker.request("/drive/photo"),
    worker.request(`${stop(1)}/more`),
    worker.request(stop(1), { mode: "cors" }),
    worker.request(stop(1), { ...post, referrer: "https://evil.example/" }),
    worker.request(`https://other.example${stop(1)}`),
    worker.request("/drive", post),
  ])
    expect(await left).toBeUndefined();
  expect(sent).toEqual([]);
});

test("without a signal the phone shows the stops of the day that have no mark, and each stop as it was", async () => {
  await keepsRound(1, 2);
  const list = await open("/drive");
  expect(list).toBe(
    `<title>Stop</title><main id="main"><h1>My stops</h1><p>No signal, or the site is busy. This phone keeps these stops for today.</p>${[
      1, 2,
    ]
      .map(
        (n) =>
          `<h2>${spoken(n)}</h2><section class="card">Sipho to do ${n}</section><p><a class="button" href="${stop(n)}">Open this stop</a></p>`,
      )
      .join("")}</main>`,
  );
  expect(await open(stop(2))).toContain("to do 2");
  expect(await open(stop(3))).toBe(list);
  expect(await press(1, aForm("a"))).toBe(stop(2));
  expect(worker.did).toContain("sync marks");
  expect(await open("/drive")).not.toContain("to do 1");
  expect(await open("/drive")).toContain("Kept on this phone: 1 mark. It goes out when there is a signal.");
  expect(await press(2, aForm("b"))).toBe("/drive");
});

test("without a signal what was put off to another day stands at the end of the list, and is never the next stop", async () => {
  answers[`GET ${stop(1)}`] = page(1);
  await worker.message({ keep: [stop(1)], notToday: ["Deliver to Gogo Mabena: agreed for Friday"] });
  delete answers[`GET ${stop(1)}`];
  const putOff = "<h2>Not today</h2><ul><li>Deliver to Gogo Mabena: agreed for Friday</li></ul></main>";
  expect((await open("/drive"))?.endsWith(`Open this stop</a></p>${putOff}`)).toBe(true);
  expect(await press(1, aForm("a"))).toBe("/drive");
  expect((await open("/drive"))?.endsWith(putOff)).toBe(true);
});

test("each visit to a parcel is kept by its own address, and the parcel's leads to the first; the other one's mark is none of it", async () => {
  const [delivery, back, other] = [`${stop(1)}/delivery`, `${stop(1)}/return`, `${stop(2)}/delivery`];
  for (const [at, address] of [delivery, back, other].entries()) answers[`GET ${address}`] = page(at + 1);
  await worker.message({ keep: [delivery, back, other] });
  answers = {};
  expect(await open(back)).toContain("to do 2");
  expect(await open(stop(1))).toMatch(/to do 1(?![\s\S]*to do 2)/);
  const press = (to: string, key: string) => worker.request(to, { method: "POST", body: aForm(key) });
  expect((await press(delivery, "a"))?.headers.get("Location")).toBe(back);
  const list = await open("/drive");
  expect([list?.includes("to do 1"), list?.includes("to do 2"), list?.includes(spoken(1))]).toEqual([
    false,
    true,
    true,
  ]);
});

test("a mark that an earlier release kept at the parcel's address counts for its visit, and goes out before another", async () => {
  const visit = `${stop(1)}/delivery`;
  answers = { [`GET ${visit}`]: page(1), [`GET ${stop(2)}/delivery`]: page(2) };
  await worker.message({ keep: [visit, `${stop(2)}/delivery`] });
  answers = {};
  await keepMark(stop(1), aForm("old"), new Date().toISOString());
  expect(await open("/drive")).not.toContain("to do 1");
  vi.setSystemTime(Date.now() + 1);
  await worker.request(visit, { method: "POST", body: aForm("new") });
  sent = [];
  answers = { [`POST ${stop(1)}`]: taken, [`POST ${visit}`]: taken, "GET /drive": html(200, "the list") };
  await open("/drive");
  expect(sent.filter((call) => call.startsWith("POST"))).toEqual([`POST ${stop(1)}`, `POST ${visit}`]);
  expect(await keptMarks()).toEqual([]);
});

test("with a signal pages come from the site, and renew what is kept; a line that answers too late is none", async () => {
  await keepsRound(1, 2);
  answers[`GET ${stop(1)}`] = page(1, 200, "moved to noon");
  expect(await open(stop(1))).toContain("moved to noon");
  answers[`GET ${stop(1)}`] = page(1, 200, "with an old mark");
  await open(`${stop(1)}?at=2026`);
  answers[`GET ${stop(2)}`] = page(2, 404);
  expect((await worker.request(stop(2)))?.status).toBe(404);
  answers = { "GET /drive": () => new Promise(() => undefined) };
  const late = open("/drive");
  await vi.advanceTimersByTimeAsync(14 * SECONDS);
  expect(await Promise.race([late, "waits"])).toBe("waits");
  await vi.advanceTimersByTimeAsync(2 * SECONDS);
  expect(await late).toContain("moved to noon");
  expect(await late).not.toContain("to do 2");
});

test("a page that nothing is kept of waits as long as the line takes, and breaks when it breaks", async () => {
  await expect(worker.request("/drive")).rejects.toThrow("Failed to fetch");
  let answer: (given: Response) => void = () => {};
  answers["GET /drive"] = () => new Promise((resolve) => (answer = resolve));
  const late = open("/drive");
  await vi.advanceTimersByTimeAsync(1 * MINUTES);
  answer(html(200, "the list")());
  expect(await late).toBe("the list");
  const breaks = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) });
  await keepsRound(1);
  answers[`GET ${stop(1)}`] = () => new Response(breaks, { headers: HTML });
  expect(await open(stop(1))).toContain("to do 1");
});

test("names leave the phone with the driver: signed out, or the site shows no list any more", async () => {
  const isKept = async () => (await open("/drive").catch(() => "")) !== "";
  for (const [call, answer, isDeleted] of [
    ["POST /drive/sign-out", html(500), false],
    ["POST /drive/sign-out", taken, true],
    ["POST /drive/sign-out", html(403), true],
    ["GET /drive", html(500), false],
    ["GET /drive", html(403), true],
  ] as const) {
    await keepsRound(1);
    answers = { [call]: answer };
    const [method = "", address = ""] = call.split(" ");
    await worker.request(address, { method, ...(method === "POST" && { body: aForm("a") }) });
    answers = {};
    expect(await isKept(), `${call} ${answer().status}`).toBe(!isDeleted);
  }
});

test("marks that the site held back go after a sign-in that succeeded, when the list is opened next", async () => {
  answers[`POST ${stop(1)}`] = html(401);
  await keepMark(stop(1), aForm("a"), new Date().toISOString());
  await worker.message({});
  expect(await states()).toEqual(["1 mark held"]);
  answers = { "POST /drive/sign-in": html(400), "GET /drive": html(200, "<main>"), [`POST ${stop(1)}`]: taken };
  const signIn = () => worker.request("/drive/sign-in", { method: "POST", body: aForm("a") });
  await signIn();
  expect(await states()).toEqual(["1 mark held"]);
  answers["POST /drive/sign-in"] = taken;
  await signIn();
  expect(await states()).toEqual(["1 mark waiting"]);
  await open("/drive");
  expect(await states()).toEqual([]);
});

test("who signs out is told first what is still on the phone", async () => {
  await keepMark(stop(1), aForm("a"), new Date().toISOString());
  answers["GET /drive/sign-out"] = html(200, "<main><h1>Sign out</h1></main>");
  const asks = await open("/drive/sign-out");
  expect(asks).toContain('<h1>Sign out</h1><div class="notice bad" role="alert"><p>Not sent yet');
  expect(asks).toContain("1 mark of Anna.");
  answers["GET /drive/sign-out"] = html(200, "%PDF", { "Content-Type": "application/pdf" });
  expect(await open("/drive/sign-out")).toBe("%PDF");
});

test("Background Sync sends what waits, tells open pages, and is asked again as long as anything waits", async () => {
  await keepMark(stop(1), aForm("a"), new Date().toISOString());
  await expect(worker.sync()).rejects.toThrow("no signal");
  expect(worker.told).toEqual([]);
  answers[`POST ${stop(1)}`] = taken;
  await worker.sync();
  expect(worker.told).toEqual(["All marks are sent."]);
  await keepMark(stop(1), aForm("b", aNoisyPng()), new Date().toISOString());
  const inTurn = [taken];
  answers[`POST ${stop(1)}`] = () => (inTurn.shift() ?? html(503))();
  await expect(worker.sync()).rejects.toThrow("no signal");
  expect(worker.told.slice(1)).toEqual(["Kept on this phone: 1 photo. It goes out when there is a signal."]);
});

test("a mark with a photo goes at once; while another photo waits only the mark does, and its photo is kept", async () => {
  answers[`POST ${stop(1)}`] = taken;
  expect(await press(1, aForm("a", aNoisyPng()))).toBe("opaqueredirect");
  expect(sent).toEqual([`POST ${stop(1)} with photo`]);
  answers = {};
  await keepMark(stop(2), aForm("b", aNoisyPng()), new Date().toISOString(), "photo");
  await keepsRound(3, 4);
  sent = [];
  answers[`POST ${stop(3)}`] = taken;
  expect(await press(3, aForm("c", aNoisyPng()))).toBe(stop(4));
  expect(sent.filter((call) => call.includes(stop(3)))).toEqual([`POST ${stop(3)}`]);
  expect(await states()).toEqual(["2 photo waiting", "3 photo waiting"]);
  // A mark that the office has as a report, and whose photo waits.
  answers[`POST ${stop(4)}`] = html(403, "reported", { ...HTML, "Mark-Reported": "" });
  expect(await press(4, aForm("d", aNoisyPng()))).toBe("default");
  expect((await states()).at(-1)).toBe("4 photo waiting");
});

test("a photo that the site is too busy for is sent later: a late photo isn't dropped with its mark", async () => {
  answers[`POST ${stop(1)}`] = html(503, "busy", { ...HTML, "Mark-Saved": "yes" });
  await keepsRound(1, 2);
  expect(await press(1, aForm("a", aNoisyPng()))).toBe(stop(2));
  expect(await states()).toEqual(["1 photo waiting"]);
  const [mark] = await keptMarks();
  expect(mark && (await formOf(mark)).get("photo")).toBeInstanceOf(File);
  // The stop is done.
  answers = {};
  expect(await open("/drive")).not.toContain("to do 1");
});

test("a mark that the site's page answers is over; a proxy's page, or none in 4 seconds, keeps it on the phone", async () => {
  answers[`POST ${stop(1)}`] = html(400, "The PIN is wrong.");
  const shown = await worker.request(stop(1), { method: "POST", body: aForm("a") });
  expect([shown?.status, await shown?.text(), await states()]).toEqual([400, "The PIN is wrong.", []]);
  answers[`POST ${stop(1)}`] = html(429, "Try again");
  expect(await press(1, aForm("b"))).toBe("default");
  expect(await states()).toEqual([]);
  answers[`POST ${stop(1)}`] = html(502, "nginx", {});
  expect(await press(1, aForm("c"))).toBe("/drive");
  expect(await states()).toEqual(["1 mark waiting"]);
  answers[`POST ${stop(1)}`] = () => new Promise(() => undefined);
  const pressed = press(2, aForm("d"));
  await vi.advanceTimersByTimeAsync(4 * SECONDS);
  expect(await pressed).toBe("/drive");
  expect(await states()).toEqual(["1 mark waiting", "2 mark waiting"]);
});

test("a site that can't save anything is no signal: kept pages are shown, and a mark is kept with its photo until it can", async () => {
  await keepsRound(1, 2);
  const busy = html(503, "We can't save anything just now");
  answers = { "GET /drive": busy, [`GET ${stop(1)}`]: busy, [`GET ${stop(3)}`]: busy, [`POST ${stop(1)}`]: busy };
  expect(await open(stop(1))).toContain("to do 1");
  expect(await open("/drive")).toContain("This phone keeps these stops for today.");
  expect(await press(1, aForm("a", aNoisyPng()))).toBe(stop(2));
  expect(await states()).toEqual(["1 mark waiting"]);
  answers[`POST ${stop(1)}`] = taken;
  await worker.sync();
  expect(await states()).toEqual([]);
  expect(sent.slice(-2)).toEqual([`POST ${stop(1)}`, `POST ${stop(1)} with photo`]);
  // Where nothing is kept, the site's own page says what is so.
  answers["POST /drive/sign-out"] = taken;
  await worker.request("/drive/sign-out", { method: "POST", body: aForm("b") });
  expect(await open(stop(3))).toBe("We can't save anything just now");
});

test("back to a mark's answer opens its stop instead of sending it again", async () => {
  const back = await worker.request(stop(1), { method: "POST", body: aForm("a"), cache: "only-if-cached" });
  expect([back?.status, back?.headers.get("Location"), sent]).toEqual([303, stop(1), []]);
});

test("once a mark is taken, a refusal of the same stop is no news any more", async () => {
  answers[`POST ${stop(1)}`] = html(400, "<main><h1>The PIN is wrong.</h1>");
  await keepMark(stop(1), aForm("a"), new Date().toISOString());
  await worker.message({});
  expect(await states()).toEqual(["1 mark refused"]);
  answers[`POST ${stop(1)}`] = taken;
  await press(1, aForm("b"));
  expect(await states()).toEqual([]);
});

test.each([
  [4000, 3000, 1280, 960],
  [3000, 4001, 960, 1280],
  [640, 480, 640, 480],
])("a camera's photo of %i × %i is sent as %i × %i", async (width, height, ...small) => {
  const drawn: number[][] = [];
  vi.stubGlobal("createImageBitmap", async () => ({ width, height }));
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      getContext = () => ({ drawImage: (_: unknown, ...place: number[]) => drawn.push(place) });
      convertToBlob = async ({ type, quality }: { type: string; quality: number }) =>
        new Blob([quality === 0.7 ? "small" : "large".repeat(99_999)], { type });
    },
  );
  await press(1, aForm("a", aNoisyPng()));
  expect(drawn).toEqual([[0, 0, ...small]]);
  const [mark] = await keptMarks();
  const photo = mark && (await formOf(mark)).get("photo");
  expect(photo).toMatchObject({ size: 5, type: "image/jpeg", name: "photo.jpg" });
  // One that shrinking makes larger goes as it is, and so does what is no picture.
  const tiny = () => new File(["1234"], "tiny.png");
  await press(2, aForm("b", tiny()));
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no picture")));
  await press(3, aForm("c", tiny()));
  const photos = (await keptMarks()).slice(1).map(async (kept) => (await formOf(kept)).get("photo"));
  for (const kept of await Promise.all(photos)) expect(kept).toMatchObject({ name: "tiny.png" });
});

const aMark = (change: Partial<KeptMark>): KeptMark => ({
  ...{ at: MORNING.toISOString(), to: stop(1), kind: "delivered", by: "Anna", what: "mark", state: "waiting", why: "" },
  ...{ tries: 0, triedOn: "", notBefore: "" },
  ...change,
});

test("what is on the phone is said in words", () => {
  const [mark, photo] = [aMark({}), aMark({ what: "photo" })];
  const [refused, held] = [aMark({ state: "refused" }), aMark({ state: "held" })];
  expect(keptInWords([refused, held])).toBe("");
  expect(keptInWords([mark, refused])).toBe("Kept on this phone: 1 mark. It goes out when there is a signal.");
  expect(keptInWords([photo, photo])).toBe("Kept on this phone: 2 photos. They go out when there is a signal.");
  expect(keptInWords([mark, photo, mark])).toBe(
    "Kept on this phone: 2 marks and 1 photo. They go out when there is a signal.",
  );
  const photos = [1, 2].map(() => aMark({ what: "photo", state: "refused" }));
  expect(endInWords(photos)).toBe("All marks are sent, but 2 photos can't be. Open My stops.");
  expect(endInWords(photos.slice(1))).toBe("All marks are sent, but 1 photo can't be. Open My stops.");
  expect(endInWords([refused, refused, ...photos])).toContain("2 marks aren't counted");
  expect(endInWords([held, refused])).toContain("takes no marks from this phone now");
  expect(endInWords([])).toBe("All marks are sent.");
  expect(leavingInWords([refused])).toBe("");
  expect(leavingInWords([mark, mark, photo, aMark({ by: "" })])).toContain(
    "kept on this phone: 2 marks and 1 photo of Anna, 1 mark of a driver. After",
  );
});

test("a page says what waits, and apart from it what the site did not take, each with its stop, its time and why", () => {
  const marks = [
    aMark({}),
    aMark({ what: "photo", kind: "nobody_there", to: stop(2), at: "2026-11-24T12:05:00.000Z" }),
    aMark({ state: "refused", why: "The PIN is wrong.", kind: "collected" }),
    aMark({ state: "held", kind: "no-such" }),
  ];
  const line = (number: number, words: string) => `<li><a href="${stop(number)}">${spoken(number)}</a> ${words}</li>`;
  const bad = `<div class="notice bad" role="alert"><h2>The office's site did not take this</h2><ul>${line(1, "Collected at 08:00: The PIN is wrong.")}${line(1, "Mark at 08:00")}</ul></div>`;
  const waiting = `<div class="notice info"><p id="kept" role="status">Kept on this phone: 1 mark and 1 photo. They go out when there is a signal.</p><ul>${line(1, "Delivered at 08:00")}${line(2, "Photo of Nobody there at 14:05")}</ul></div>`;
  expect(withNotice('<main id="main">all</main>', marks)).toBe(`<main id="main">${bad}${waiting}all</main>`);
  expect(withNotice("<main>all</main>", marks.slice(2))).toBe(`<main>${bad}all</main>`);
  expect(withNotice("<main>all</main>", marks.slice(0, 1))).not.toContain("did not take");
  expect(roundPage([], [])).toBe("");
});
