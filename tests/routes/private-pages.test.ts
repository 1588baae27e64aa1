import { expect, test } from "vitest";
import { brand } from "#app/brand";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

/** The small script of forms, the drivers', or none. */
type Script = "pages" | "drive" | null;
type Described = readonly [address: string, title: string, Script];

const site = siteForAllTests();

/** What a browser's tab says, and which script the page has. */
function described({ document, url }: Page): Described {
  const { pathname, search } = new URL(url);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute("content"), pathname).toBe("noindex");
  const [title = "", rest] = (document.querySelector("title")?.text ?? "").split(" · ");
  expect(rest, pathname).toBe(brand.name);
  expect(document.querySelector('meta[name="description"]')?.getAttribute("content"), pathname).toBe(title);
  const script = document.querySelector("script[async]")?.getAttribute("src");
  return [pathname + search, title, script ? (script === "/drive.js" ? "drive" : "pages") : null];
}

async function looksAt(visitor: Visitor, pages: readonly Described[]) {
  const seen: Described[] = [];
  for (const [address] of pages) seen.push(described(await visitor.open(address)));
  expect(seen).toEqual(pages);
}

test("pages that anybody opens say in the tab what they are, and those with a form have the script", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await looksAt(new Visitor(site.url), [
    ["/login", "Login", "pages"],
    ["/login?tab=register", "Register", "pages"],
    ["/login?tab=forgot", "Forgot password", "pages"],
    ["/action?mode=verifyEmail&oobCode=none", "Emailed link", "pages"],
    ["/lost", "I lost my waybill number", "pages"],
    [`/lost?no=${waybillNo}`, "The receiver's link", "pages"],
    [`/case/${waybillNo}`, "Something is wrong with my parcel", "pages"],
    [`/tracking?no=${waybillNo}`, "Booked. We collect it next", null],
    ["/tracking", "Track a parcel", null],
    ["/lite", "Lite", null],
    ["/offline", "No connection", "pages"],
    ["/office/sign-in", "Office: sign in", "pages"],
    ["/office/join?code=none", "Office: your password and your code", "pages"],
    ["/ship/addresses", "Addresses, step 1 of 3", "pages"],
    ["/ship/remembered", "Addresses on this phone", "pages"],
  ]);
});

test("so do a guest's steps, payment and parcel", async () => {
  const atTheReview = await aGuestAtTheReview(site);
  await looksAt(atTheReview, [
    ["/ship/addresses", "Addresses, step 1 of 3", "pages"],
    ["/ship/parcel", "Parcel details, step 2 of 3", "pages"],
    ["/ship/review", "Review & confirm, step 3 of 3", "pages"],
    ["/ship/continue", "Continue on another phone", "pages"],
  ]);
  const paying = await aGuestAtThePayment(site);
  const start = new URL(paying.page?.url ?? "").pathname;
  await looksAt(paying, [[start, "Pay for your parcel", "pages"]]);
  expect(described(await paying.press("Pay now")).slice(1)).toEqual(["Simulated payment page", null]);
  const paid = await paying.press("Complete payment");
  expect(described(paid).slice(1)).toEqual(["Your payment", "pages"]);
  const [parcel] = inTheFile<{ no: string; id: string; invoice: string }>(
    site,
    `SELECT waybill_no AS no, quote_id AS id, invoice_no AS invoice FROM waybills JOIN invoices USING (quote_id)
      WHERE quote_id = '${start.split("/").at(-1)}'`,
  );
  await looksAt(paying, [
    [`/waybill/${parcel?.no}`, `Waybill ${spokenWaybillNumber(parcel?.no ?? "")}`, "pages"],
    [`/invoice/${parcel?.invoice}`, `Receipt ${parcel?.invoice}`, "pages"],
    [`/change/${parcel?.id}`, "Change this booking", "pages"],
    [`/cancel/${parcel?.id}`, "Cancel this booking", "pages"],
  ]);
});

test("so do an account's pages", async () => {
  await looksAt(await aVerifiedCustomer(site, "titles@example.co.za"), [
    ["/dashboard", "Dashboard", "pages"],
    ["/dashboard/import", "Send many parcels", "pages"],
    ["/address-book", "Address book", "pages"],
    ["/account", "My account", "pages"],
    ["/account/password", "Change password", "pages"],
    ["/account/email", "Change email address", "pages"],
    ["/account/sessions", "Where I am logged in", "pages"],
    ["/account/shop", "My shop", "pages"],
    ["/account/statement/2026-01", "Statement for January 2026", "pages"],
    ["/account/delete", "Delete my account", "pages"],
    ["/demo", "Pricing API demo", null],
  ]);
});

test("so do a driver's, with a script of their own", async () => {
  const [round] = await aRound(site, ["Sipho Nkosi"], 1);
  if (!round) throw new Error("no round");
  const stranger = new Visitor(site.url);
  expect(described(await stranger.open(new URL(round.link, site.url).href)).slice(1)).toEqual([
    "Sign in as a driver",
    "drive",
  ]);
  await looksAt(await signedInDriver(site, round, new Visitor(site.url)), [
    ["/drive", "My stops", "drive"],
    [`/drive/stop/${round.stops[0]}`, `Stop ${spokenWaybillNumber(round.stops[0] ?? "")}`, "drive"],
    ["/drive/take-back", "Take a mark back", "drive"],
    ["/drive/sign-out", "Sign out", "drive"],
  ]);
});
