import { eq, inArray } from "drizzle-orm";
import type { TableName } from "#db/columns";
import { driverApplications } from "#db/schema/drivers";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { type Account, isVerified } from "../accounts/account";
import { type DeletedAccount, forgetDeleted, noteDeleted, removeAccount } from "../accounts/accounts.server";
import { linksFor, sweepLinks } from "../accounts/action-links.server";
import { addressBook, forgetAddressesOf } from "../accounts/address-book.server";
import { blocksOf, endBlocks, unblockCustomer } from "../accounts/blocked-customers.server";
import { keysOf } from "../accounts/keys.server";
import { forgetEnded, forgetTries, sessionsOf } from "../accounts/sessions.server";
import { forgetShopOrders, forgetShopOrdersOf, shopOrdersOf } from "../accounts/shopify-orders.server";
import { shopifyShopOf } from "../accounts/shopify-shop.server";
import { acknowledgedOccasion } from "../drivers/applications/answer-emails";
import { forgetApplications } from "../drivers/applications/old-applications.server";
import { wishesOf } from "../drivers/wishes.server";
import { withoutParty } from "../form/saved-form";
import { emptyAnswers, forgetCallsOf, forgetDone } from "../limits/done-once.server";
import { stoppedSince } from "../messages/opt-out.server";
import { allAttemptsOf } from "../money/attempts.server";
import { forgetClaimReferences, forgetPayers, forgetRefundReferences } from "../money/bank-references.server";
import { chargesOf, forgetWhoAgreed } from "../money/charges.server";
import { claimFor } from "../money/claims.server";
import { creditOf } from "../money/credit.server";
import { forgetCustomers, papersOf } from "../money/invoices.server";
import { emptyNotices, forgetRefusedNotices } from "../money/old-notices.server";
import { isPaid } from "../money/payment-state";
import { chargebacksOf, refundsOf } from "../money/refunds.server";
import { emptySamples, forgetUnsigned } from "../money/unsigned-notices.server";
import { forgetLooks } from "../office/looks.server";
import { forgetWords } from "../office/staff-actions.server";
import { agreedVisits } from "../parcels/agreed-visit.server";
import {
  casesFrom,
  forgetCasesAbout,
  forgetCasesBefore,
  forgetCasesFrom,
  forgetClosedCases,
} from "../parcels/cases.server";
import { driversWordOn, forgetPhotos, forgetReceivers, reportedWordOn } from "../parcels/delivery-proof.server";
import { historyOf, waybillOfQuote } from "../parcels/issue-waybill.server";
import { forgetNotes, notesOf } from "../parcels/quotes/booking-notes.server";
import { changeForm } from "../parcels/quotes/change-form.server";
import { anonymise, anonymiseAndCancel, forgetUnbooked } from "../parcels/quotes/old-quotes.server";
import { forgetQuotes, someQuotesOf } from "../parcels/quotes/owned-quotes.server";
import type { Quote } from "../parcels/quotes/quote";
import { forgetDraftsNaming, forgetSentDrafts } from "../parcels/quotes/sent-drafts.server";
import { forgetEmails } from "../post/old-emails.server";
import { forgetOldPromises, forgetPromises, promisesOf } from "../post/promises.server";
import {
  emailsTo,
  forgetEmailsAbout,
  forgetEmailsTo,
  forgetMessagesAbout,
  stopMessagesTo,
} from "../post/stored-emails.server";
import { answersOf } from "../post/webhooks/answers.server";
import { endpointsOf } from "../post/webhooks/endpoints.server";
import { anonymiseClosedBooks, anonymiseUnpaid, type EraseBookings } from "./anonymise.server";
import { type Customer, type Identity, isAddressOf } from "./customer.server";
import type { PrivacyPart } from "./keeping-times";
import { booksKeptSince, daysBefore, keeping, monthsBefore } from "./keeping-times";
import { quoteOccasions } from "./quote-emails.server";

/** Somebody who asks for their data or to be forgotten. */
export type DataSubject = { identity: Identity; customer: Customer };

/** Some of what somebody sent and received. */
export type TheirParcels = Pick<Customer, "sent" | "received">;

/** Why people are taken out of bookings. After an account was deleted its parcels may still be under way. */
export type Erasure = "account deleted" | "asked for" | "kept long enough";

