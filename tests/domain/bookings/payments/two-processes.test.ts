import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reconcileLastDays } from "#app/domain/bookings/payments/nightly-reconciling.server";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { openStore, type Store } from "#db/store.server";
import { merchantApiStub } from "../../../support/a-merchant-api";
import { aFolder } from "../../../support/a-store";
import { ago, anOffice } from "../../../support/an-office";
import { storePlace } from "../../../support/store-place";

/** More than one batch. */
const OLD_QUOTES = 130;
const PROCESSES = 3;

test("processes whose schedules meet tell staff once that PayFast's list can't be had", async () => {
  const office = await anOffice();
  const payfast = Object.assign(await merchantApiStub(), { status: 500 });
  const stores = await processes(office.file);
  await Promise.all(stores.map((store) => reconcileLastDays(store, payfast.api, "sandbox", new Date())));
  expect(await office.store.read.$count(outgoingMails)).toBe(1);
});

test("processes that delete at the same moment delete each quote once, and none too early", async () => {
  const office = await anOffice();
  for (let n = 0; n < OLD_QUOTES; n += 1) await office.quote({}, ago(400 * DAYS));
  await office.quote();
  const stores = await processes(office.file);
  const tidied = await Promise.all(stores.map((store) => tidy(store, path.join(aFolder(), "outbox"), new Date())));
  expect(tidied.reduce((sum, { quotes: removed = 0 }) => sum + removed, 0)).toBe(OLD_QUOTES);
  expect(await office.store.read.$count(quotes)).toBe(1);
});

/** Each has its own connections to one database. */
async function processes(file: string): Promise<Store[]> {
  const stores: Store[] = [];
  for (let n = 0; n < PROCESSES; n += 1) stores.push(await openStore(await storePlace(file)));
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  return stores;
}
