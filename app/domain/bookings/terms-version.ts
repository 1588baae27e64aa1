/**
 * The terms that a customer agrees to, by the day from which they apply; kept with each booking. Whoever changes a word of
 * `/terms` sets it anew: a test holds the words to it.
 */
export const TERMS_VERSION = "2026-11-22";

/** The terms that hold for a booking, for whoever wants to read them again. */
export function termsLink(url: string, { termsVersion }: { termsVersion: string | null }) {
  return { label: termsVersion ? `Our terms, version ${termsVersion}` : "Our terms", url };
}

/** What we pay at most for a parcel that is lost or damaged through our fault. Cents. */
export const MOST_PAID_FOR_A_PARCEL = 1_000_00;
