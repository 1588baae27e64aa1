import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { settings } from "#app/config.server";
import { cooldownLeftMs } from "#app/domain/accounts/verification.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { pricingOverHttp } from "#app/domain/prices/contract/http-client.server";
import { memoize } from "#app/domain/prices/contract/memoize";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { checkTicket, newTicket, TICKET_FIELD } from "#app/http/forms/spam-guard.server";
import { allow } from "#app/http/limits/rate-limit.server";
import { services } from "#app/services.server";
import { newestBefore } from "../../server/backup/daily-snapshots";
import { snapshotName } from "../../server/backup/snapshot-folder";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { placeInSettings, removePlace, storePlace } from "../support/store-place";

// On the real clock all these days are over, and housekeeping would delete their counts between two guesses.
vi.mock(import("#app/domain/people/tidy.server"), async (original) => ({
  ...(await original()),
  startTidying: () => ({ eraseAccounts: () => undefined, stop: async () => undefined }),
}));

const folder = mkdtempSync(path.join(tmpdir(), "thuma-clock-"));
const file = path.join(folder, "courier.db");
const server = process.env.DATABASE_URL;
const noon = new Date("2026-11-21T10:00:00Z");
const dayBefore = new Date(noon.getTime() - 1 * DAYS);
const later = (ms: number, from = noon) => new Date(from.getTime() + ms);

let context: AppLoadContext;
beforeAll(async () => {
  await storePlace(file);
  // Other tests' sites tidy the one that they share.
  Object.assign(process.env, { DATA_DIR: folder, ...placeInSettings(file) });
  context = { services: await services(), settings: settings() };
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await (await services()).close();
  if (server) process.env.DATABASE_URL = server;
  removePlace(file);
  rmSync(folder, { recursive: true, force: true });
});

test("nobody is told to wait longer than the limit's own time", async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await allow(context, noon, ["guessesAtAccount", "thandi@example.co.za"])).toMatchObject({ ok: true });
  }
  const refused = await allow(context, later(5 * MINUTES), ["guessesAtAccount", "thandi@example.co.za"]);
  expect(refused).toMatchObject({ ok: false, why: "Too many requests. Please try again in 10 minutes, at 12:15." });
  expect(await allow(context, dayBefore, ["guessesAtAccount", "thandi@example.co.za"])).toMatchObject({ ok: true });
});

test("and the limit also works on that day", async () => {
  for (let guess = 0; guess < 10; guess += 1) await allow(context, noon, ["guessesAtAccount", "zola@example.co.za"]);
  const guesses = [];
  for (let guess = 0; guess < 12; guess += 1) {
    guesses.push((await allow(context, later(guess, dayBefore), ["guessesAtAccount", "zola@example.co.za"])).ok);
  }
  expect(guesses.filter((isAllowed) => isAllowed)).toHaveLength(10);
});

test("the email that proves an address can be asked for again", () => {
  expect(cooldownLeftMs({ verificationSentAt: noon }, later(10 * SECONDS))).toBe(20 * SECONDS);
  expect(cooldownLeftMs({ verificationSentAt: noon }, dayBefore)).toBe(0);
});

test("a form that was open meanwhile isn't taken for a bot's", () => {
  const form = new FormData();
  form.set(TICKET_FIELD, newTicket(settings(), noon));
  expect(checkTicket(settings(), form, later(1 * SECONDS))).toEqual({ suspicion: "too_fast" });
  expect(checkTicket(settings(), form, dayBefore)).toHaveProperty("key");
});

test("a network whose applications of the hour are used up can apply", async () => {
  const { store } = await services();
  const apply = (person: number, now: Date) => {
    const typed = aTypedApplication({ id_number: anIdNumber(person) });
    const application = applicationSchema(typed, now).parse(typed);
    return receiveApplication(store, application, { formKey: `form ${person}`, sender: "a network" }, now);
  };
  let person = 0;
  const nextApplies = (now: Date) => {
    person += 1;
    return apply(person, now);
  };
  while ((await nextApplies(noon)).kind === "received");
  expect(await nextApplies(later(30 * MINUTES))).toEqual({ kind: "too_many" });
  expect(await nextApplies(dayBefore)).toMatchObject({ kind: "received" });
});

test("a nightly snapshot is made although one from tomorrow exists", () => {
  const names = [later(1 * DAYS), dayBefore, later(-1 * DAYS, dayBefore)].map(snapshotName);
  expect(newestBefore(noon, names)).toEqual(dayBefore);
});

/** As in `services.server.ts`. */
const elapsedMs = () => performance.now();

test("a cached list expires", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  let asked = 0;
  const list = memoize(async () => {
    asked += 1;
    return asked;
  }, elapsedMs);
  expect(await list()).toBe(1);
  vi.setSystemTime(Date.now() - 1 * DAYS);
  vi.advanceTimersByTime(2 * MINUTES);
  expect(await list()).toBe(2);
});

test("a failed pricing service is asked again after its pause", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  let failures = 0;
  const pricing = pricingOverHttp("http://127.0.0.1:1", elapsedMs, () => {
    failures += 1;
  });
  const ask = { fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };
  for (let time = 0; time < 6; time += 1) await pricing.quoteLocal(ask).catch(() => {});
  const before = failures;
  expect(before).toBeLessThan(6);
  vi.setSystemTime(Date.now() - 1 * DAYS);
  vi.advanceTimersByTime(1 * MINUTES);
  await pricing.quoteLocal(ask).catch(() => {});
  expect(failures).toBe(before + 1);
});
