import { spawn } from "node:child_process";
import path from "node:path";
import { asc } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { misstated } from "#app/domain/parcels/misstated.server";
import { outgoingMails } from "#db/schema/mail";
import { waybills } from "#db/schema/waybills";
import { joinStore } from "#db/store.server";
import { aParcel } from "../../demo/a-parcel";
import type { World } from "../../demo/world";
import { aFolder } from "../support/a-store";
import { atSite } from "../support/a-world";
import { copyParcel } from "../support/copied-bookings";
import { freePort, startSite } from "../support/running-site";
import { siteArguments } from "../support/site-arguments.mjs";
import { placeInSettings, removePlace, storePlace } from "../support/store-place";

/** `PARCELS=100000 npm test -- --project=faults tests/faults/old-states.test.ts` prints how long so many take. */
const PARCELS = Number(process.env.PARCELS ?? 5_000);

test(`the states of ${PARCELS} parcels of an earlier release: filled once, through a kill, and nobody is told`, async () => {
  const dataDir = aFolder();
  const file = path.join(dataDir, "courier.db");
  onTestFinished(() => removePlace(file));
  await (await startSite({ DATA_DIR: dataDir })).stop();
  await atSite({ dataDir }, parcelsWithoutAState);
  const store = await joinStore(await storePlace(file));
  onTestFinished(() => store.close());
  const filled = async () =>
    (await store.read.select().from(waybills)).filter((row) => row.piecesCollected !== null).length;
  const told = () => store.read.$count(outgoingMails);
  const toldBefore = await told();

  const killed = spawn(process.execPath, siteArguments, {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), ...placeInSettings(file) },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => killed.once("exit", resolve));
  while ((await filled()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.kill("SIGKILL");
  await ended;
  const atKill = await filled();
  expect(atKill).toBeLessThan(PARCELS);

  const measured = `${PARCELS - atKill} of ${PARCELS} parcels' states filled, start included`;
  console.time(measured);
  const site = await startSite({ DATA_DIR: dataDir });
  console.timeEnd(measured);
  await site.stop();
  expect([await filled(), await misstated(store.read), await told()]).toEqual([PARCELS, [], toldBefore]);
  const kept = await store.read.select().from(waybills).orderBy(asc(waybills.waybillNo));
  await (await startSite({ DATA_DIR: dataDir })).stop();
  expect(await store.read.select().from(waybills).orderBy(asc(waybills.waybillNo))).toEqual(kept);
});

/** One parcel is sent, and copied so often; what an earlier release didn't keep is taken away. */
async function parcelsWithoutAState(world: World): Promise<void> {
  const { store } = world;
  const parcel = await aParcel({ parcel: { quantity: 3 } })
    .collected()
    .delivered(1)
    .in(world);
  const none = {
    nextVisit: null,
    piecesCollected: null,
    piecesDelivered: null,
    piecesReturned: null,
    officeMust: null,
    waitsFor: null,
  };
  await store.tx((tx) => tx.update(waybills).set(none));
  await copyParcel(store, parcel, PARCELS - 1);
}
