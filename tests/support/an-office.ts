import path from "node:path";
import Database from "better-sqlite3";
import { register } from "#app/domain/accounts/register.server";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { queueEmail } from "#app/domain/post/outbox.server";
import { newId } from "#app/domain/values/ids.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import type { Store } from "#db/store.server";
import { type Answers, aDraft } from "../../demo/a-draft";
import { aParcel } from "../../demo/a-parcel";
import { limitsAsked } from "../../demo/limits-asked";
import { sendDueEmails } from "../../demo/send-due-emails";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { aQuote } from "./a-booking";
import { aFolder, aStore } from "./a-store";
import { worldOf } from "./a-world";
import { forEachTest } from "./for-tests";
import { type NoticeContent, noticeBody, sandboxAccount } from "./payfast-stand-in";
import { inTheDatabase } from "./store-place";

type Paid = Pick<Quote, "id" | "grandTotalCents">;

/** The moment this long before now. Milliseconds. */
export const ago = (ms: number) => new Date(Date.now() - ms);

/** The South African day this many days from today, as `2026-11-21`. */
export const dayFromNow = (days: number) => saDay(ago(-days * DAYS));

/**
 * A database, staff's read-only connection to it, and short functions for a day's work. All of them use the site's own
 * code.
 */
export async function anOffice() {
  const file = path.join(aFolder(), "courier.db");
  const store = await aStore(file);
  const world = worldOf(store);
  return {
    file,
    store,
    /** Where the histories of its parcels happen. */
    world,
    /** What staff see. PostgreSQL is asked itself: a copy for each question would take longer than the rest of a test. */
    staff<Row = Record<string, unknown>>(query: string): Row[] {
      return isPostgres ? inTheDatabase<Row>(file, query) : asStaff(file, query);
    },
    /** The names of all tables. */
    tables: () =>
      (isPostgres
        ? inTheDatabase<{ name: string }>(file, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
        : asStaff<{ name: string }>(file, "SELECT name FROM sqlite_schema WHERE type = 'table'")
      )
        .map(({ name }) => name)
        .toSorted(),
    quote: (answers: Answers = {}, at = new Date()) => aQuote(store, aDraft(answers), at),
    booked: async (answers: Answers = {}, at = new Date()) => (await aParcel(answers).unpaid().in(world, at)).quote,
    paid: (answers: Answers = {}, at = new Date()) => aParcel(answers).in(world, at),
    tell: (quote: Paid, content: Partial<NoticeContent>, at = new Date()) => tell(store, quote, content, at),
    giveUp: (quote: Quote, at = new Date()) => replaceBooking(store, quote.draftId, at),
    applied: (person: number, answers: Record<string, string> = {}, at = new Date()) =>
      applied(store, person, answers, at),
    joined: (email: string, at = new Date()) =>
      store.tx((tx) =>
        register(
          tx,
          limitsAsked,
          { email, name: "Thandi Nkosi", phone: "082 123 4567", passwordHash: "-", registrationKey: email },
          at,
        ),
      ),
    wrote: (key: string, message: { to?: string; worksUntil?: Date } = {}, at = new Date()) =>
      store.tx((tx) =>
        queueEmail(
          tx,
          limitsAsked,
          { key, to: "thandi@example.co.za", subject: key, text: "…", html: "…", ...message },
          at,
        ),
      ),
    postman: (at: Date, refuses = false) =>
      sendDueEmails(
        store,
        { send: async () => (refuses ? Promise.reject(new Error("no such mailbox")) : undefined) },
        at,
      ),
  };
}

export type Office = Awaited<ReturnType<typeof anOffice>>;

/** A new office for each test of a file. */
export const officeForEachTest = () => forEachTest(anOffice);

/** Reads as another program would while the site has the file open. */
export function asStaff<Row = Record<string, unknown>>(file: string, query: string): Row[] {
  const reader = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return reader.prepare(query).all() as Row[];
  } finally {
    reader.close();
  }
}

function tell(store: Store, quote: Paid, content: Partial<NoticeContent>, at: Date) {
  const body = noticeBody({ quoteId: quote.id, cents: quote.grandTotalCents ?? 0, ...content });
  const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
  return takeNotice(store, sandboxAccount, senderChecks, { body, clientAddress: "127.0.0.1" }, "http://x", at);
}

function applied(store: Store, person: number, answers: Record<string, string>, at: Date) {
  const typed = aTypedApplication({ id_number: anIdNumber(person), ...answers });
  const application = applicationSchema(typed, at).parse(typed);
  return receiveApplication(store, application, { formKey: newId(), sender: null }, at);
}
