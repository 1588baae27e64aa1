import { bool, index, int, json, oneOf, table, text, time } from "../columns";

export const channels = ["email", "sms"] as const;

/**
 * Emails and text messages that are queued, sent, given up on, or were never tried (`skipped`). `letter_key` names the
 * occasion: never two of the same message. A text has a phone number for an address, its words as `text_body`, no HTML.
 */
export const outgoingMails = table(
  "outgoing_mails",
  {
    id: text("id").primaryKey(),
    emailKey: text("letter_key").notNull().unique(),
    channel: oneOf("channel", channels).notNull().default("email"),
    state: oneOf("state", ["queued", "sent", "dead", "skipped"]).notNull(),
    toAddress: text("to_address").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** Holds a one-time link: its bodies are blanked once it was sent or given up. */
    isSecret: bool("is_secret").notNull().default(false),
    /** What EmailJS's template is filled in with; only emails that may go that way have it. */
    templateParams: json<Record<string, string>>("template_params"),
    /** The booking that it is about, and which of its people it tells; empty for all else. */
    quoteId: text("quote_id"),
    person: oneOf("person", ["sender", "receiver", "account"]),
    /** How many parts a text is paid for. */
    parts: int("parts"),
    /** Counts the attempt that is underway too. */
    attempts: int("attempts").notNull(),
    nextAttemptAt: time("next_attempt_at").notNull(),
    /** Since when a process has it in hand; empty while nobody does. */
    claimedAt: time("claimed_at"),
    /** What it says was taken back while it was being sent: it is not tried again. */
    withdrawnAt: time("withdrawn_at"),
    lastError: text("last_error"),
    queuedAt: time("queued_at").notNull(),
    sentAt: time("sent_at"),
  },
  (mails) => [
    index("outgoing_mails_by_state").on(mails.state, mails.nextAttemptAt),
    index("outgoing_mails_by_quote").on(mails.quoteId),
    index("outgoing_mails_to").on(mails.toAddress, mails.queuedAt),
  ],
);
