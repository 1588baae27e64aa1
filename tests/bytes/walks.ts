import { aTypedApplication } from "../domain/drivers/applications/an-application";
import { aVerifiedCustomer } from "../support/a-customer";
import { aFullShop } from "../support/a-full-shop";
import { inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aRound, signedInDriver } from "../support/a-round";
import { asSent } from "../support/as-sent";
import type { Site } from "../support/open-site";
import { dashboardOf } from "./a-full-dashboard";
import type { Phone } from "./phone";
import { longAddresses, longAddressesAbroad, longParcel, wrongAddresses, wrongParcel } from "./talkative";

/** A wizard's step has a smaller limit than other pages. */
export type PageKind = "page" | "manual" | "prices" | "tracking" | "step" | "step with complaints" | "stop";

/** Of public pages that aren't weighed as others are. */
const kinds: Record<string, PageKind> = { "/ship": "prices", "/developers": "manual" };

/** Called for every page that is weighed. */
export type Stop = (name: string, kind?: PageKind) => Promise<void>;
export type Walk = (phone: Phone, stop: Stop, site: Site) => Promise<void>;

const publicAddresses = {
  home: "/",
  track: "/track",
  join: "/join",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  developers: "/developers",
  business: "/business",
  "an unknown address": "/no-such-page",
  "a lost waybill number": "/lost",
  "a lost waybill number, asked for": "/lost?sent=1",
  login: "/login",
  register: "/login?tab=register",
  "forgot password": "/login?tab=forgot",
  "send a parcel": "/ship",
  "send a parcel, with a price": "/ship?check=price&fromPostal=1431&toPostal=7784",
  "send a parcel, not served": "/ship?check=local&fromPostal=9100&toPostal=7784",
  "send a parcel, wrong codes": "/ship?check=local&fromPostal=12&toPostal=",
  "send a parcel, abroad": "/ship?check=international&pickupPostal=1431&toCountry=Brazil",
  "tracking something unknown": "/tracking?action=track&accno=&no=TH0000000000",
  "a return without a reference": "/payfast/return",
  "a link that is none": "/action?mode=resetPassword&oobCode=wrong",
};

const accountAddresses = {
  account: "/account",
  "change password": "/account/password",
  "change e-mail": "/account/email",
  "sign out everywhere": "/account/sessions",
  "delete the account": "/account/delete",
  "a month's statement": "/account/statement/2026-01",
  demo: "/demo",
  "demo, with prices":
    "/demo?call=international&pickupPostal=1431&toCountry=Brazil&quantity=2&selectedBoxId=stock-4#international",
  trackpro: "/trackpro",
};

const hundred = (line: (name: string) => string) =>
  Array.from({ length: 100 }, (_, at) => line(`Nokuthula ${talkativeName(at)} Dlamini`));
