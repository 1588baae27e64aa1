import type { DigestRow } from "#db/schema/mail";

/** One email to one person, ready to be queued. */
export type Email = {
  /**
   * Identifies the occasion, for example `booking-confirmed:<quote id>`. No second email is queued with the same key.
   */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Contains a one-time link that works until then. Later it isn't sent; the text is erased from the database once it
   * was sent.
   */
  worksUntil?: Date;
  /** The occasion of earlier emails that it takes the place of: those that wait aren't sent. */
  replaces?: string;
  /** Says what is true until then, such as "today". Later it isn't sent. */
  trueUntil?: Date;
  /** Contains the PIN of a delivery, so nobody but its receiver reads the text. */
  holdsPin?: boolean;
  /** The booking that it is about, and which of its people it is for. */
  quoteId?: string;
  person?: "sender" | "receiver" | "account";
  /** What an email about several parcels says of this one, if its kind may leave in one (`message-kinds.ts`). */
  digestRow?: DigestRow;
  /** The same content for EmailJS's template. An email with it is sent through EmailJS, if that is configured. */
  templateParams?: Record<string, string>;
};