/** Who of the office noted it is no data of the customer's. */
function withoutStaff<Row extends { notedBy: string | null }>({ notedBy: _, ...row }: Row) {
  return row;
}

/** Why something isn't done with a table's rows. */
type No = { no: string };

/** `rows`: as many as one transaction may erase without making anybody wait. */
type Left = {
  rows: number;
  /** Returns how many rows it erased. */
  erase(tx: Tx, deleted: DeletedAccount, atMost: number, now: Date): Promise<number>;
};

/** Deletes or anonymises rows that were kept long enough, at most `atMost`; returns how many. */
export type Rule = (tx: Tx, now: Date, atMost: number, eraseBookings: EraseBookings) => Promise<number>;

/** Deletes all that has expired: every night or, if the privacy page promises an hour, every minute. */
export type Swept = { sweep(tx: Tx, now: Date): Promise<unknown>; everyMinute?: true };

/** A part of each booking's copy: the sender's, or the receiver's too. */
type CopiedWithBooking = {
  /** The key in the copy, if it isn't the table's name; null if a booking's copy has the fields themselves. */
  as?: string | null;
  givenTo: "sender" | "both people";
  booking(store: Reader, quote: Quote, waybillNo: string | null): Promise<unknown>;
  /** The receiver's part, where it is less than the sender's. */
  received?(store: Reader, quote: Quote, waybillNo: string | null): Promise<unknown>;
};

/** A part of the copy of an account, or of what is known of somebody. */
type CopiedWithPerson = {
  as?: string;
  account?(store: Reader, account: Account, now: Date): Part;
  person?(store: Reader, person: DataSubject): Part;
};

/** A list of which there may be thousands of items is read as it is written. */
type Part = Promise<unknown> | AsyncIterable<unknown>;

export type PersonalTable = {
  whose: string;
  /** How its rows get into a person's own copy: of an account, of each booking, or of what is known of somebody. */
  copied: No | CopiedWithBooking | CopiedWithPerson;
  /** What takes people out of its rows: out of bookings, with an account, or when somebody is forgotten. */
  erased:
    | No
    | {
        /** The table whose function does it for this one too. */
        with?: TableName;
        bookings?(tx: Tx, quoteIds: string[], why: Erasure): Promise<unknown>;
        /** At once, when its owner deletes an account. */
        account?(tx: Tx, account: Account, now: Date): Promise<unknown>;
        /** What is left of an account after that. */
        left?: Left;
        person?(tx: Tx, person: DataSubject, now: Date): Promise<unknown>;
        /** Out of these bookings of somebody who is forgotten, after `bookings`. */
        parcels?(tx: Tx, theirs: TheirParcels, now: Date): Promise<unknown>;
      };
  /** What ends the time for which its rows are kept. */
  kept: No | { rules: Record<string, Rule> } | Swept;
  /** The part of the privacy page that tells of it. */
  told: PrivacyPart;
};

const ofBooking = { no: "it stays with the booking, and names nobody" };
/** An email that isn't verified may belong to somebody else, and so may what was sent to it. */
const verified = <Data>(account: Account, read: (email: string) => Promise<Data[]>) =>
  isVerified(account) ? read(account.email) : Promise.resolve([]);
async function* emailsToAll(store: Reader, addresses: readonly string[]) {
  for (const address of addresses) yield* emailsTo(store, address);
}
const ofWaybill =
  <Data>(read: (store: Reader, waybillNo: string) => Promise<Data[]>) =>
  (store: Reader, _: Quote, waybillNo: string | null) =>
    waybillNo ? read(store, waybillNo) : Promise.resolve([]);
const forEach = async <Item>(items: readonly Item[], each: (item: Item) => Promise<unknown>) => {
  for (const item of items) await each(item);
};
type Forget = (tx: Tx, before: Date, atMost: number) => Promise<number>;
const afterDays =
  (days: number, forget: Forget): Rule =>
  (tx, now, atMost) =>
    forget(tx, daysBefore(now, days), atMost);
const afterMonths =
  (months: number, forget: Forget): Rule =>
  (tx, now, atMost) =>
    forget(tx, monthsBefore(now, months), atMost);
