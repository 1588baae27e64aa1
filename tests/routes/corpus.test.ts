import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { collectionDays } from "#app/domain/prices/open-days.server";
import { users } from "#db/schema/accounts";
import { quotes } from "#db/schema/quotes";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { aVerifiedCustomer } from "../support/a-customer";
import { deskOfSite } from "../support/a-desk";
import { aGuestAtTheReview } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { atSite } from "../support/a-world";
import { aShopWithAKey } from "../support/an-api-key";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { openDoors } from "../support/corpus/doors";
import { type Tried, tableOf, tried } from "../support/corpus/tried";
import { dayRows, SOUGHT, searchRows, soughtRows, typedRows, waybillRows } from "../support/corpus/typed";
import { siteForAllTests } from "../support/open-site";

const SHOP = "corpus-shop@example.co.za";
const many = { QUOTES_PER_HOUR: "100000", BOOKINGS_PER_HOUR: "100000", API_REQUESTS_PER_MINUTE: "100000" };
const site = siteForAllTests({ SESSION_SECRET, ...many });
const store = storeOfSite(site);
const desk = deskOfSite(site, store);
/** Each door takes one part of the rows, the next door another; with CORPUS=all each takes all. */
const PARTS = 5;
const isWhole = process.env.CORPUS === "all";
const all: Tried[] = [];
afterAll(() => {
  if (isWhole) console.log(tableOf(all));
});

test("whatever is typed, pasted or sent comes in alike at every door, or is refused in words", async () => {
  const office = await anOfficeBrowser(site, "manager", store);
  const shop = await aVerifiedCustomer(site, SHOP);
  const { key } = await aShopWithAKey(site, "corpus-programs@example.co.za");
  const [{ uid } = { uid: "" }] = await store.read.select().from(users).where(eq(users.email, SHOP));
  const now = new Date();
  const [changed, tracked] = await atSite(site, async (world) => [
    await aParcel().in(world, now),
    await aParcel().booked(byAccount(uid)).in(world, now),
  ]);
  for (const toName of new Set(searchRows.map(({ comes }) => comes.kept)))
    await atSite(site, (world) =>
      aParcel({ addresses: { toName, ...(toName === SOUGHT.toName && SOUGHT) } })
        .booked(byAccount(uid))
        .unpaid()
        .in(world, now),
    );
  const guest = await aGuestAtTheReview(site, { addresses: { toPostal: "9100" } });
  await guest.press("Request Manual Quote", { confirm: "on" });
  const asked = (await store.read.select().from(quotes)).find(({ manualRequestedAt }) => manualRequestedAt !== null);
  const places = {
    site,
    store,
    desk,
    office,
    shop,
    key,
    ...{ waybillNo: changed.waybillNo, quoteId: changed.quote.id },
  };
  const doors = await openDoors({ ...places, manualNo: asked?.quoteNo ?? "" });

  const [, , , day = ""] = await collectionDays(store.read, null, now);
  const { waybillNo } = tracked;
  const numbers = waybillRows(waybillNo, spokenWaybillNumber(waybillNo));
  const rows = [...typedRows, ...dayRows(day), ...numbers, ...searchRows, ...soughtRows];
  for (const [at, door] of doors.entries())
    all.push(...(await tried(door, isWhole ? rows : rows.filter((_, row) => row % PARTS === at % PARTS))));
  const fallen = all.filter(({ isHeld }) => !isHeld);
  expect(fallen.map(({ door, row, came }) => ({ door, ...row, came }))).toEqual([]);
});
