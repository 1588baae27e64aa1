import path from "node:path";
import { markAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { setStatus } from "#app/domain/quotes/saved-quotes.server";
import { newSignInCode } from "#app/domain/rounds/driver-sessions.server";
import { addDriver } from "#app/domain/rounds/drivers.server";
import { assignStop } from "#app/domain/rounds/stops.server";
import { saDay } from "#app/domain/values/sa-time";
import { issueWaybill } from "#app/domain/waybills/issue-waybill.server";
import type { Visit } from "#app/domain/waybills/visits";
import { HOURS } from "#app/durations";
import { paths } from "#app/paths";
import { openStore } from "#db/store.server";
import { aBooking } from "./a-booking";
import type { Site } from "./open-site";
import { storePlace } from "./store-place";
import type { Visitor } from "./visitor";

/** A driver, their sign-in link, and the parcels of their stops today: out for delivery, if nothing else was asked for. */
export type Round = { driver: string; link: string; stops: string[] };

/** Adds rounds to a site's database, with this many stops each: bookings and marks since yesterday. */
export async function aRound(
  site: { dataDir: string },
  drivers: string[],
  stopsEach: number,
  visitAt: (at: number) => Visit = () => "delivery",
): Promise<Round[]> {
  const store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
  const now = new Date();
  const rounds: Round[] = [];
  try {
    for (const [place, name] of drivers.entries()) {
      const stops: string[] = [];
      const { driver, code } = await store.tx(async (tx) => {
        const { driver } = await addDriver(tx, { name, phone: `+2782000${1000 + place}` }, now);
        return { driver, code: await newSignInCode(tx, driver, now) };
      });
      for (let made = 0; made < stopsEach; made += 1) {
        const quote = await aBooking(store, new Date(now.getTime() - 24 * HOURS));
        await store.tx(async (tx) => {
          const { waybillNo } = await issueWaybill(tx, quote.id, new Date(now.getTime() - 23 * HOURS));
          await setStatus(tx, quote.id, "waybill_created", now);
          const visit = visitAt(made);
          stops.push(waybillNo);
          if (visit === "collection") {
            await assignStop(tx, { waybillNo, driver, day: saDay(now), visit }, now);
            return;
          }
          const collected = new Date(now.getTime() - 3 * HOURS);
          await markAndNotify(tx, waybillNo, { kind: "collected", happenedAt: collected, place: null }, collected);
          const leaves = new Date(now.getTime() - 2 * HOURS);
          await markAndNotify(tx, waybillNo, { kind: "out_for_delivery", happenedAt: leaves, place: null }, leaves);
          await assignStop(tx, { waybillNo, driver, day: saDay(now), visit }, now);
        });
      }
      rounds.push({ driver: name, link: paths.driverSignIn(code), stops });
    }
  } finally {
    await store.close();
  }
  return rounds;
}

/** A driver without scripts who has just signed in. */
export async function signedInDriver<Phone extends Visitor>(site: Site, { link }: Round, phone: Phone): Promise<Phone> {
  await phone.open(new URL(link, site.url).href);
  await phone.press("Sign in on this phone");
  return phone;
}
