import { bool, index, int, json, oneOf, table, text, time } from "../columns";

/** Emails that are queued, sent, or given up on. `letter_key` names the occasion: never two of the same email. */
export const outgoingMails = table(
  "outgoing_mails",
  {
    id: text("id").primaryKey(),
    emailKey: text("letter_key").notNull().unique(),
    state: oneOf("state", ["queued", "sent", "dead"]).notNull(),
    toAddress: text("to_address").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** Holds a one-time link: its bodies are blanked once it was sent or given up. */
    isSecret: bool("is_secret").notNull().default(false),
    /** What EmailJS's template is filled in with; only emails that may go that way have it. */
    templateParams: json<Record<string, string>>("template_params"),
    /** Counts the attempt that is underway too. */
    attempts: int("attempts").notNull(),
    nextAttemptAt: time("next_attempt_at").notNull(),
    /** Since when a process has it in hand; empty while nobody does. */
    claimedAt: time("claimed_at"),
    lastError: text("last_error"),
    queuedAt: time("queued_at").notNull(),
    sentAt: time("sent_at"),
  },
  (mails) => [
    index("outgoing_mails_by_state").on(mails.state, mails.nextAttemptAt),
    index("outgoing_mails_by_address").on(mails.toAddress),
  ],
);
