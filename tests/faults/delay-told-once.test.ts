import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull, like } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { outgoingMails } from "#db/schema/mail";
import { waybills } from "#db/schema/waybills";
import { joinStore } from "#db/store.server";
import { aParcel } from "../../demo/a-parcel";
import { aFolder } from "../support/a-store";
import { atSite } from "../support/a-world";
import { dayFromNow } from "../support/an-office";
import { copyParcel } from "../support/copied-bookings";
import { type RunningSite, startSite } from "../support/running-site";
import { siteArguments } from "../support/site-arguments.mjs";
import { staff } from "../support/staff";
import { removePlace, storePlace } from "../support/store-place";

/** `PARCELS=3000 npm test -- tests/faults/delay-told-once.test.ts` prints how long the event loop is held for so many. */
const PARCELS = Number(process.env.PARCELS ?? 300);
/** To sender and receiver by email, and to the sender, whom we would visit, by text. */
const MESSAGES = 3;

test(`killed in the middle of telling the people of ${PARCELS} parcels of a delay: after the restart each is told once`, async () => {
  const DATA_DIR = aFolder();
  const file = path.join(DATA_DIR, "courier.db");
  onTestFinished(() => removePlace(file));
  await (await startSite({ DATA_DIR })).stop();
  await atSite({ dataDir: DATA_DIR }, async (world) => copyParcel(world.store, await aParcel().in(world), PARCELS - 1));
  const store = await joinStore(await storePlace(file));
  onTestFinished(() => store.close());
  const told = () => store.read.$count(waybills, isNotNull(waybills.delayedBy));
  const start = async () => {
    const HOLD_FILE = path.join(DATA_DIR, "hold.json");
    const hold = ["--import", path.resolve("bench/big-customer/hold.mjs")];
    const site = await startSite({ DATA_DIR, HOLD_FILE }, [...hold, ...siteArguments]);
    onTestFinished(() => void site.send("SIGKILL"));
    return { ...site, held: () => heldSince(site, HOLD_FILE) };
  };

  const killed = await start();
  const typed = ["delay", "--all", "--until", dayFromNow(3), "--because", "strike", "--as", "Zanele"];
  expect(await staff(killed, typed)).toMatchObject({ code: 0 });
  while ((await told()) === 0) await pause(5);
  await killed.kill();
  const before = await told();
  expect(before).toBeLessThan(PARCELS);

  const site = await start();
  await site.held();
  while ((await told()) < PARCELS) await pause(100);
  const { workedMs, heldMs } = await site.held();
  console.info(
    `${PARCELS - before} of ${PARCELS} parcels' people told after the restart; the event loop was held for ${workedMs.toFixed(0)} ms of processor, ${heldMs.toFixed(0)} ms by the clock`,
  );
  await site.stop();
  const keys = (await store.read.select().from(outgoingMails).where(like(outgoingMails.emailKey, "delayed:%"))).map(
    ({ emailKey }) => emailKey,
  );
  expect([keys.length, new Set(keys).size]).toEqual([MESSAGES * PARCELS, MESSAGES * PARCELS]);
});

/** What was most since it was asked last. */
async function heldSince(site: RunningSite, file: string): Promise<{ workedMs: number; heldMs: number }> {
  rmSync(file, { force: true });
  site.send("SIGUSR2");
  while (!existsSync(file)) await pause(20);
  await pause(20);
  return JSON.parse(readFileSync(file, "utf8"));
}
