import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprintOf, remember, stateOf } from "../../app/worker/remembered-forms";
import { cachesOfAPhone } from "./a-phone";

const HOME = "https://thuma.example";
const OFFLINE = { headers: { "Content-Type": "text/html", "Content-Security-Policy": "default-src 'none'" } };
const typed: [string, string][] = [["fromName", "Thandi Nkosi"]];
const STEP = "/ship/addresses";

/** What the site answers; undefined: there is no signal. */
let answer: Response | undefined;
let send: (address: string) => Promise<Response | undefined>;
const state = async () => stateOf((await fingerprintOf(HOME + STEP, typed)) ?? "");

beforeEach(async () => {
  vi.stubGlobal("caches", cachesOfAPhone());
  vi.stubGlobal("VERSION", "1");
  vi.stubGlobal("fetch", async () => answer ?? Promise.reject(new TypeError("Failed to fetch")));
  await (await caches.open("shell-1")).put("/offline", new Response("<main></main>", OFFLINE));
  send = await theWorker();
  answer = undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a form that got no answer is remembered until it is taken", async () => {
  expect((await send(STEP))?.status).toBe(200);
  expect(await state()).toBe("unsent");
  answer = page(400);
  await send(STEP);
  expect(await state()).toBe("refused");
  answer = page(500);
  await send(STEP);
  expect(await state()).toBe("refused");
  answer = page(200);
  await send(STEP);
  expect(await state()).toBeUndefined();
});

test.each(["/forget-me", "/logout", "/account/delete", "/ship/start-again"])(
  "after %s the phone knows no form any more, whoever holds it next",
  async (address) => {
    await send(STEP);
    answer = page(200);
    await send(address);
    expect(await state()).toBeUndefined();
  },
);

test("once another form is taken at an address, one that was refused there is forgotten; of more than twenty the oldest", async () => {
  await remember("first", STEP, "refused");
  await remember("elsewhere", "/login", "refused");
  answer = page(200);
  await send(STEP);
  expect([await stateOf("first"), await stateOf("elsewhere")]).toEqual([undefined, "refused"]);
  for (let n = 0; n < 20; n += 1) await remember(`form ${n}`, "/join", "unsent");
  expect([await stateOf("elsewhere"), await stateOf("form 0")]).toEqual([undefined, "unsent"]);
});

test("of a form with a password nothing is remembered", async () => {
  expect(await fingerprintOf(`${HOME}/login`, [["password", "secret"]])).toBeNull();
});

const page = (status: number) =>
  new Response("<main></main>", { status, headers: { "Content-Security-Policy": "default-src 'none'" } });

/** The worker, to which a page sends what was typed. */
async function theWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const addEventListener = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
  vi.stubGlobal("self", { addEventListener, location: { origin: HOME } });
  await import(/* @vite-ignore */ path.resolve("app/worker/service-worker.ts"));
  return async (address: string) => {
    const work: Promise<unknown>[] = [];
    let answered: Promise<Response> | undefined;
    const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded" });
    const text = async () => new URLSearchParams(typed).toString();
    const request = { url: HOME + address, method: "POST", mode: "navigate", referrer: `${HOME}/`, headers };
    listeners.get("fetch")?.({
      request: { ...request, clone: () => ({ text }) },
      waitUntil: (until: Promise<unknown>) => work.push(until),
      respondWith: (given: Promise<Response>) => {
        answered = given;
      },
    });
    const given = await answered;
    await Promise.all(work);
    return given;
  };
}