const talkativeName = (at: number) => [...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("");

/** An address-book entry with every field at its limit. */
const anAddress = Object.fromEntries(
  Object.entries(longAddresses)
    .filter(([name]) => name.startsWith("to"))
    .map(([name, answer]) => [name.slice(2), answer]),
);

const COMPLAINTS = "step with complaints";
const wish = { collectionDay: "", collectionTime: "morning" };

/** The walks on which pages are weighed, each with its own browser. */
export const walks: Record<string, Walk> = {
  "what anybody may open": async (phone, stop) => {
    for (const [name, address] of Object.entries(publicAddresses)) {
      await phone.open(address);
      await stop(name, kinds[address] ?? "page");
    }
  },

  "forms with everything wrong": async (phone, stop) => {
    await phone.open("/join");
    const blank = Object.fromEntries(Object.keys(aTypedApplication()).map((name) => [name, ""]));
    await phone.press("Submit application", blank);
    await stop("join, everything wrong");
    await phone.open("/login?tab=register");
    await phone.press("Register", { name: "x", email: "nobody", phone: "no", password: "short" });
    await stop("register, everything wrong");
    await phone.open("/login");
    await phone.press("Login", { email: "stranger@example.co.za", password: "not-the-password" });
    await stop("login, wrong password");
  },

  "a parcel within the country": async (phone, stop, site) => {
    await throughTheSteps(phone, stop, "/ship", longAddresses, longParcel);
    await phone.open("/ship/continue");
    await stop("continue on another phone");
    await phone.open("/ship/review");
    await phone.press("Book This Collection", {});
    await stop("/ship/review, not confirmed", COMPLAINTS);
    await phone.press("Book This Collection", { confirm: "on" });
    await stop("hand-over");
    const start = phone.page?.url ?? "";
    await phone.open("/ship/review");
    await stop("/ship/review, booked", "step");
    await phone.open(start);
    await phone.clickLink("I have paid already");
    await stop("waiting for the payment");
    await phone.open(start);
    await phone.press("Pay now");
    await stop("payment page");
    await phone.press("Complete payment");
    await stop("paid");
    const paid = phone.page?.url ?? "";
    await phone.clickLink("Print the waybill");
    await stop("waybill");
    const number = new URL(phone.page?.url ?? "").pathname.split("/").at(-1) ?? "";
    await phone.open(`/tracking?action=track&accno=&no=${number}`);
    await stop("tracking", "tracking");
    await phone.clickLink("Something is wrong");
    await stop("something is wrong");
    await phone.press("Send", { words: "x".repeat(400), contact: "nobody" });
    await stop("something is wrong, everything wrong");
    await phone.press("Send", { kind: "damaged", contact: "" });
    await stop("a case");
    for (const [name, address] of Object.entries({
      "how to be found": "/find-me/",
      "no more messages": "/stop-messages/",
    })) {
      await phone.open(receiversLink(site, number, address));
      await stop(name);
    }
    await phone.open(paid);
    await phone.clickLink("Receipt");
    await stop("invoice");
    await phone.open(paid);
    await phone.clickLink("Cancel this booking");
    await stop("cancel?");
    await phone.press("Cancel this booking", {
      reason: "My grandson has flown home, so there is nobody to receive it.",
    });
    await stop("cancelled");
  },

  "a parcel to another country": async (phone, stop) => {
    await phone.open("/ship/addresses");
    await phone.press("Send to another country");
    await stop("/ship/addresses, every country", "step");
    await phone.open("/ship/addresses?toCountry=Brazil");
    await stop("/ship/addresses, abroad", "step");
    await throughTheSteps(phone, stop, "/ship", longAddressesAbroad, { ...longParcel, customsDesc: "Used clothing" });
  },

  "without an instant price": async (phone, stop) => {
    await phone.open("/ship/addresses");
    await phone.press("Next", { ...longAddresses, fromPostal: "9100" });
    await stop("/ship: addresses, not served", COMPLAINTS);
    await phone.press("Ask us for a price");
    await phone.press("Calculate Quote", { ...longParcel, ...wish });
    await stop("/ship/review, no instant price", "step");
    await phone.press("Request Manual Quote", {});
    await stop("/ship/review, manual quote not confirmed", COMPLAINTS);
    await phone.press("Request Manual Quote", { confirm: "on" });
    await stop("/ship/review, manual quote asked for", "step");
  },

  "a customer's parcel within the country": async (phone, stop, site) => {
    await aVerifiedCustomer(site, "local@example.co.za", phone);
    await throughTheSteps(phone, stop, "/ship-local", longAddresses, longParcel);
  },

  "a customer's parcel to another country": async (phone, stop, site) => {
    await aVerifiedCustomer(site, "abroad@example.co.za", phone);
    await throughTheSteps(phone, stop, "/ship-Inter", longAddressesAbroad, {
      ...longParcel,
      customsDesc: "Used clothing",
    });
  },

  "a driver's day": async (phone, stop, site) => {
    const [round] = await aRound(site, ["Sipho Nkosi"], 25);
    if (!round) throw new Error("no round");
    await signedInDriver(site, round, phone);
    await stop("a driver's list of 25 stops");
    const next = "Next: Deliver to Sipho Dlamini, Soweto";
    await phone.clickLink(next);
    await stop("a stop", "stop");
    // One of 25 at the gate.
    const alone = { also: "", whyLeft: "I mark it by itself" };
    await phone.press("Delivered", { takenBy: "Gogo Mabena", ...alone });
    await stop("a stop, refused", "stop");
    await phone.press("Delivered", { takenBy: "Gogo Mabena", reason: "The phone is off or lost", ...alone });
    await stop("after a mark", "stop");
    await phone.clickLink(next);
    await stop("the next stop", "stop");
    await phone.press("Nobody there", { reason: "The gate is closed", ...alone });
    await stop("after another mark", "stop");
  },

  "what a shop sees": async (phone, stop, site) => {
    await aVerifiedCustomer(site, "full-shop@example.co.za", phone);
    await phone.open("/account/shop");
    await stop("my shop, blank");
    await aFullShop(site, "full-shop@example.co.za");
    await phone.open("/account/shop");
    await stop("my shop, 20 calls");
  },

  "what an account shows": async (phone, stop, site) => {
    await aVerifiedCustomer(site, "busy@example.co.za", phone);
    for (const [name, address] of Object.entries(accountAddresses)) {
      await phone.open(address);
      await stop(name);
    }
    await phone.open("/dashboard/import");
    await stop("many parcels, blank");
    await phone.press("Check the list", { list: aList(...hundred((name) => aLine(name).replace("1804", "18"))) });
    await stop("many parcels, every line wrong");
    await phone.press("Check the list", { list: aList(...hundred(aLine)) });
    await stop("many parcels, their price");
    await phone.press("Book these 100 parcels", { confirm: "on" });
    await stop("many parcels, hand-over");
    await phone.clickLink("Cancel");
    await phone.open(phone.page?.url.replace("/cancel/", "/change/") ?? "");
    await stop("change a booking");
    await phone.open("/address-book");
    await stop("address book, blank");
    await phone.press("Save address", { label: "Gogo Soweto", ...anAddress });
    await phone.open("/address-book");
    await stop("address book, with an address");
    await dashboardOf(site, "busy@example.co.za", { quotes: 30, bookings: 0 });
    await phone.open("/dashboard");
    await stop("dashboard, 30 unpaid quotes");
    await phone.open("/ship-local/addresses");
    await stop("/ship-local/addresses, with addresses from before", "step");
    await dashboardOf(site, "busy@example.co.za", { quotes: 0, bookings: 30 });
    await phone.open("/dashboard");
    await stop("dashboard, 30 bookings");
  },
};

/** Each step of a wizard: blank, with everything wrong, and filled in with long answers. */
async function throughTheSteps(
  phone: Phone,
  stop: Stop,
  base: string,
  addresses: Record<string, string>,
  parcel: Record<string, string>,
): Promise<void> {
  const where = addresses.toCountry ? `${base}, abroad:` : `${base}:`;
  if (!(base === "/ship" && addresses.toCountry)) await phone.open(`${base}/addresses`);
  await stop(`${where} addresses`, "step");
  await phone.press("Next", { ...wrongAddresses, ...(addresses.toCountry ? { toCountry: "" } : {}) });
  await stop(`${where} addresses, everything wrong`, COMPLAINTS);
  await phone.press("Next", addresses);
  await stop(`${where} parcel`, "step");
  await phone.press("Calculate Quote", { ...wrongParcel, ...wish });
  await stop(`${where} parcel, everything wrong`, COMPLAINTS);
  await phone.press("Calculate Quote", { ...parcel, ...wish });
  await stop(`${where} review`, "step");
  await phone.open(`${base}/addresses?then=review`);
  await stop(`${where} addresses, filled in`, "step");
  await phone.open(`${base}/parcel?then=review`);
  await stop(`${where} parcel, filled in`, "step");
}

/** The signed link in the email to a parcel's receiver. */
function receiversLink(site: Site, waybillNo: string, address: string): string {
  const [email] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id) WHERE waybill_no = '${waybillNo}' AND person = 'receiver'`,
  );
  const link = new URL(
    new RegExp(`http\\S+${address}\\S+`).exec(asSent(site, email?.text ?? ""))?.[0] ?? "http://no.link/",
  );
  return link.pathname + link.search;
}