/** Deletes an account, and notes that what it has left is to be erased. */
const leave = async (tx: Tx, { uid }: Account, email: string | null, now: Date) => {
  await noteDeleted(tx, { uid, email, deletedAt: now });
  await removeAccount(tx, uid);
};
/** The numbers of bookings and of their waybills. */
const numbersOf = async (store: Reader, quoteIds: string[]) => {
  const rows = await store
    .select({ quoteNo: quotes.quoteNo, waybillNo: waybills.waybillNo })
    .from(quotes)
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(inArray(quotes.id, quoteIds));
  return rows.flatMap(({ quoteNo, waybillNo }) => (waybillNo ? [quoteNo, waybillNo] : [quoteNo]));
};

/**
 * A table without personal data. `named` has its columns that sound personal, such as `name`, and what is in them
 * instead; a test asks for each.
 */
type Impersonal = "nothing personal" | { named: Record<string, string> };

/**
 * Every table: whose personal data it has, how they get a copy, how it is erased, and how long it is kept. The account's
 * download, `export customer`, deleting an account, `forget customer` and the nightly deletion do what this says, in its
 * order, and the privacy page has every part that it names.
 */
export const tables: Record<TableName, PersonalTable | Impersonal> = {
  quotes: {
    whose: "the sender and the receiver",
    copied: { givenTo: "sender", as: null, booking: async (_, quote) => quote },
    erased: {
      left: {
        rows: 4,
        async erase(tx, { uid }, atMost, now) {
          const some = await someQuotesOf(tx, uid, atMost);
          await eraseBookings(
            tx,
            some.map(({ id }) => id),
            "account deleted",
          );
          await forgetQuotes(tx, some, now);
          return some.length;
        },
      },
      parcels: async (tx, { sent, received }, now) => {
        const unbooked = sent.filter(({ bookedAt }) => bookedAt === null).map(({ id }) => id);
        await tx.delete(quotes).where(inArray(quotes.id, unbooked));
        // An unpaid booking is cancelled, because an address is needed to collect. Money that still arrives is refunded.
        await forEach(
          sent.filter(({ bookedAt }) => bookedAt !== null),
          ({ id, status }) =>
            isPaid(status) ? anonymise(tx, id, { uid: null }, now) : anonymiseAndCancel(tx, id, now),
        );
        await forEach(received, ({ id }) =>
          changeForm(tx, id, (saved) => ({ formSnapshot: withoutParty(saved, "to"), formHash: "" }), now),
        );
      },
    },
    kept: {
      rules: {
        quotes: afterDays(keeping.quoteDays, forgetUnbooked),
        unpaidBookings: (tx, now, atMost, erase) =>
          anonymiseUnpaid(tx, daysBefore(now, keeping.unpaidBookingDays), atMost, now, erase),
        closedBooks: (tx, now, atMost, erase) => anonymiseClosedBooks(tx, booksKeptSince(now), atMost, now, erase),
      },
    },
    told: "You get a quote",
  },
  payments: {
    whose: "the sender",
    copied: { givenTo: "sender", booking: async (store, { id }) => (await allAttemptsOf(store, id)).map(withoutStaff) },
    erased: { bookings: forgetPayers },
    kept: ofBooking,
    told: "You book and pay",
  },
  charges: {
    whose: "the sender",
    copied: { givenTo: "sender", booking: (store, { id }) => chargesOf(store, id) },
    erased: { bookings: forgetWhoAgreed },
    kept: ofBooking,
    told: "You book and pay",
  },
  credit_terms: {
    whose: "the account's owner",
    copied: { as: "credit", account: (store, { uid }) => creditOf(store, uid) },
    erased: { with: "users" },
    kept: { no: "until its owner deletes the account" },
    told: "You book and pay",
  },
  refunds: {
    whose: "the sender",
    copied: {
      givenTo: "sender",
      booking: async (store, { id }) => {
        const attempts = await allAttemptsOf(store, id);
        const back = [...(await refundsOf(store, attempts)), ...(await chargebacksOf(store, attempts))];
        return back.map(withoutStaff);
      },
    },
    erased: { bookings: forgetRefundReferences },
    kept: ofBooking,
    told: "You book and pay",
  },
  claims: {
    whose: "the sender",
    copied: {
      givenTo: "sender",
      booking: async (store, _, waybillNo) => {
        const claim = waybillNo === null ? null : await claimFor(store, waybillNo);
        return claim && withoutStaff(claim);
      },
    },
    erased: { bookings: forgetClaimReferences },
    kept: ofBooking,
    told: "You book and pay",
  },
  payment_notices: {
    whose: "the sender",
    copied: { no: "PayFast's messages repeat the payment and the booking" },
    erased: { bookings: emptyNotices },
    kept: { rules: { refusedNotices: afterDays(keeping.refusedNoticeDays, forgetRefusedNotices) } },
    told: "You book and pay",
  },
  unsigned_notices: {
    whose: "the sender",
    copied: { no: "anybody can write such a message, so it tells nothing about a person" },
    erased: { bookings: emptySamples },
    kept: { rules: { unsignedNotices: afterDays(keeping.unsignedNoticeDays, forgetUnsigned) } },
    told: "You book and pay",
  },
  invoices: {
    whose: "the sender, above R 5 000",
    copied: { givenTo: "sender", booking: (store, { id }) => papersOf(store, id) },
    erased: { no: "tax law asks for the customer's name on an invoice of more than R 5 000" },
    kept: { rules: { invoiceCustomers: (tx, now, atMost) => forgetCustomers(tx, booksKeptSince(now), atMost) } },
    told: "You book and pay",
  },
  waybills: {
    whose: "the sender and the receiver",
    copied: {
      givenTo: "both people",
      as: null,
      booking: async (store, { id }, waybillNo) => ({
        waybillNo,
        piecesSent: (await waybillOfQuote(store, id))?.pieces ?? null,
      }),
    },
    erased: ofBooking,
    kept: ofBooking,
    told: "You have a waybill",
  },
  tracking_events: {
    whose: "the sender and the receiver",
    copied: { givenTo: "both people", as: "tracking", booking: ofWaybill(historyOf) },
    erased: ofBooking,
    kept: ofBooking,
    told: "You have a waybill",
  },
  driver_marks: {
    whose: "the receiver",
    copied: { givenTo: "both people", booking: ofWaybill(driversWordOn) },
    erased: { bookings: forgetReceivers },
    kept: ofBooking,
    told: "A driver comes to you",
  },
  reported_marks: {
    whose: "the receiver",
    copied: { givenTo: "both people", booking: ofWaybill(reportedWordOn) },
    erased: { with: "driver_marks" },
    kept: ofBooking,
    told: "A driver comes to you",
  },
  delivery_photos: {
    whose: "the receiver",
    copied: { no: "the office shows a photo to the sender and the receiver: proof --photo" },
    erased: { with: "driver_marks" },
    kept: { rules: { photos: afterDays(keeping.photoDays, forgetPhotos) } },
    told: "A driver comes to you",
  },
  delivery_pins: {
    whose: "the receiver",
    copied: { no: "the receiver has it in a message; nobody else may see it" },
    erased: ofBooking,
    kept: ofBooking,
    told: "A parcel is on its way to you, or from you",
  },
  agreed_visits: {
    whose: "the sender and the receiver",
    copied: { givenTo: "both people", booking: ofWaybill(agreedVisits) },
    erased: ofBooking,
    kept: ofBooking,
    told: "You have a waybill",
  },
  receiver_wishes: {
    whose: "the receiver",
    copied: { givenTo: "both people", booking: ofWaybill(wishesOf) },
    erased: ofBooking,
    kept: ofBooking,
    told: "You have a waybill",
  },
  booking_notes: {
    whose: "the sender and the receiver",
    copied: {
      givenTo: "sender",
      as: "notes",
      booking: async (store, { id }) => (await notesOf(store, id)).map(({ note, notedAt }) => ({ note, notedAt })),
    },
    erased: { bookings: forgetNotes },
    kept: ofBooking,
    told: "You have a waybill",
  },
  promises: {
    whose: "the sender and the receiver",
    copied: {
      givenTo: "both people",
      booking: (store, { id }, waybillNo) => promisesOf(store, [id, ...(waybillNo ? [waybillNo] : [])]),
      // What is about the booking is its price and its refund: the sender's alone.
      received: ofWaybill((store, waybillNo) => promisesOf(store, [waybillNo])),
    },
    erased: { bookings: forgetPromises },
    kept: { sweep: (tx, now) => forgetOldPromises(tx, monthsBefore(now, keeping.promiseMonths)) },
    told: "You have a waybill",
  },
  staff_actions: {
    whose: "whoever it is about, and staff",
    copied: { no: "it is the record of what staff did" },
    erased: {
      bookings: async (tx, quoteIds) => forgetWords(tx, await numbersOf(tx, quoteIds)),
      left: { rows: 1, erase: async (tx, { uid }) => forgetWords(tx, [uid]).then(() => 0) },
      person: (tx, { customer }) =>
        forgetWords(
          tx,
          customer.accounts.map(({ uid }) => uid),
        ),
    },
    kept: ofBooking,
    told: "You cancel a booking",
  },
  cases: {
    whose: "who reported it",
    copied: {
      account: (store, account) => verified(account, (email) => casesFrom(store, email)),
      person: async (store, { customer: { addresses } }) =>
        (await Promise.all(addresses.map((address) => casesFrom(store, address)))).flat(),
    },
    erased: {
      // Somebody else's case about a parcel under way is still to be answered.
      bookings: async (tx, quoteIds, why) => why !== "account deleted" && forgetCasesAbout(tx, quoteIds),
      left: {
        rows: 50,
        erase: async (tx, { email, deletedAt }, atMost) =>
          email ? forgetCasesBefore(tx, email, deletedAt, atMost) : 0,
      },
      person: (tx, { customer: { addresses } }) => forEach(addresses, (address) => forgetCasesFrom(tx, address)),
    },
    kept: { rules: { cases: afterMonths(keeping.caseMonths, forgetClosedCases) } },
    told: "You tell us that something is wrong",
  },
  driver_applications: {
    whose: "who applied",
    copied: { person: async (_, { customer }) => customer.applications },
    erased: {
      async person(tx, { customer: { applications } }) {
        for (const { id, reference } of applications) {
          const occasions = [`driver-application:${id}`, `application-answered:${id}`];
          await forgetEmailsAbout(tx, [...occasions, `${acknowledgedOccasion}:${reference}`]);
          await tx.delete(driverApplications).where(eq(driverApplications.id, id));
        }
      },
    },
    kept: { rules: { applications: afterMonths(keeping.applicationMonths, forgetApplications) } },
    told: "You apply as an owner driver",
  },
  outgoing_mails: {
    whose: "whom we wrote to, and whom the message names",
    copied: {
      account: (store, account) => (isVerified(account) ? emailsTo(store, account.email) : emailsToAll(store, [])),
      person: (store, { customer: { addresses } }) => emailsToAll(store, addresses),
    },
    erased: {
      async bookings(tx, quoteIds, why) {
        // These are deleted by the rule below. Others' messages about a parcel under way are still to be sent.
        if (why === "kept long enough") return;
        for (const id of quoteIds) await forgetEmailsAbout(tx, await quoteOccasions(tx, id));
        if (why === "asked for") await forgetMessagesAbout(tx, quoteIds);
      },
      left: {
        rows: 50,
        erase: async (tx, { email, deletedAt }, atMost) => (email ? forgetEmailsTo(tx, email, deletedAt, atMost) : 0),
      },
      person: (tx, { customer: { addresses } }) => stopMessagesTo(tx, addresses),
    },
    kept: { rules: { emails: afterDays(keeping.emailDays, forgetEmails) } },
    told: "You get an email from us",
  },
  message_stops: {
    whose: "who wants no messages",
    copied: {
      account: async (store, { email }) => ({ email: await stoppedSince(store, "email", email) }),
    },
    erased: { no: "a one-way hash, without which we would write to them again" },
    kept: { no: "until they want messages again" },
    told: "A parcel is on its way to you, or from you",
  },
  sent_drafts: {
    whose: "the sender and the receiver",
    copied: { no: "it is gone within a day, and is on the phone of whoever typed it" },
    erased: {
      person: (tx, { customer: { addresses } }) => forEach(addresses, (address) => forgetDraftsNaming(tx, address)),
    },
    kept: { rules: { sentDrafts: forgetSentDrafts } },
    told: "You continue on another phone",
  },
  blocked_customers: {
    whose: "who is blocked",
    copied: {
      account: (store, account) => verified(account, (email) => blocksOf(store, (contact) => contact === email)),
      person: async (_, { customer }) => customer.blocks,
    },
    erased: {
      person: (tx, { customer: { blocks } }) => forEach(blocks, ({ contact }) => unblockCustomer(tx, contact)),
    },
    kept: { rules: { blocks: afterMonths(keeping.blockMonths, endBlocks) } },
    told: "You book and cancel again and again",
  },
  webhook_endpoints: {
    whose: "the account's owner",
    copied: {
      account: async (store, { uid }) =>
        (await endpointsOf(store, uid)).map(({ url, events, madeAt, ...how }) => ({
          ...{ url, events, madeAt, lastSuccessAt: how.lastSuccessAt, offAt: how.offAt, offBecause: how.offBecause },
          ...{ lastAnswerAt: how.lastAnswerAt, lastAnswerStatus: how.lastAnswerStatus },
        })),
    },
    erased: { with: "users" },
    kept: { no: "until its owner deletes it" },
    told: "Your shop's program books with us",
  },
  webhook_answers: {
    whose: "the account's owner, and whom their program's answers name",
    copied: { account: (store, { uid }) => answersOf(store, uid) },
    erased: { with: "webhook_endpoints" },
    kept: { no: "until newer calls take their place, or its owner deletes the webhook" },
    told: "Your shop's program books with us",
  },
  shopify_shops: {
    whose: "the account's owner",
    copied: {
      account: async (store, { uid }) => {
        const shop = await shopifyShopOf(store, uid);
        return shop && { smallestBox: shop.smallestBox, termsVersion: shop.termsVersion, madeAt: shop.madeAt };
      },
    },
    erased: { with: "users" },
    kept: { no: "until its owner ends it" },
    told: "Your shop's program books with us",
  },
  shopify_orders: {
    whose: "the account's owner, and who bought in their shop, until it is booked",
    copied: { account: (store, { uid }) => shopOrdersOf(store, uid) },
    erased: {
      with: "users",
      person: (tx, { customer: { addresses } }) => forEach(addresses, (address) => forgetShopOrdersOf(tx, address)),
    },
    kept: { rules: { shopOrders: afterDays(keeping.shopOrderDays, forgetShopOrders) } },
    told: "Your shop's program books with us",
  },
  saved_addresses: {
    whose: "the account's owner, and whom they send to",
    copied: { account: (store, { uid }) => addressBook(store, uid) },
    erased: {
      with: "users",
      // From other people's address books.
      person: (tx, { identity, customer: { addresses } }) =>
        forEach(addresses, (address) => forgetAddressesOf(tx, (each) => isAddressOf(identity, each), address)),
    },
    kept: { no: "until its owner deletes it" },
    told: "You save an address",
  },
  api_keys: {
    whose: "the account's owner",
    copied: {
      account: async (store, { uid }) =>
        (await keysOf(store, uid)).map(({ name, start, termsVersion, madeAt, lastUsedAt, revokedAt, revokedBy }) => ({
          ...{ name, start, termsVersion, madeAt, lastUsedAt, revokedAt, revokedBy },
        })),
    },
    erased: { with: "users" },
    kept: { no: "until its owner deletes the account" },
    told: "Your shop's program books with us",
  },
  done_once: {
    whose: "the account's owner, and whoever the office acted on",
    copied: { no: "it repeats what the booking says" },
    erased: {
      left: { rows: 50, erase: (tx, { uid }, atMost) => forgetCallsOf(tx, uid, atMost) },
      person: (tx) => emptyAnswers(tx),
    },
    kept: { sweep: forgetDone },
    told: "Your shop's program books with us",
  },
  sessions: {
    whose: "the account's owner, our drivers and our office staff",
    copied: {
      account: async (store, { uid }, now) =>
        (await sessionsOf(store, uid, now)).map(({ browser, createdAt, lastSeenAt, expiresAt }) => ({
          ...{ browser, createdAt, lastSeenAt, expiresAt },
        })),
    },
    erased: { with: "users" },
    kept: { sweep: forgetEnded },
    told: "You log in",
  },
  action_links: {
    whose: "whoever asked for a link",
    copied: { account: (store, { uid }) => linksFor(store, uid) },
    erased: { with: "users" },
    kept: { sweep: sweepLinks },
    told: "You get an email from us",
  },
  users: {
    whose: "the account's owner",
    copied: { as: "account", account: async (_, account) => account },
    erased: {
      account: (tx, account, now) => leave(tx, account, isVerified(account) ? account.email : null, now),
      // Messages to whoever is forgotten are gone already.
      person: (tx, { customer }, now) => forEach(customer.accounts, (account) => leave(tx, account, null, now)),
    },
    kept: { no: "until its owner deletes it" },
    told: "You open an account",
  },
  deleted_accounts: {
    whose: "the account's owner",
    copied: { no: "it is gone in some minutes, and its owner can't sign in any more" },
    // After all else that its account has left.
    erased: { left: { rows: 1, erase: (tx, { uid }) => forgetDeleted(tx, uid) } },
    kept: { no: "some minutes, until its account is erased" },
    told: "You open an account",
  },
  customer_changes: {
    whose: "whom the office forgets or corrects",
    copied: { no: "it is gone in some minutes, and what it changes is in the copy" },
    erased: { no: "it is gone in some minutes, with the last of their bookings" },
    kept: { no: "some minutes, until it is done" },
    told: "You get an email from us",
  },
  rate_limits: {
    whose: "whoever tried something",
    copied: { no: "a one-way hash, which names nobody" },
    erased: { no: "it is gone within a day" },
    kept: { sweep: forgetTries, everyMinute: true },
    told: "You log in",
  },
  drivers: {
    whose: "our drivers",
    copied: { no: "a driver asks the office" },
    erased: { no: "marks and stops name the driver, and prove a delivery; blocking them erases the number plate" },
    kept: { no: "as long as marks name the driver" },
    told: "You drive for us",
  },
  stops: {
    whose: "our drivers",
    copied: { no: "a driver asks the office" },
    erased: ofBooking,
    kept: ofBooking,
    told: "You drive for us",
  },
  office_people: {
    whose: "our office staff",
    copied: { no: "office staff ask a manager" },
    erased: { no: "the record of what staff did names them" },
    kept: { no: "as long as the record names them" },
    told: "You work in our office",
  },
  office_factors: {
    whose: "our office staff",
    copied: { no: "it is what they sign in with; nobody may see it" },
    erased: { no: "a new invitation replaces it" },
    kept: { no: "as long as they sign in with it" },
    told: "You work in our office",
  },
  office_looks: {
    whose: "our office staff",
    copied: { no: "it is the record of what staff looked at" },
    erased: { no: "it says who looked at whose data, and nothing of that data but numbers" },
    kept: { rules: { officeLooks: afterMonths(keeping.officeLookMonths, forgetLooks) } },
    told: "You work in our office",
  },
  boxes: { named: { name: "a size of parcel" } },
  postal_areas: "nothing personal",
  countries: { named: { name: "a country" } },
  rates: "nothing personal",
  proclaimed_holidays: { named: { name: "a holiday" } },
  // Its reason is published.
  delays: "nothing personal",
  price_changes: "nothing personal",
  site_facts: { named: { name: "a fact about this site" } },
  seed_loads: { named: { table_name: "a table" } },
};

/** The tables with personal data, in their order. */
export function personalTables(): [TableName, PersonalTable][] {
  return (Object.entries(tables) as [TableName, PersonalTable | Impersonal][]).flatMap(([name, row]) =>
    row === "nothing personal" || "named" in row ? [] : [[name, row]],
  );
}

/** A part for each table, by its key. */
export type Copy = Record<string, unknown>;

/** The parts of a copy; `read` returns undefined for a table that has no such part. */
export async function copyOf(read: (copied: CopiedWithBooking | CopiedWithPerson) => Part | undefined): Promise<Copy> {
  const copy: Copy = {};
  for (const [name, { copied }] of personalTables()) {
    if ("no" in copied) continue;
    const part = await read(copied);
    if (copied.as === null) Object.assign(copy, part);
    else if (part !== undefined) copy[copied.as ?? name] = part;
  }
  return copy;
}

/** Takes the people out of bookings, in every table but the bookings themselves. */
export async function eraseBookings(tx: Tx, quoteIds: string[], why: Erasure): Promise<void> {
  for (const [, { erased }] of personalTables()) if ("bookings" in erased) await erased.bookings?.(tx, quoteIds, why);
}
