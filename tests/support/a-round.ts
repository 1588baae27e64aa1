import { newSignInCode } from "#app/domain/drivers/driver-sessions.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import type { Visit } from "#app/domain/parcels/visits";
import { HOURS } from "#app/durations";
import { paths } from "#app/paths";
import { aParcel } from "../../demo/a-parcel";
import { atSite } from "./a-world";
import type { Site } from "./open-site";
import type { Visitor } from "./visitor";

/** A driver, their sign-in link, and the parcels of their stops today: out for delivery, if nothing else was asked for. */
export type Round = { driver: string; link: string; stops: string[] };

/** Deliveries, each at a gate of its own. */
export const gatesApart = (at: number) => ({ visit: "delivery", gate: `${at + 1} Nkosi Street` }) as const;

/**
 * Adds rounds to a site's database, with this many stops each: bookings and marks since yesterday. All are at one gate, but for
 * those that name their own.
 */
export async function aRound(
  site: { dataDir: string },
  drivers: string[],
  stopsEach: number,
  stopAt: (at: number) => { visit: Visit; pieces?: number; gate?: string } = () => ({ visit: "delivery" }),
): Promise<Round[]> {
  const now = new Date();
  return atSite(site, async (world) => {
    const rounds: Round[] = [];
    for (const [place, name] of drivers.entries()) {
      const code = await world.store.tx(async (tx) => {
        const { driver } = await addDriver(tx, { name, phone: `+2782000${1000 + place}` }, now);
        return newSignInCode(tx, driver, now);
      });
      const stops: string[] = [];
      for (let made = 0; made < stopsEach; made += 1) {
        const { visit, pieces: quantity = 1, gate } = stopAt(made);
        const addresses = gate ? { fromAddressLine: gate, toAddressLine: gate } : {};
        const parcel = aParcel({ parcel: { quantity }, addresses })
          .at(new Date(now.getTime() - 24 * HOURS))
          .paid();
        if (visit !== "collection")
          parcel
            .after(20 * HOURS)
            .collected()
            .outForDelivery();
        const { waybillNo } = await parcel.at(now).given(name, visit).in(world);
        stops.push(waybillNo);
      }
      rounds.push({ driver: name, link: paths.driverSignIn(code), stops });
    }
    return rounds;
  });
}

/** A driver without scripts who has just signed in. */
export async function signedInDriver<Phone extends Visitor>(site: Site, { link }: Round, phone: Phone): Promise<Phone> {
  await phone.open(new URL(link, site.url).href);
  await phone.press("Sign in on this phone");
  return phone;
}
