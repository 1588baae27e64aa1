import * as z from "zod";
import { isPostgresUrl } from "#db/dialect";
import { brand } from "../brand";
import { readQuietHours } from "../domain/post/quiet-hours";
import { readAddressList } from "../domain/values/address-list.server";
import { isEmail } from "../domain/values/email";
import { normalisePhone } from "../domain/values/phone.server";
import { languages } from "../language/language";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Spaces around a value are removed. */
const blankIsUnset = (value: unknown) => (typeof value === "string" ? value.trim() || undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsUnset, schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string) =>
  z.preprocess((given) => blankIsUnset(given) ?? value, schema);

const webAddress = () =>
  z.url({ protocol: /^https?$/, error: "must be a web address, http:// or https://", abort: true });
const placeHere = () => z.string().regex(/^[\w.:%-]+$/, "must be an address or a name of this machine");
const unspaced = () => z.string().regex(/^\S+$/, "may not hold spaces");

const wholeNumber = (least: number, most: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, what)
    .transform(Number)
    .refine((number) => number >= least && number <= most, what);
const port = (least: number) => wholeNumber(least, 65535, `must be a port number, ${least} to 65535`);

/** Accepting part of a list would lose payments, or let anybody into the office. */
const addressList = () =>
  z.string().transform((text, problem) => {
    const list = readAddressList(text);
    if (list.ok) return list.addresses;
    problem.addIssue({ code: "custom", message: list.why });
    return z.NEVER;
  });

