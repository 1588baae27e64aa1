import { paths } from "#app/paths";
import type { Reader, Store } from "#db/store.server";
import { chargeById } from "../money/charges.server";
import { findInvoice } from "../money/invoices.server";
import { findWaybill } from "../parcels/issue-waybill.server";
import { quotesOfOrder } from "../parcels/quotes/payment-order.server";
import type { Quote } from "../parcels/quotes/quote";
import { TO_BE_SIGNED } from "../post/compose";
import { holdersOf, isSignedPath, type LinkHolder, pageOf, type SignedPath } from "../post/signed-pages";
import type { Envelope, MailTransport } from "../post/transport.server";
import { keyFor } from "../values/link-signature.server";
import { accountAddress } from "./addresses.server";

/**
 * Sends emails whose links get their keys only now, so that no stored email has one. A link is signed for the person
 * whose email this is today; whoever isn't one of its page's people any more gets the address alone, which opens nothing.
 */
export function signing({ read }: Store, linkKey: string, transport: MailTransport): MailTransport {
  return {
    ...transport,
    async send(envelope, attempt) {
      return transport.send({ ...envelope, ...(await signed(read, linkKey, envelope)) }, attempt);
    },
  };
}

type Words = Pick<Envelope, "to" | "text" | "html">;

/** An email's words with the keys of its links. */
export async function signed(read: Reader, linkKey: string, { to, text, html }: Words): Promise<Omit<Words, "to">> {
  const queries = new Map<string, string>();
  for (const address of new Set(`${text}\n${html}`.match(MARKED))) {
    const { pathname } = new URL(address);
    const key = isSignedPath(pathname) ? await keyOf(read, linkKey, pathname, to) : null;
    queries.set(address, key ? `?key=${key}` : "");
  }
  const withKeys = (words: string) =>
    words.replace(MARKED, (address) => address.slice(0, -TO_BE_SIGNED.length) + (queries.get(address) ?? ""));
  return { text: withKeys(text), html: withKeys(html) };
}

const MARKED = /https?:\/\/[^\s"<>?#]+\?signed\b/g;

async function keyOf(read: Reader, linkKey: string, path: SignedPath, to: string): Promise<string | null> {
  const quote = await bookingOf(read, path);
  if (!quote) return null;
  const opened = pageOf(path).opens === "itself" ? path : paths.findMe(quote.id);
  for (const holder of holdersOf(opened, quote)) {
    const emails = await emailsOf[holder.person](read, quote);
    if (emails.some((email) => email.toLowerCase() === to.toLowerCase())) return keyFor(linkKey, opened, holder);
  }
  return null;
}

/** The booking of a signed page's address. */
async function bookingOf(read: Reader, path: SignedPath): Promise<Quote | undefined> {
  const number = decodeURIComponent(path.split("/")[2] ?? "");
  const quoteId = await quoteIdBy[pageOf(path).number](read, number);
  return quoteId === undefined ? undefined : (await quotesOfOrder(read, quoteId))[0];
}

type NumberKind = ReturnType<typeof pageOf>["number"];

const quoteIdBy: Record<NumberKind, (read: Reader, number: string) => Promise<string | undefined>> = {
  quote: async (_, id) => id,
  // Its first booking's.
  order: async (_, file) => file.replace(/\.pdf$/, ""),
  charge: async (read, id) => (await chargeById(read, id))?.quoteId,
  waybill: async (read, waybillNo) => (await findWaybill(read, waybillNo))?.quoteId,
  invoice: async (read, invoiceNo) => (await findInvoice(read, invoiceNo))?.quoteId,
};

const emailsOf: Record<LinkHolder, (read: Reader, quote: Quote) => Promise<string[]>> = {
  sender: async (_, { email, formSnapshot }) => [email, formSnapshot.addresses.fromEmail],
  receiver: async (_, { formSnapshot }) => [formSnapshot.addresses.toEmail],
  account: async (read, quote) => [(await accountAddress(read, quote)) ?? ""],
};
