import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { isHeldUp } from "#app/domain/parcels/open-reports.server";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Visit } from "#app/domain/parcels/visits";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay } from "#app/domain/values/sa-time";
import { rateLimits } from "#db/schema/accounts";
import { apiKeys } from "#db/schema/api-keys";
import { stops } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import { aParcel } from "../../demo/a-parcel";
import { byKey } from "../../demo/bookings";
import type { World } from "../../demo/world";
import { pathOf } from "../support/a-customer";
import { aRound, signedInDriver } from "../support/a-round";
import { atSite } from "../support/a-world";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { asBooked, randomHistory, takeStep } from "../support/random-steps";
import { type Page, Visitor } from "../support/visitor";

/** `PAGE_SEQUENCES=5000 npm test -- tests/routes/every-place.test.ts` asks every page after each step of so many histories. */
const SEQUENCES = Number(process.env.PAGE_SEQUENCES ?? 50);
const seed = Number(process.env.PARCEL_SEED ?? Date.now() % 2 ** 31);
const DRIVER = "Sipho Nkosi";

type Parcel = { quote: Quote; waybillNo: string; link: string };

test(`after each step of random histories every page and the API say the same of a parcel, seed ${seed}`, async () => {
  const site = await openSite({ SESSION_SECRET });
  try {
    const { shop, key } = await aShopWithAKey(site, "shop@example.co.za");
    const [round] = await aRound(site, [DRIVER], 0);
    const driver = await signedInDriver(site, round ?? expect.fail("no round"), new Visitor(site.url));
    const office = await anOfficeBrowser(site, "manager");
    await atSite(site, async (world) => {
      const parcels = await fourParcels(site, world);
      const people = { shop, key, driver, office, receiver: new Visitor(site.url) };
      for (const [n, { of, steps }] of fc.sample(randomHistory, { numRuns: SEQUENCES, seed }).entries()) {
        const parcel = parcels[of - 1] ?? expect.fail("no parcel");
        await world.store.tx((tx) => asBooked(tx, parcel.waybillNo));
        for (const each of steps) {
          if (!(await takeStep(world, { waybillNo: parcel.waybillNo, driver: DRIVER }, each, new Date()))) continue;
          const disagree = await disagreeing(site, world, parcel, people);
          expect({ n, of, steps, each, disagree }).toEqual({ n, of, steps, each, disagree: [] });
        }
      }
    });
  } finally {
    await site.stop();
  }
});

/** One parcel of each number of pieces, booked by the shop's key, with its receiver's link. */
async function fourParcels(site: Site, world: World): Promise<Parcel[]> {
  const [shopsKey] = await world.store.read.select().from(apiKeys);
  if (!shopsKey) return expect.fail("no key");
  const parcels: Parcel[] = [];
  for (const quantity of [1, 2, 3, 4]) {
    const toEmail = `receiver${quantity}@example.co.za`;
    const { quote, waybillNo } = await aParcel({ parcel: { quantity }, addresses: { toEmail } })
      .booked(byKey({ uid: shopsKey.uid, keyId: shopsKey.id }))
      .paid()
      .collected()
      .in(world);
    const letter = await emailTo(site.dataDir, toEmail, /parcel/i);
    parcels.push({ quote, waybillNo, link: pathOf(/http\S+\/find-me\/\S+/.exec(letter.text)?.[0] ?? "") });
  }
  return parcels;
}

type People = { shop: Visitor; key: string; driver: Visitor; office: Visitor; receiver: Visitor };

/** Which places contradict the state that the waybill keeps. */
async function disagreeing(site: Site, { store }: World, { quote, waybillNo, link }: Parcel, people: People) {
  // A person doesn't look so often.
  await store.tx((tx) => tx.delete(rateLimits));
  const [kept] = await store.read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
  if (!kept) return ["no waybill"];
  const { nextVisit, officeMust, waitsFor } = kept;
  const isOver = nextVisit === null;
  const history = await historyOf(store.read, waybillNo);
  const { state } = await parcelStateOf(store.read, { quote, waybillNo }, history, new Date());

  const stateOn = (page: Page, at = "") => page.document.querySelector(`${at}[data-state]`)?.getAttribute("data-state");
  const tracking = await people.receiver.open(`/tracking?no=${waybillNo}`);
  const receiver = await people.receiver.open(link);
  const dashboard = await people.shop.open(`/dashboard?q=${waybillNo}`);
  const answer = await fetch(`${site.url}/v1/bookings/${quote.id}`, { headers: bearer(people.key) });
  const booking = (await answer.json()) as { status: string; state?: string };
  const office = await people.office.open(`/office/${waybillNo}`);
  const buttons = office.document.querySelectorAll("main a, main button").map(({ text }) => text.trim());
  const driver = await people.driver.open(`/drive/stop/${waybillNo}`);
  const [stop] = (await store.read.select().from(stops).where(eq(stops.waybillNo, waybillNo))).filter(
    ({ removedAt, visit }) => removedAt === null && visit === nextVisit,
  );
  const agreed = await refusedToAgree(store, waybillNo);

  const isHeld = await isHeldUp(store.read, waybillNo);
  const comes = (visit: Visit | null) => visit === null || (visit === nextVisit && !isHeld && waitsFor !== "office");

  return Object.entries({
    "tracking's state": stateOn(tracking) === state,
    "the dashboard's state": stateOn(dashboard, ".rows ") === state,
    "the API's state": answer.status === 200 && (booking.state === undefined || booking.state === state),
    "the API's status is the booking's": booking.status === "waybill_created",
    "the receiver's page is open":
      receiver.text.includes("no longer on its way") === (isOver || nextVisit === "return"),
    "what the office reads": isOver || office.text.includes(officeMust ?? "–"),
    "the office can agree": buttons.includes("Agree on a day") === !isOver,
    "agree is refused": agreed === isOver,
    "the driver's page": !stop || driver.text.includes(headings[stop.visit]),
    // A parcel that is late or has failed says so first.
    "tracking tells that the office settles something":
      state !== "booked" || waitsFor !== "office" || tracking.text.includes("We have to settle something first"),
    "nobody is promised a visit that nobody makes": [tracking, dashboard, receiver].every(({ text }) =>
      comes(visitPromised(text)),
    ),
  })
    .filter(([, holds]) => !holds)
    .map(([place]) => `${place} (${state}, ${kept.lastEvent}, next ${nextVisit}, ${buttons.join("|")})`);
}

const headings = { collection: "Collect from", delivery: "Deliver to", return: "Bring back to" };

/** Whom a page says that we come to today. */
function visitPromised(text: string): Visit | null {
  if (/We come today|(?<!can't you )[Bb]e there|\bhere today/.test(text)) return "delivery";
  return /[Ww]e collect (?:it|the rest) today/.test(text) ? "collection" : null;
}

async function refusedToAgree(store: World["store"], waybillNo: string): Promise<boolean> {
  let isRefused = false;
  const day = dayAfter(saDay(new Date()), 30);
  await store
    .tx(async (tx) => {
      isRefused = !(await agreeVisit(tx, waybillNo, { day, fromTime: null, untilTime: null }, new Date())).ok;
      throw new Error("taken back");
    })
    .catch(() => undefined);
  return isRefused;
}
