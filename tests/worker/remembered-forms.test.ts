import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprintOf, remember, stateOf } from "../../app/worker/remembered-forms";
import { cachesOfAPhone } from "./a-phone";
import { aWorker, HOME } from "./a-worker";

const CSP = { "Content-Security-Policy": "default-src 'none'" };
const HTML = { "Content-Type": "text/html", ...CSP };
const typed: [string, string][] = [["fromName", "Thandi Nkosi"]];
const STEP = "/ship/addresses";
const OFFLINE = `<title>No connection · Thuma</title><link href="/build/a.css"><main><h1>No connection</h1><template><h1>Not sent yet</h1><form action="/"><slot name="fields"></slot><slot name="typed">What you typed</slot></form></template></main><script src="/build/b.js"></script>`;

/** What the site answers; undefined: there is no signal. */
let answer: (() => Response) | undefined;
let asked: { address: string; init: RequestInit; request: Request | undefined }[];
let worker: Awaited<ReturnType<typeof aWorker>>;

const send = (address: string, more: Parameters<typeof worker.request>[1] = {}) =>
  worker.request(address, { method: "POST", body: new URLSearchParams(typed), ...more });
const state = async (address = STEP) => stateOf((await fingerprintOf(HOME + address, typed)) ?? "");
const page =
  (status: number, html = "<main></main>", headers: HeadersInit = HTML) =>
  () =>
    new Response(html, { status, headers });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const phone = cachesOfAPhone();
  vi.stubGlobal("caches", phone);
  vi.stubGlobal("VERSION", "1");
  asked = [];
  vi.stubGlobal("fetch", async (of: string | Request, init: RequestInit = {}) => {
    const request = typeof of === "string" ? undefined : of;
    asked.push({ address: new URL(request?.url ?? String(of), HOME).pathname, init, request });
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
  answer = page(200, OFFLINE);
  worker = await aWorker("service-worker.ts");
  await worker.install();
  asked = [];
  answer = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A form of which no page says anything: the worker waits for that a moment. */
async function sendAlone(...how: Parameters<typeof send>) {
  let hasEnded = false;
  const sent = send(...how).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise(setImmediate);
  }
  return sent;
}

test("the offline page is kept as anybody gets it, with its files; a site that fails leaves the old worker in place", async () => {
  expect(worker.did).toEqual(["skipWaiting"]);
  expect(await (await caches.match("/offline"))?.text()).toBe(OFFLINE);
  for (const file of ["/build/a.css", "/build/b.js"]) expect(await caches.match(file), file).toBeDefined();
  answer = page(200, OFFLINE);
  await worker.install();
  expect(asked[0]).toMatchObject({ address: "/offline", init: { credentials: "omit", cache: "no-cache" } });
  answer = page(503);
  await expect(worker.install()).rejects.toThrow("503");
});

test("a new worker deletes older shells, and keeps remembered forms and drivers' stops", async () => {
  for (const name of ["shell-0", "forms", "drive-stops-2026-11-24"]) await caches.open(name);
  await worker.activate();
  expect((await caches.keys()).toSorted()).toEqual(["drive-stops-2026-11-24", "forms", "shell-1"]);
  expect(worker.did.slice(-2)).toEqual(["preload", "claim"]);
});

test("pages come from the network, whatever it answers; without a signal, or when it breaks, comes the offline page", async () => {
  answer = page(500, "our fault");
  expect(await (await worker.request("/ship"))?.text()).toBe("our fault");
  expect(await (await worker.request("/ship", { preload: page(200, "asked already")() }))?.text()).toBe(
    "asked already",
  );
  expect(asked).toHaveLength(1);
  const breaks = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) });
  answer = () => new Response(breaks, { headers: HTML });
  expect(await (await worker.request("/ship"))?.text()).toBe(OFFLINE);
  answer = undefined;
  expect(await (await worker.request("/ship"))?.text()).toBe(OFFLINE);
  await caches.delete("shell-1");
  await expect(worker.request("/ship")).rejects.toThrow("Failed to fetch");
});

test("a file is fetched once, because its name changes with its content; one that isn't there is asked for again", async () => {
  answer = page(404, "");
  expect((await worker.request("/build/c.js", { mode: "no-cors" }))?.status).toBe(404);
  answer = page(200, "script");
  for (const _ of [1, 2])
    expect(await (await worker.request("/build/c.js", { mode: "no-cors" }))?.text()).toBe("script");
  expect(asked).toHaveLength(2);
});

test("what isn't ours is left to the browser: other sites, pictures, payments, and forms that another site sends", async () => {
  const alone = [
    worker.request("https://www.payfast.co.za/eng/process"),
    worker.request("/favicon.ico", { mode: "no-cors" }),
    worker.request("/build/c.js", { mode: "no-cors", method: "POST" }),
    send("/payfast/notify"),
    send(STEP, { referrer: "https://evil.example/" }),
    send(STEP, { referrer: "" }),
  ];
  expect(await Promise.all(alone)).toEqual(alone.map(() => undefined));
});

test("a form that got no answer is remembered until it is taken", async () => {
  expect((await sendAlone(STEP))?.status).toBe(200);
  expect(await state()).toBe("unsent");
  answer = page(400);
  await send(STEP);
  expect(await state()).toBe("refused");
  answer = page(500);
  await send(STEP);
  expect(await state()).toBe("refused");
  answer = () => ({ ok: false, status: 0, type: "opaqueredirect", headers: new Headers() }) as Response;
  await send(STEP);
  expect(await state()).toBeUndefined();
});

