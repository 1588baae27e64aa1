import path from "node:path";
import { isPostgresUrl } from "#db/dialect";
import { brand } from "./brand";
import { ConfigError } from "./config/config-error";
import { contactOf, refusePlaceholders, senderOf } from "./config/contact-settings.server";
import { databaseFileOf, keptSecret, makeDataFolder, refuseMissingFolder } from "./config/data-folder.server";
import { EnvironmentSchema, filePathOf, settingNames } from "./config/environment.server";
import { refuseHalfSettings } from "./config/half-settings";
import { misspelt } from "./config/misspelt-names";
import { refuseUnreachable } from "./config/payment-address";
import { replicaOf } from "./config/replica.server";
import { tellContact } from "./contact";
import { isQuiet } from "./domain/post/quiet-hours";
import { speak } from "./language/language";

export { ConfigError, settingNames };

/**
 * Reads and checks the environment, and creates what it names: the data folder, and a session secret in it.
 * @throws ConfigError with one line that names the variable and what is wrong with it
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const { sessionSecrets, ...checked } = checkEnvironment(environment);
  const { dataDir } = checked;
  refuseMissingFolder(checked.databaseFile, dataDir);
  makeDataFolder(dataDir);
  return { ...checked, sessionSecrets: sessionSecrets ?? [keptSecret(dataDir)] };
}

/**
 * The environment, checked; nothing is created yet.
 * @throws ConfigError with one line that names the variable and what is wrong with it
 */
