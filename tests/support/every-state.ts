import { eq } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { paths } from "#app/paths";
import { users } from "#db/schema/accounts";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { addresses, parcel } from "../../demo/typed-answers";
import { dashboardOf } from "../bytes/a-full-dashboard";
import { aVerifiedCustomer, PASSWORD } from "./a-customer";
import { aFullShop } from "./a-full-shop";
import { aGuestAskedForMore } from "./a-guest";
import { aLine, aList } from "./a-list";
import { aRound, signedInDriver } from "./a-round";
import { atSite } from "./a-world";
import { keyTo } from "./as-sent";
import { emailTo } from "./mailbox";
import type { Site } from "./open-site";
import { staff } from "./staff";
import type { Visitor } from "./visitor";

/** Takes a new visitor to a page. */
type Way = (visitor: Visitor, site: Site) => Promise<unknown>;

const at =
  (address: string): Way =>
  (visitor) =>
    visitor.open(address);

/** The same for a visitor with an account. */
const signedInAt =
  (address: string): Way =>
  async (visitor, site) => {
    await aVerifiedCustomer(site, `reader${customers++}@example.co.za`, visitor);
    await visitor.open(address);
  };
let customers = 0;

/** Each state of each customer page, and how to reach it. */
export const everyState: Record<string, Way> = {
  home: at("/"),
  track: at("/track"),
  login: at("/login"),
  join: at("/join"),
  "join, with mistakes": async (visitor) => {
    await visitor.open("/join");
    await visitor.press("Submit application");
  },
  contact: at("/contact"),
  business: at("/business"),
  privacy: at("/privacy"),
  terms: at("/terms"),
  developers: at("/developers"),
  lite: at("/lite?back=/ship"),
  "lite, switched on": async (visitor) => {
    await visitor.open("/lite?back=/ship");
    await visitor.press("Use Lite");
    await visitor.open("/lite?back=/ship");
  },
  "home, with lite": async (visitor) => {
    await visitor.open("/lite");
    await visitor.press("Use Lite");
  },
  "more to pay": async (visitor, site) => {
    const { chargeId } = await aGuestAskedForMore(site);
    await visitor.open(`/charge/${chargeId}`);
  },
  offline: at("/offline"),
  "an unknown address": at("/no-such-page"),
  "send a parcel": at("/ship"),
  "a price": at("/ship?check=price&fromPostal=1431&toPostal=7784"),
  "a price abroad": at("/ship?check=price-abroad&pickupPostal=1431&toCountry=Saint Vincent and Grenadines"),
  "a code that we don't serve": at("/ship?check=local&fromPostal=9100&toPostal=7784"),
  "a place where we don't go": at("/ship?fromPostal=1431&toPostal=7400"),
  "a city of many places": at("/ship?fromPostal=1431&toPostal=Soweto"),
  "codes that are none": at("/ship?check=local&fromPostal=12&toPostal="),
  addresses: at("/ship/addresses"),
  "addresses, with mistakes": async (visitor) => {
    await visitor.open("/ship/addresses");
    await visitor.press("Next");
  },
  "addresses for another country": at("/ship/addresses?toCountry=Brazil"),
  "every country": async (visitor) => {
    await visitor.open("/ship/addresses");
    await visitor.press("Send to another country");
  },
  parcel: (visitor) => toTheParcel(visitor),
  "parcel, with mistakes": async (visitor) => {
    await toTheParcel(visitor);
    await visitor.press("Calculate Quote");
  },
  "addresses, where we don't go": (visitor) => toTheParcel(visitor, { fromPostal: "7400" }),
  "addresses, a name of several places": (visitor) => toTheParcel(visitor, { fromPostal: "Middelburg" }),
  "addresses, a code elsewhere than its town": (visitor) => toTheParcel(visitor, { fromPostal: "7784" }),
  "parcel, too heavy for its box": async (visitor) => {
    await toTheParcel(visitor);
    await visitor.press("Calculate Quote", { ...parcel, weight: "2,5" });
  },
  review: (visitor) => toTheReview(visitor),
  "review, not confirmed": async (visitor) => {
    await toTheReview(visitor);
    await visitor.press("Book This Collection");
  },
  "review without an instant price": async (visitor) => {
    await toTheParcel(visitor, { fromPostal: "9100" });
    await visitor.press("Ask us for a price");
    await visitor.press("Calculate Quote", parcel);
  },
  "a price asked for": async (visitor) => {
    await toTheParcel(visitor, { fromPostal: "9100" });
    await visitor.press("Ask us for a price");
    await visitor.press("Calculate Quote", parcel);
    await visitor.press("Request Manual Quote", { confirm: "on" });
  },
  "hand-over": (visitor) => toThePayment(visitor),
  "review of a booking": async (visitor) => {
    await toThePayment(visitor);
    await visitor.open("/ship/review");
  },
  "payment page": async (visitor) => {
    await toThePayment(visitor);
    await visitor.press("Pay now");
  },
  "a cancelled payment": async (visitor) => {
    await toThePayment(visitor);
    await visitor.press("Pay now");
    await visitor.press("Cancel payment");
  },
  "a failed payment": async (visitor) => {
    await toThePayment(visitor);
    await visitor.press("Pay now");
    await visitor.press("Fail payment");
  },
  "waiting for the payment": async (visitor) => {
    await toThePayment(visitor);
    await visitor.clickLink("I have paid already");
  },
  "paid and booked": (visitor) => toPaid(visitor),
  waybill: async (visitor) => {
    await toPaid(visitor);
    await visitor.clickLink("Print the waybill");
  },
  tracking: async (visitor) => {
    await toPaid(visitor);
    await visitor.clickLink("Track this parcel");
  },
  "something is wrong": async (visitor) => {
    await toPaid(visitor);
    await visitor.clickLink("Track this parcel");
    await visitor.clickLink("Something is wrong");
    await visitor.press("Send");
  },
  "a lost waybill number": at("/lost?sent=1"),
  "a receiver without the link": at("/lost?no=TH4821093753"),
  "continue on another phone": async (visitor) => {
    await toTheParcel(visitor);
    await visitor.clickLink("Continue on another phone");
  },
  "cancel?": async (visitor) => {
    await toPaid(visitor);
    await visitor.clickLink("Cancel this booking");
  },
  "a cancelled booking": async (visitor, site) => {
    await toACancelledBooking(visitor, site);
    await visitor.open("/ship/review");
  },
  "what becomes of its money": async (visitor, site) => {
    const { address } = await toACancelledBooking(visitor, site);
    await visitor.open(address);
  },
  "its waybill": async (visitor, site) => {
    const { waybillNo } = await toACancelledBooking(visitor, site);
    await visitor.open(`/waybill/${waybillNo}`);
  },
  "tracking something unknown": at("/tracking?action=track&accno=&no=TH0000000000"),
  "a return without a reference": at("/payfast/return"),
  dashboard: signedInAt("/dashboard"),
  "dashboard, with parcels": async (visitor, site) => {
    const email = "shop@example.co.za";
    await aVerifiedCustomer(site, email, visitor);
    await dashboardOf(site, email, { quotes: 2, bookings: 3 });
    await visitor.open("/dashboard");
  },
  "dashboard, several late parcels": async (visitor, site) => {
    const email = "late@example.co.za";
    await aVerifiedCustomer(site, email, visitor);
    await atSite(site, async (world) => {
      const [owner] = await world.store.read.select().from(users).where(eq(users.email, email));
      for (const toName of ["Gogo Mabena", "Naledi Nkosi", "Sipho Dlamini"])
        await aParcel({ addresses: { toName } })
          .booked(byAccount(owner?.uid ?? ""))
          .at(new Date(Date.now() - 40 * DAYS))
          .collected()
          .in(world);
    });
    await visitor.open("/dashboard");
  },
  account: signedInAt("/account"),
  "a new password": signedInAt("/account/password"),
  "a new email": signedInAt("/account/email"),
  "where one is signed in": signedInAt("/account/sessions"),
  "a shop": signedInAt("/account/shop"),
  "a shop, with a key": async (visitor, site) => {
    await signedInAt("/account/shop")(visitor, site);
    await visitor.press("Make a key", { name: "Till", currentPassword: PASSWORD });
  },
  "a shop, with bookings and webhooks": toAFullShop,
  "a shop, its key": async (visitor, site) => {
    await toAFullShop(visitor, site);
    await visitor.clickLink("Name or revoke");
    await visitor.press("Save name");
  },
  "a shop, a new secret": async (visitor, site) => {
    await toAFullShop(visitor, site);
    await visitor.clickLink("New secret");
    await visitor.press("New secret");
  },
  "a shop, its new secret": async (visitor, site) => {
    await toAFullShop(visitor, site);
    await visitor.clickLink("New secret");
    await visitor.press("New secret", { currentPassword: PASSWORD });
  },
  "an account to delete": signedInAt("/account/delete"),
  "address book": signedInAt("/address-book"),
  "many parcels": signedInAt("/dashboard/import"),
  "many parcels, with mistakes": async (visitor, site) => {
    await signedInAt("/dashboard/import")(visitor, site);
    await visitor.press("Check the list", { list: aList(aLine("Gogo Mabena").replace("1804", "18")) });
  },
  "many parcels, their price": async (visitor, site) => {
    await signedInAt("/dashboard/import")(visitor, site);
    await visitor.press("Check the list", { list: aList(aLine("Gogo Mabena"), aLine("Naledi Nkosi")) });
  },
  "the receiver's page": async (visitor, site) => {
    const toEmail = `receiver${customers++}@example.co.za`;
    await toPaid(visitor, { toEmail });
    const { text } = await emailTo(site.dataDir, toEmail, /parcel/);
    await visitor.open(/http\S+\/find-me\/\S+/.exec(text)?.[0] ?? "");
  },
  "tracking, out for delivery": async (visitor, site) => {
    const { waybillNo } = await atSite(site, (world) => aParcel().collected().outForDelivery().in(world));
    await visitor.open(paths.tracking(waybillNo));
  },
  "the receiver's page, out for delivery": async (visitor, site) => {
    await staff(site, ["add", "driver", "Anna Mokoena", "--phone", "083 123 4567", "--plate", "23 GP"]);
    const { quote } = await atSite(site, (world) =>
      aParcel().collected().outForDelivery().given("Anna Mokoena", "delivery").in(world),
    );
    await visitor.open(paths.findMe(quote.id, { key: keyTo(site, paths.findMe(quote.id), "receiver") }));
    if (!visitor.page?.text.includes("Anna brings it.")) throw new Error("nobody brings it");
  },
  "a driver's list": toADriversList,
  "a driver's list, two parcels at a gate": (visitor, site) => toADriversList(visitor, site, 2),
  "a driver's stop, one parcel of its gate left out": async (visitor, site) => {
    await toADriversList(visitor, site, 3);
    await visitor.clickLink("Next: Deliver to Sipho Dlamini, Soweto");
    await visitor.press("Delivered", { also: "" });
  },
  "a driver's stop": async (visitor, site) => {
    await toADriversList(visitor, site);
    await visitor.clickLink("Next: Deliver to Sipho Dlamini, Soweto");
  },
  "business tracking": signedInAt("/trackpro"),
  demo: signedInAt("/demo"),
  "addresses of a customer": signedInAt("/ship-local/addresses"),
  "addresses of a customer, abroad": signedInAt("/ship-Inter/addresses"),
};

