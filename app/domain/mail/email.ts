/** One letter to one person, ready to be queued. */
export type Email = {
  /** Names the occasion, for example `booking-confirmed:<quote id>`: there is never a second email of the same key. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Holds a one-time link, which nobody may read out of the database afterwards. */
  isSecret?: boolean;
  /** The booking that it tells of, and which of its people it is for. */
  quoteId?: string;
  person?: "sender" | "receiver" | "account";
  /** The same content for EmailJS's template. An email that has it goes through EmailJS where that is configured. */
  templateParams?: Record<string, string>;
};