export function checkEnvironment(environment: Record<string, string | undefined>) {
  const parsed = EnvironmentSchema.safeParse({ ...brand.settings, ...set(environment) });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join(".") ?? "Environment"}: ${issue?.message ?? "is wrong"}`);
  }
  const slip = misspelt(Object.keys(set(environment)), [...settingNames, "THUMA_NODE"]);
  if (slip) throw new ConfigError(`${slip.name}: there is no such setting. Do you mean ${slip.meant}?`);
  const env = parsed.data;
  if (env.BRAND_DIR && path.resolve(env.BRAND_DIR) !== brand.folder)
    throw new ConfigError(
      `BRAND_DIR: this site was built ${brand.folder ? `from ${brand.folder}` : "without it"}. Build it again: BRAND_DIR=… npm run build`,
    );
  const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "");
  const isHttps = appUrl.startsWith("https:");

  if (env.PAYFAST_MODE === "simulator" && isHttps) {
    throw new ConfigError("PAYFAST_MODE: simulator is refused when APP_URL is https; choose sandbox or live");
  }
  if (
    env.PAYFAST_MODE !== "simulator" &&
    !(env.PAYFAST_MERCHANT_ID && env.PAYFAST_MERCHANT_KEY && env.PAYFAST_PASSPHRASE)
  ) {
    throw new ConfigError(
      "Missing PayFast merchant credentials: set PAYFAST_MERCHANT_ID, PAYFAST_MERCHANT_KEY and PAYFAST_PASSPHRASE",
    );
  }
  if (env.PAYFAST_MODE !== "simulator" && env.SITE_LANGUAGE === "pseudo")
    throw new ConfigError("SITE_LANGUAGE: pseudo is for tests, and refused unless PAYFAST_MODE is simulator");
  refuseUnreachable(env.PAYFAST_MODE, env.APP_URL);
  refuseHalfSettings(environment);
  if (isHttps && !env.SESSION_SECRET) throw new ConfigError("SESSION_SECRET: required when APP_URL is https");
  if (isHttps && env.ALLOW_OFFICE_FROM && env.TRUST_PROXY === 0)
    throw new ConfigError(
      "ALLOW_OFFICE_FROM: behind https TRUST_PROXY must be the number of proxies, or everybody comes from the proxy's address",
    );
  if (env.PAYFAST_MODE === "live") refusePlaceholders(env);

  const postgresUrl = isPostgresUrl(env.DATABASE_URL) ? env.DATABASE_URL : undefined;
  if (postgresUrl && !env.SESSION_SECRET)
    throw new ConfigError("SESSION_SECRET: required when DATABASE_URL is postgres://, the same on every machine");
  if (postgresUrl && env.LITESTREAM_REPLICA_URL)
    throw new ConfigError("LITESTREAM_REPLICA_URL: copies a SQLite file; PostgreSQL has its own replicas and backups");
  const named = env.DATABASE_URL && !postgresUrl ? filePathOf(env.DATABASE_URL) : undefined;

  const dataDir = path.resolve(env.DATA_DIR);
  return {
    isProduction: env.NODE_ENV === "production",
    port: env.PORT,
    host: env.HOST,
    appUrl,
    language: env.SITE_LANGUAGE,
    /** No address is configured and payments are simulated, so any address of this machine may be used. */
    takesAnyAddress: env.APP_URL === undefined && env.PAYFAST_MODE === "simulator",
    isHttps,
    dataDir,
    /** The SQLite file: the site's own database or, with PostgreSQL, the copy that staff read. */
    databaseFile: databaseFileOf(named, dataDir, postgresUrl !== undefined),
    /** Set if the site uses PostgreSQL. It may contain a password. */
    postgresUrl,
    sessionSecrets: env.SESSION_SECRET,
    pricingApiUrl: env.PRICING_API_URL?.replace(/(?<!\/)\/+$/, ""),
    apiRequestsPerMinute: env.API_REQUESTS_PER_MINUTE,
    quotesPerHour: env.QUOTES_PER_HOUR,
    bookingsPerHour: env.BOOKINGS_PER_HOUR,
    unpaidTextsPerDay: env.UNPAID_TEXTS_PER_DAY,
    payfast: {
      mode: env.PAYFAST_MODE,
      merchantId: env.PAYFAST_MERCHANT_ID,
      merchantKey: env.PAYFAST_MERCHANT_KEY,
      passphrase: env.PAYFAST_PASSPHRASE,
      validateUrl: env.PAYFAST_VALIDATE_URL,
      apiUrl: env.PAYFAST_API_URL,
      allowedIps: env.PAYFAST_ALLOWED_IPS,
    },
    registration: {
      /** `none`: not a VAT vendor. */
      vatNumber: env.COMPANY_VAT_NUMBER ?? null,
      registrationNumber: env.COMPANY_REGISTRATION_NUMBER ?? null,
      directors: env.COMPANY_DIRECTORS ?? null,
    },
    contact: contactOf(env),
    /** What of it was set; the rest are placeholders. */
    contactSet: {
      phone: env.COMPANY_PHONE ?? null,
      email: env.COMPANY_EMAIL ?? null,
      address: env.COMPANY_ADDRESS ?? null,
    },
    /** Beside PayFast. */
    officeTakes: env.OFFICE_TAKES,
    trustProxy: env.TRUST_PROXY,
    /** Unset: the office answers to every address. */
    officeNetworks: env.ALLOW_OFFICE_FROM,
    smtpUrl: env.SMTP_URL,
    mailFrom: senderOf(env),
    texts: {
      bulksms:
        env.SMS_PROVIDER && env.BULKSMS_TOKEN_ID && env.BULKSMS_TOKEN_SECRET
          ? { tokenId: env.BULKSMS_TOKEN_ID, tokenSecret: env.BULKSMS_TOKEN_SECRET, url: env.BULKSMS_URL }
          : null,
      quietHours: env.SMS_QUIET_HOURS,
    },
    emailjs: {
      variant: env.EMAILJS_VARIANT,
      userId: env.EMAILJS_USER_ID,
      serviceId: env.EMAILJS_SERVICE_ID,
      templateId: env.EMAILJS_TEMPLATE_ID,
      accessToken: env.EMAILJS_ACCESS_TOKEN,
      url: env.EMAILJS_URL,
    },
    replica: replicaOf(env, dataDir),
    trackingUrl: env.TRACKING_URL,
    trackproUrl: env.TRACKPRO_URL,
    /** Without a port, metrics aren't served. */
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST },
  } as const;
}

/** The folder of emails, if the site writes them to files and isn't public; otherwise null. */
export function emailFolder({ smtpUrl, isHttps, dataDir }: Config): string | null {
  return smtpUrl || isHttps ? null : path.join(dataDir, "outbox");
}

/** Until when no text message is sent, such as `07:00`; null outside quiet hours. */
export function textsWaitUntil({ texts: { quietHours } }: Config, now: Date): string | null {
  return quietHours && isQuiet(quietHours, now) ? quietHours.until : null;
}

/** A blank variable counts as unset. */
function set(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

export type Config = ReturnType<typeof readConfig>;

let config: Config | undefined;
let environment: Record<string, string | undefined> = process.env;

/** Uses these settings instead of the process's own. Throws ConfigError. */
export function takeSettings(settings: Record<string, string | undefined>): void {
  environment = settings;
  config = taken(settings);
}

/** What the settings were read from, for a thread, which reads them itself. */
export const settingsAsGiven = (): Record<string, string | undefined> => ({ ...environment });

function taken(environment: Record<string, string | undefined>): Config {
  const read = readConfig(environment);
  tellContact(read.contact);
  speak(read.language);
  return read;
}

/** The settings of this process, read at first use. Throws ConfigError. */
export function settings(): Config {
  config ??= taken(process.env);
  return config;
}