const databaseUrl = z
  .string()
  .refine((url) => url.startsWith("file:") || isPostgresUrl(url), {
    error: "must begin with file: or postgres://",
    abort: true,
  })
  .refine((url) => url !== "file:" && filePathOf(url) !== ":memory:", "must name a file: file:/folder/courier.db")
  .refine((url) => isPostgresUrl(url) || !/[?#]/.test(url), "must be file: and a path, without ? or #")
  .refine(
    (url) =>
      !isPostgresUrl(url) || (URL.canParse(url) && new URL(url).hostname !== "" && new URL(url).pathname.length > 1),
    "must be postgres://user:password@host:port/database; in the password @ : / ? # % percent-encoded, as %40 for @",
  );

/** An address, or a name followed by one in angle brackets. Mail servers would misread more than one. */
const SENDER = /^(?:(?:"[^"\r\n]*"[ \t]*|[^"<>@,;\r\n]*)<[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/;

/** Only this machine. */
export const DEFAULT_METRICS_HOST = "127.0.0.1";

const NOTHING = "";

/** Checks each variable by itself. */
export const EnvironmentSchema = z.object({
  /** Read by the build; the site only refuses one that it wasn't built from. */
  BRAND_DIR: optional(z.string()),
  NODE_ENV: withDefault(z.string(), "development"),
  PORT: withDefault(port(0), "3000"),
  HOST: withDefault(placeHere(), "0.0.0.0"),
  APP_URL: optional(webAddress().refine(isOrigin, "must be an origin such as https://courier.example, without a path")),
  DATA_DIR: withDefault(z.string(), "./data"),
  DATABASE_URL: optional(databaseUrl),
  SESSION_SECRET: optional(
    z
      .string()
      .transform((list) => list.split(",").map((secret) => secret.trim()))
      .refine(
        (secrets) => secrets.every((secret) => secret.length >= 16),
        "each secret must have at least 16 characters",
      ),
  ),
  PRICING_API_URL: optional(
    webAddress().refine((address) => !/[?#]/.test(address), "must be a base address, without ? or #"),
  ),
  API_REQUESTS_PER_MINUTE: withDefault(
    wholeNumber(1, 1_000_000_000, "must be a count of requests, at least 1, at most 1000000000"),
    "600",
  ),
  QUOTES_PER_HOUR: withDefault(wholeNumber(1, 1_000_000_000, "must be a count of quotes, at least 1"), "120"),
  BOOKINGS_PER_HOUR: withDefault(wholeNumber(1, 1_000_000_000, "must be a count of bookings, at least 1"), "60"),
  UNPAID_TEXTS_PER_DAY: withDefault(wholeNumber(0, 1_000_000, "must be a count of texts, 0 to 1000000"), "200"),
  PAYFAST_MODE: withDefault(
    z.enum(["simulator", "sandbox", "live"], { error: "must be simulator, sandbox or live" }),
    "simulator",
  ),
  PAYFAST_MERCHANT_ID: optional(unspaced()),
  PAYFAST_MERCHANT_KEY: optional(unspaced()),
  PAYFAST_PASSPHRASE: optional(z.string().regex(/^[A-Za-z0-9._-]+$/, "may only hold letters, digits and . _ -")),
  PAYFAST_VALIDATE_URL: optional(webAddress()),
  PAYFAST_API_URL: optional(webAddress()),
  PAYFAST_ALLOWED_IPS: optional(addressList()),
  /** What the office takes beside PayFast. */
  OFFICE_TAKES: withDefault(
    z.string().transform((list, problem) => {
      const named = list.split(",").map((each) => each.trim().toLowerCase());
      const ways = (["cash", "bank"] as const).filter((way) => named.includes(way));
      if (list === NOTHING || new Set(named).size === ways.length) return ways;
      problem.addIssue({ code: "custom", message: "must be cash, bank or cash,bank; unset: the office takes neither" });
      return z.NEVER;
    }),
    NOTHING,
  ),
  ALLOW_OFFICE_FROM: optional(addressList()),
  /** South African VAT numbers have ten digits and begin with 4. */
  COMPANY_VAT_NUMBER: optional(
    z.string().regex(/^(?:4\d{9}|none)$/, "must be ten digits that begin with 4, or none if you are no VAT vendor"),
  ),
  COMPANY_REGISTRATION_NUMBER: optional(
    z.string().regex(/^[A-Z]{0,3}\d{4}\/\d{6}\/\d{2}$/, "must be as in 2026/123456/07"),
  ),
  /** Names, separated by commas. */
  COMPANY_DIRECTORS: optional(z.string().max(300, "may have at most 300 characters")),
  COMPANY_PHONE: optional(
    z.string().transform((typed, problem) => {
      const phone = normalisePhone(typed);
      if (phone) return phone;
      problem.addIssue({ code: "custom", message: "must be a phone number, such as 011 555 0123" });
      return z.NEVER;
    }),
  ),
  COMPANY_EMAIL: optional(z.string().refine(isEmail, "must be an email address, such as hello@courier.co.za")),
  /** In one line, its parts separated by commas. */
  COMPANY_ADDRESS: optional(z.string().regex(/^[^\r\n]{1,200}$/, `must be one line, such as ${brand.address}`)),
  /** When receivers can fetch parcels at the company's address. */
  DEPOT_HOURS: optional(
    z.string().regex(/^[^\r\n]{1,100}$/, "must be one line, such as Monday to Friday, 08:00 to 17:00"),
  ),
  CHAT_MESSENGER: optional(webAddress()),
  CHAT_INSTAGRAM: optional(webAddress()),
  CHAT_WHATSAPP: optional(webAddress()),
  SOCIAL_FACEBOOK: optional(webAddress()),
  SOCIAL_INSTAGRAM: optional(webAddress()),
  SITE_LANGUAGE: withDefault(
    z.enum(Object.keys(languages) as (keyof typeof languages)[], {
      error: `must be one of ${Object.keys(languages).join(", ")}`,
    }),
    "en-ZA",
  ),
  TRUST_PROXY: withDefault(wholeNumber(0, 10, "must be a count of proxies, 0 to 10"), "0"),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        isMailServer,
        "must be smtp://user:password@host:port or smtps://…; in the password @ : / ? # % percent-encoded, as %40 for @",
      ),
  ),
  MAIL_FROM: optional(z.string().regex(SENDER, `must be one address, as in ${brand.name} <no-reply@courier.example>`)),
  SMS_PROVIDER: optional(z.enum(["bulksms"], { error: "must be bulksms, or unset: text messages become files" })),
  BULKSMS_TOKEN_ID: optional(unspaced()),
  BULKSMS_TOKEN_SECRET: optional(unspaced()),
  BULKSMS_URL: optional(
    webAddress().refine((address) => !/[?#]/.test(address), "must be a base address, without ? or #"),
  ),
  SMS_QUIET_HOURS: withDefault(
    z.string().transform((text, problem) => {
      const hours = readQuietHours(text);
      if (hours !== undefined) return hours;
      problem.addIssue({ code: "custom", message: "must be as in 20:00-07:00, or none" });
      return z.NEVER;
    }),
    "20:00-07:00",
  ),
  EMAILJS_USER_ID: optional(z.string()),
  EMAILJS_SERVICE_ID: optional(z.string()),
  EMAILJS_TEMPLATE_ID: optional(z.string()),
  EMAILJS_ACCESS_TOKEN: optional(z.string()),
  EMAILJS_URL: optional(webAddress()),
  EMAILJS_VARIANT: withDefault(z.enum(["json", "form"], { error: "must be json or form" }), "json"),
  LITESTREAM_REPLICA_URL: optional(
    z.string().regex(/^(?:s3|sftp|file):\/\/./, "must begin with s3://, sftp:// or file://"),
  ),
  LITESTREAM_ACCESS_KEY_ID: optional(z.string()),
  LITESTREAM_SECRET_ACCESS_KEY: optional(z.string()),
  LITESTREAM_S3_ENDPOINT: optional(webAddress()),
  LITESTREAM_S3_REGION: optional(unspaced()),
  LITESTREAM_SFTP_KEY_PATH: optional(z.string()),
  LITESTREAM_PATH: optional(z.string()),
  TRACKING_URL: optional(webAddress()),
  TRACKPRO_URL: optional(webAddress()),
  METRICS_PORT: optional(port(1)),
  METRICS_HOST: withDefault(placeHere(), DEFAULT_METRICS_HOST),
  /** Used by the log itself (`log.server.ts`), which starts before any setting is read. */
  LOG_LEVEL: withDefault(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` })),
    "info",
  ),
});

/** Every variable that is read. */
export const settingNames = Object.keys(EnvironmentSchema.shape);

export type Environment = z.infer<typeof EnvironmentSchema>;

/** The path in a `file:` address. */
export function filePathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^file:(\/\/)?/, "");
}

function isOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  return /^\/*$/.test(pathname) && [username, password, search, hash].join("") === "" && !/[?#]/.test(address);
}

/** An unencoded special character would change the host, or cut off the password. */
function isMailServer(address: string): boolean {
  const login = /^smtps?:\/\/(?:([^@:/?#]+):([^@:/?#]+)@)?[^@/?#]+\/?(?:\?[^@#]*)?$/.exec(address);
  if (!login || !URL.canParse(address) || new URL(address).hostname === "") return false;
  try {
    return decodeURIComponent(`${login[1]}${login[2]}`) !== "";
  } catch {
    return false;
  }
}