test("the page of an unsent form shows what was typed with its page's labels, and isn't kept by the browser", async () => {
  await worker.message([{ name: "fromName", label: "Your name", text: "Thandi Nkosi", value: "Thandi Nkosi" }]);
  await worker.message([{ name: "toName", label: "Of another form", text: "Sipho", value: "Sipho" }]);
  for (const _ of [1, 2]) {
    const unsent = await sendAlone(STEP);
    const html = (await unsent?.text()) ?? "";
    expect(html).toContain(`<form action="${HOME}${STEP}"><input type="hidden" name="fromName" value="Thandi Nkosi">`);
    expect(html).toContain('<dt data-name="fromName">Your name</dt><dd>Thandi Nkosi</dd>');
    expect(html).not.toContain("Of another form");
    expect(Object.fromEntries(unsent?.headers ?? [])).toEqual({
      "cache-control": "no-store",
      "content-security-policy": CSP["Content-Security-Policy"],
      "content-type": "text/html; charset=utf-8",
    });
  }
  // Once it is taken its words are gone.
  answer = page(200);
  await send(STEP);
  answer = undefined;
  expect(await (await sendAlone(STEP))?.text()).not.toContain("What you typed");
});

test("a page's words that come a moment after its form are shown with it", async () => {
  const sent = send(STEP);
  await vi.advanceTimersByTimeAsync(300);
  await worker.message([{ name: "fromName", label: "Your name", text: "Thandi Nkosi" }]);
  await vi.advanceTimersByTimeAsync(300);
  expect(await (await sent)?.text()).toContain("What you typed");
});

test("a proxy's error while the site restarts is no answer; ours says what to do", async () => {
  for (const status of [502, 503, 504]) {
    answer = page(status, "our words");
    expect(await (await send(STEP))?.text()).toBe("our words");
    answer = page(status, "nginx", { "Content-Type": "text/html" });
    expect(await (await sendAlone(STEP))?.text(), String(status)).toContain("Not sent yet");
  }
  answer = page(500, "nginx", { "Content-Type": "text/html" });
  expect(await (await send(STEP))?.text()).toBe("nginx");
});

test("a photo's form, which the phone can't carry on, fails as it would without a worker; so does one without our page", async () => {
  const form = new FormData();
  form.set("photo", new File(["x"], "photo.jpg"));
  await expect(send(STEP, { body: form })).rejects.toThrow("Failed to fetch");
  await caches.delete("shell-1");
  await expect(send(STEP)).rejects.toThrow("Failed to fetch");
});

test("back to a refused form sends it again and shows its errors; back to one that was taken opens its page", async () => {
  const back = { cache: "only-if-cached" };
  answer = page(400, "errors");
  await send(STEP, { headers: { Accept: "text/html", "X-Own": "1" } });
  asked = [];
  expect(await (await send(STEP, { ...back, headers: { Accept: "text/html", "X-Own": "1" } }))?.text()).toBe("errors");
  const again = asked[0]?.request;
  expect([again?.method, again?.redirect, await again?.text()]).toEqual(["POST", "manual", "fromName=Thandi+Nkosi"]);
  expect(Object.fromEntries(again?.headers ?? [])).toEqual({
    accept: "text/html",
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
  answer = page(200);
  await send(STEP);
  asked = [];
  await send(STEP, back);
  expect(asked).toMatchObject([{ address: STEP, init: { redirect: "manual" }, request: undefined }]);
  // Without a signal it isn't an unsent form either.
  answer = undefined;
  expect(await (await send(STEP, back))?.text()).toBe(OFFLINE);
  expect(await state()).toBeUndefined();
});

test.each(["/forget-me", "/logout", "/account/delete", "/ship/start-again"])(
  "after %s the phone knows no form any more, whoever holds it next",
  async (address) => {
    await sendAlone(STEP);
    answer = page(500);
    await send(address);
    expect(await state()).toBe("unsent");
    answer = page(200);
    await send(address);
    expect(await state()).toBeUndefined();
  },
);

test("once another form is taken at an address, one that was refused there is forgotten; of more than twenty the oldest", async () => {
  await remember("first", STEP, "refused");
  await remember("unsent", STEP, "unsent");
  await remember("elsewhere", "/login", "refused");
  answer = page(200);
  await send(STEP);
  expect(await Promise.all(["first", "unsent", "elsewhere"].map(stateOf))).toEqual([undefined, "unsent", "refused"]);
  for (let n = 0; n < 18; n += 1) await remember(`form ${n}`, "/join", "unsent");
  expect(await stateOf("unsent")).toBe("unsent");
  await remember("one more", "/join", "unsent");
  expect([await stateOf("unsent"), await stateOf("elsewhere")]).toEqual([undefined, "refused"]);
});

test("of a form with a password nothing is remembered", async () => {
  expect(await fingerprintOf(`${HOME}/login`, [["newPassword", "secret"]])).toBeNull();
  const body = new URLSearchParams({ email: "thandi@example.org", password: "secret" });
  const unsent = await sendAlone("/login", { body });
  expect(await unsent?.text()).not.toContain("secret");
  expect(await caches.has("forms")).toBe(false);
});
