import { gatewayOf } from "#app/domain/money/gateway.server";
import { aRegisteredCustomer } from "../support/a-customer";
import { aGuestAtTheReview } from "../support/a-guest";
import { aNotice } from "../support/payfast-stand-in";
import type { RunningSite } from "../support/running-site";
import type { Page, Visitor } from "../support/visitor";
import type { Recording } from "./recorder";

/** Something that the site acknowledged, and so must not lose. */
export type Acknowledgement = {
  what: "quote" | "booking" | "payment" | "waybill" | "account";
  /** Quote number, quote id, quote id, waybill number, email address. */
  name: string;
  /** The record's length when the answer arrived: a later cut must not lose it. */
  position: number;
};

/** A customer who booked, with the cookies to open the booking again. */
export type Booker = { guest: Visitor; quoteId: string; waybillNo: string; notice: string };

const CUSTOMERS_AT_ONCE = 3;
const PARCELS_EACH = 8;

/** Customers who book, pay and register at the same time, until all parcels are sent. */
export async function sendParcels(site: RunningSite, recording: Recording) {
  const acknowledged: Acknowledgement[] = [];
  const bookers: Booker[] = [];
  const acknowledge = (what: Acknowledgement["what"], name: string) =>
    acknowledged.push({ what, name, position: recording.position() });

  async function customer(_: unknown, number: number) {
    const email = `customer-${number}@example.co.za`;
    await aRegisteredCustomer(site, email);
    acknowledge("account", email);
    for (let parcels = 0; parcels < PARCELS_EACH; parcels += 1) bookers.push(await sendParcel());
  }

  async function sendParcel(): Promise<Booker> {
    const guest = await aGuestAtTheReview(site);
    acknowledge("quote", found(guest.page, /Q\d{8}/));
    const payment = await guest.press("Book This Collection", { confirm: "on" });
    const quoteId = payment.url.split("/").at(-1) ?? "";
    acknowledge("booking", quoteId);
    const notice = noticeAbout(site, quoteId, payment);
    if ((await tell(site, notice)).status !== 200) throw new Error("the notice was refused");
    acknowledge("payment", quoteId);
    const paid = await guest.open(`/payfast/return?quoteId=${quoteId}`);
    const waybillNo = found(paid, /TH \d{3} \d{3} \d{3} \d/).replaceAll(" ", "");
    acknowledge("waybill", waybillNo);
    return { guest, quoteId, waybillNo, notice };
  }

  await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, customer));
  return { acknowledged, bookers };
}

/** Posts a notice as PayFast does. */
export function tell(site: Pick<RunningSite, "url">, notice: string): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(`${site.url}/payfast/notify`, { method: "POST", body: notice, headers });
}

function noticeAbout(site: RunningSite, id: string, payment: Page): string {
  const gateway = gatewayOf({ mode: "simulator" }, `${site.url}/payfast/simulator`);
  const amount = payment.document.querySelector('input[name="amount"]')?.getAttribute("value");
  if (!gateway || !amount) throw new Error(`no payment to be made: ${payment.text}`);
  return aNotice({ id, grandTotalCents: Math.round(Number(amount) * 100) }, { pf_payment_id: id }, gateway);
}

function found(page: Page | undefined, pattern: RegExp): string {
  const words = page?.text.match(pattern)?.[0];
  if (!words) throw new Error(`no ${pattern} on the page: ${page?.text}`);
  return words;
}
