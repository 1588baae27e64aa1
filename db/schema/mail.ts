import { sql } from "drizzle-orm";
import { bool, index, int, json, oneOf, table, text, time } from "../columns";

/** How people are written to. */
export const ways = ["email", "sms"] as const;
/** How a message is sent. `app/domain/post/channels.ts` has what differs between them. */
export const channels = [...ways, "webhook"] as const;

/** What waits for its turn and nobody is sending. Without parameters, so that both databases use the indexes of it. */
export const waiting = sql`state = 'queued' and claimed_at is null`;

/** What a message about several parcels says of one of them. */
export type DigestRow = {
  /** Its waybill number, in groups. */
  number: string;
  /** Not of a text message, which has no place for it. */
  inEmail?: {
    /** Whom the email greets, if it looks like a name. */
    greets: string;
    /** The parcel's receiver, and their place. */
    to: string;
    /** The shop's own order number. */
    reference: string | null;
    /** What its own email says and the others' don't. */
    says: string[];
    trackingUrl: string;
    /** Of the link that stops these messages; signed when it is sent. */
    stopUrl: string | null;
  };
};

/**
 * Emails, text messages and webhooks: queued, sent, given up, or never tried (`skipped`). `letter_key` identifies the
 * occasion and is unique. A text message has a phone number as its address, its text in `text_body`, and no HTML. A
 * webhook has its endpoint's id as its address, and JSON as its text.
 */
export const outgoingMails = table(
  "outgoing_mails",
  {
    id: text("id").primaryKey(),
    emailKey: text("letter_key").notNull().unique(),
    channel: oneOf("channel", channels).notNull().default("email"),
    state: oneOf("state", ["queued", "sent", "dead", "skipped"]).notNull(),
    toAddress: text("to_address").notNull(),
    /** Whose places it takes: the address's mail domain, or the whole address. */
    receiver: text("receiver").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** Contains a one-time link: the bodies are erased once it was sent or given up. */
    isSecret: bool("is_secret").notNull().default(false),
    /** Contains the PIN of a delivery. It can be sent again, and nobody but its receiver reads it. */
    holdsPin: bool("holds_pin").notNull().default(false),
    /** The values for EmailJS's template; set only for emails that may be sent that way. */
    templateParams: json<Record<string, string>>("template_params"),
    /** The booking that it is about, and which of its people it is for; otherwise empty. */
    quoteId: text("quote_id"),
    person: oneOf("person", ["sender", "receiver", "account"]),
    /** What a message about several parcels says of this one; empty where it always goes by itself. */
    digestRow: json<DigestRow>("digest_row"),
    /** The id of the message in which it was tried with others; empty where it goes by itself. */
    digestId: text("digest_id"),
    /** How many parts the provider bills for a text message. Those that leave in one message: 0 for all but the first. */
    parts: int("parts"),
    /** Includes the attempt that is under way. */
    attempts: int("attempts").notNull(),
    /** How often a provider has answered that it could not send it. Each attempt after such an answer has a new id. */
    refusals: int("refusals").notNull().default(0),
    nextAttemptAt: time("next_attempt_at").notNull(),
    /** When `next_attempt_at` was set. In the future, the clock has been set back since. */
    scheduledAt: time("scheduled_at").notNull(),
    /** When a process claimed it; empty while none has. */
    claimedAt: time("claimed_at"),
    /** Set when it was withdrawn, because it is no longer true: it is neither tried again nor sent again by staff. */
    withdrawnAt: time("withdrawn_at"),
    /** From then on its words aren't true any more, and it isn't sent; empty where they stay true. */
    trueUntil: time("true_until"),
    /** What made its words untrue (`overtaken.server.ts`): it comes back when all of that is undone. */
    overtakenBy: text("overtaken_by"),
    /** Its last attempt failed because of the channel, whoever it is for: it goes when the channel works again. */
    waitsForChannel: bool("waits_for_channel").notNull().default(false),
    lastError: text("last_error"),
    queuedAt: time("queued_at").notNull(),
    sentAt: time("sent_at"),
  },
  (mails) => [
    index("outgoing_mails_by_state").on(mails.state, mails.nextAttemptAt),
    index("outgoing_mails_by_quote").on(mails.quoteId),
    index("outgoing_mails_to").on(mails.toAddress, mails.queuedAt),
    index("outgoing_mails_due").on(mails.channel, mails.nextAttemptAt).where(waiting),
    index("outgoing_mails_due_to")
      .on(mails.channel, mails.receiver, mails.nextAttemptAt, mails.queuedAt, mails.id)
      .where(waiting),
    index("outgoing_mails_waiting_to").on(mails.channel, mails.toAddress, mails.nextAttemptAt).where(waiting),
    index("outgoing_mails_wait_for_channel")
      .on(mails.channel, mails.queuedAt)
      .where(sql`${waiting} and waits_for_channel`),
    index("outgoing_mails_scheduled").on(mails.channel, mails.scheduledAt).where(waiting),
  ],
);