async function toAFullShop(visitor: Visitor, site: Site) {
  const email = `full-shop${customers++}@example.co.za`;
  await aVerifiedCustomer(site, email, visitor);
  await aFullShop(site, email);
  await visitor.open("/account/shop");
}

async function toADriversList(visitor: Visitor, site: Site, stops = 1) {
  const [round] = await aRound(site, [`Sipho Nkosi ${customers++}`], stops);
  if (!round) throw new Error("no round");
  await signedInDriver(site, round, visitor);
}

async function toTheParcel(visitor: Visitor, changes: Record<string, string> = {}) {
  await visitor.open("/ship/addresses");
  await visitor.press("Next", { ...addresses, ...changes });
}

async function toTheReview(visitor: Visitor, changes: Record<string, string> = {}) {
  await toTheParcel(visitor, changes);
  await visitor.press("Calculate Quote", parcel);
}

async function toThePayment(visitor: Visitor, changes: Record<string, string> = {}) {
  await toTheReview(visitor, changes);
  await visitor.press("Book This Collection", { confirm: "on" });
}

async function toPaid(visitor: Visitor, changes: Record<string, string> = {}) {
  await toThePayment(visitor, changes);
  await visitor.press("Pay now");
  await visitor.press("Complete payment");
}

/** @returns the page to which a payment returns; the booking was cancelled meanwhile */
async function toACancelledBooking(visitor: Visitor, site: Site): Promise<{ address: string; waybillNo: string }> {
  await toPaid(visitor);
  const [shown = ""] = /TH \d{3} \d{3} \d{3} \d/.exec(visitor.page?.text ?? "") ?? [];
  const { code, err } = await staff(site, ["cancel", "booking", ...shown.split(/\s/), "--because", "We can't come."]);
  if (code !== 0) throw new Error(err);
  return { address: visitor.page?.url ?? "", waybillNo: shown.replaceAll(/\s/g, "") };
}
