import { brand } from "#app/brand";

/** The day from which the words of `/terms` apply. Change it whenever you change one; a test checks this. */
const OF_OUR_WORDS = "2026-11-29";

/**
 * The version of the terms that customers agree to: the day from which it applies. It is stored with each booking. The last
 * change was the release's or another courier's own.
 */
export const TERMS_VERSION =
  brand.termsVersion && brand.termsVersion > OF_OUR_WORDS ? brand.termsVersion : OF_OUR_WORDS;

/** The most that we pay for a parcel lost or damaged through our fault. Cents. */
export const MOST_PAID_FOR_A_PARCEL = 1_000_00;

/** After how many days since the payment a parcel that isn't delivered can be cancelled although we have it. */
export const CANCELLABLE_AFTER_DAYS = 30;

/** Within how many working days a cancelled booking's money is refunded. */
export const REFUNDED_WITHIN_WORKING_DAYS = 10;

/** How many working days we wait for an answer when more is to be paid than the price. */
export const ANSWER_TO_A_CHARGE_WORKING_DAYS = 5;
