/** One letter to one person, ready to be queued. */
export type Letter = {
  /** Names the occasion, for example `booking-confirmed:<quote id>`: there is never a second letter of the same key. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Holds a one-time link, which nobody may read out of the database afterwards. */
  isSecret?: boolean;
};
