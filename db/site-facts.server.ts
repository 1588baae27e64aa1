import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { siteFacts } from "./schema/site-facts";
import type { Reader, Store } from "./store-types";

/** The site's address, payment mode and company numbers. No secrets: staff read them all. */
export type SiteFacts = {
  appUrl: string;
  paymentMode: string;
  registration: CompanyRegistration;
  /** As they were set; null if they weren't, which live payments refuse. */
  contact: { phone: string | null; email: string | null; address: string | null };
  /** The external tracking page; null if parcels are tracked on the site. */
  trackingUrl: string | null;
  /** The quiet hours as in `SMS_QUIET_HOURS`: `20:00-07:00`, or `none`. Null until a site has stored them. */
  quietHours: string | null;
  /** The language of its pages and messages, as in `SITE_LANGUAGE`. Null until a site has stored it. */
  language: string | null;
  /** What the office may take beside PayFast, as in `OFFICE_TAKES`: `cash`, `bank`. */
  officeTakes: readonly string[];
  /** When links got another key than an earlier release's; null where no earlier release has signed any. */
  linksRenewedAt: Date | null;
};

/**
 * A VAT number of `none` means that the company isn't a VAT vendor. Null: not configured, which live payments refuse.
 */
export type CompanyRegistration = { vatNumber: string | null; registrationNumber: string | null };

const names = {
  appUrl: "app_url",
  paymentMode: "payment_mode",
  vatNumber: "vat_number",
  registrationNumber: "registration_number",
  phone: "phone",
  email: "email",
  address: "postal_address",
  trackingUrl: "tracking_url",
  quietHours: "quiet_hours",
  language: "language",
  officeTakes: "office_takes",
} as const;

/** Written once, by the migration that took the earlier key out of the database. */
const LINKS_RENEWED_AT = "links_renewed_at";

/** Stores the site's settings at its start. Writes nothing if they haven't changed. */
export async function storeSiteFacts(
  store: Store,
  facts: Pick<SiteFacts, "appUrl" | "paymentMode"> & Partial<Omit<SiteFacts, "linksRenewedAt">>,
  now: Date,
): Promise<void> {
  const { appUrl, paymentMode, registration, contact, trackingUrl = null, quietHours = null, language = null } = facts;
  const officeTakes = facts.officeTakes?.join(",") || null;
  const all = { appUrl, paymentMode, ...registration, ...contact, trackingUrl, quietHours, language, officeTakes };
  const rows = Object.entries(all).flatMap(([fact, value]) =>
    value === null ? [] : [{ name: names[fact as keyof typeof names], value }],
  );
  const stored = await factsIn(store.read);
  const settings: string[] = Object.values(names);
  for (const name of stored.keys()) if (!settings.includes(name)) stored.delete(name);
  if (stored.size === rows.length && rows.every(({ name, value }) => stored.get(name) === value)) return;
  await store.tx(async (tx) => {
    await tx.delete(siteFacts).where(inArray(siteFacts.name, settings));
    await tx.insert(siteFacts).values(rows.map((fact) => ({ ...fact, toldAt: now })));
  });
}

/** The settings of the site's last start; null if it has never started. */
export async function readSiteFacts(store: Reader): Promise<SiteFacts | null> {
  const stored = await factsIn(store);
  const [appUrl, paymentMode] = [stored.get(names.appUrl), stored.get(names.paymentMode)];
  if (!appUrl || !paymentMode) return null;
  const renewedAt = stored.get(LINKS_RENEWED_AT);
  const registration = {
    vatNumber: stored.get(names.vatNumber) ?? null,
    registrationNumber: stored.get(names.registrationNumber) ?? null,
  };
  return {
    appUrl,
    paymentMode,
    registration,
    contact: {
      phone: stored.get(names.phone) ?? null,
      email: stored.get(names.email) ?? null,
      address: stored.get(names.address) ?? null,
    },
    trackingUrl: stored.get(names.trackingUrl) ?? null,
    quietHours: stored.get(names.quietHours) ?? null,
    language: stored.get(names.language) ?? null,
    officeTakes: stored.get(names.officeTakes)?.split(",") ?? [],
    linksRenewedAt: renewedAt === undefined ? null : new Date(renewedAt),
  };
}

/** The view staff_misstated lists them. */
const MISSTATED = "misstated_parcels";
const MOST_MISSTATED = 100;

/** Stores, as the night's look found them, the parcels whose stored state isn't the one that their history gives. */
export async function storeMisstated(store: Store, numbers: readonly string[], now: Date): Promise<void> {
  const value = JSON.stringify(numbers.slice(0, MOST_MISSTATED));
  await store.tx(async (tx) => {
    await tx.delete(siteFacts).where(eq(siteFacts.name, MISSTATED));
    if (numbers.length > 0) await tx.insert(siteFacts).values({ name: MISSTATED, value, toldAt: now });
  });
}

/**
 * Whether a row is of the payment mode that the site is in, or of none. Figures and lists of work leave out what remains
 * of tests, as the views of staff do with `OF_SITE`.
 */
export function isOfSite(mode: SQLWrapper): SQL {
  const { name, value } = siteFacts;
  const own = sql`(select ${value} from ${siteFacts} where ${name} = ${names.paymentMode})`;
  return sql`(${mode} is null or ${mode} = coalesce(${own}, ${mode}))`;
}

async function factsIn(store: Reader): Promise<Map<string, string>> {
  return new Map((await store.select().from(siteFacts)).map(({ name, value }) => [name, value]));
}
