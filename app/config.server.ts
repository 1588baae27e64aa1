import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** A setting that is wrong; its message is one clear line for whoever starts the site. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Spaces around a value are nobody's intention. */
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

const databaseFile = z
  .string()
  .startsWith("file:", "must begin with file: (the only kind that this release knows)")
  .transform(filePathOf)
  .refine((file) => file !== "" && file !== ":memory:", "must name a file: file:/folder/courier.db")
  .refine((file) => !/[?#]/.test(file), "must be file: and a path, without ? or #");

/** A name may stand before the address, which is then in angle brackets; more than one address would be sent as nobody means it. */
const SENDER = /^(?:(?:"[^"\r\n]*"|[^"<>@,;\r\n]*)\s*<[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/;

const EnvironmentSchema = z.object({
  NODE_ENV: withDefault(z.string(), "development"),
  PORT: withDefault(port(0), "3000"),
  HOST: withDefault(placeHere(), "0.0.0.0"),
  APP_URL: optional(webAddress().refine(isOrigin, "must be an origin such as https://courier.example, without a path")),
  DATA_DIR: withDefault(z.string(), "./data"),
  DATABASE_URL: optional(databaseFile),
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
  PAYFAST_MODE: withDefault(
    z.enum(["simulator", "sandbox", "live"], { error: "must be simulator, sandbox or live" }),
    "simulator",
  ),
  PAYFAST_MERCHANT_ID: optional(unspaced()),
  PAYFAST_MERCHANT_KEY: optional(unspaced()),
  PAYFAST_PASSPHRASE: optional(z.string().regex(/^[A-Za-z0-9._-]+$/, "may only hold letters, digits and . _ -")),
  PAYFAST_VALIDATE_URL: optional(webAddress()),
  PAYFAST_ALLOWED_IPS: optional(z.string()),
  TRUST_PROXY: withDefault(wholeNumber(0, 10, "must be a count of proxies, 0 to 10"), "0"),
  SMTP_URL: optional(
    z
      .string()
      .refine(isMailServer, "must be smtp:// or smtps:// with a host; of a password, @ : / ? % percent-encoded"),
  ),
  MAIL_FROM: optional(z.string().regex(SENDER, "must be one address, as in Thuma Couriers <no-reply@courier.example>")),
  EMAILJS_USER_ID: optional(z.string()),
  EMAILJS_SERVICE_ID: optional(z.string()),
  EMAILJS_TEMPLATE_ID: optional(z.string()),
  EMAILJS_ACCESS_TOKEN: optional(z.string()),
  EMAILJS_URL: optional(webAddress()),
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
  METRICS_HOST: withDefault(placeHere(), "127.0.0.1"),
  /** Used by the log itself (`log.server.ts`), which is there before any setting is read. */
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

/**
 * Reads the environment once, checks it, and makes what it names: the data folder, and a session secret kept in it.
 * @throws ConfigError with one line that names the variable and what is wrong with it
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const { sessionSecrets, ...checked } = checkEnvironment(environment);
  const { dataDir } = checked;
  makeDataFolder(dataDir);
  refuseMissingFolder(checked.databaseFile);
  return { ...checked, sessionSecrets: sessionSecrets ?? [keptSecret(dataDir)] };
}

/**
 * What the environment says, checked; nothing is made yet.
 * @throws ConfigError with one line that names the variable and what is wrong with it
 */
export function checkEnvironment(environment: Record<string, string | undefined>) {
  const parsed = EnvironmentSchema.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join(".") ?? "Environment"}: ${issue?.message ?? "is wrong"}`);
  }
  const env = parsed.data;
  const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");
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
  if (isHttps && !env.SESSION_SECRET) throw new ConfigError("SESSION_SECRET: required when APP_URL is https");

  const dataDir = path.resolve(env.DATA_DIR);
  return {
    isProduction: env.NODE_ENV === "production",
    port: env.PORT,
    host: env.HOST,
    appUrl,
    isHttps,
    dataDir,
    databaseFile: databaseFileOf(env.DATABASE_URL, dataDir),
    sessionSecrets: env.SESSION_SECRET,
    pricingApiUrl: env.PRICING_API_URL?.replace(/\/+$/, ""),
    apiRequestsPerMinute: env.API_REQUESTS_PER_MINUTE,
    payfast: {
      mode: env.PAYFAST_MODE,
      merchantId: env.PAYFAST_MERCHANT_ID,
      merchantKey: env.PAYFAST_MERCHANT_KEY,
      passphrase: env.PAYFAST_PASSPHRASE,
      validateUrl: env.PAYFAST_VALIDATE_URL,
      allowedIps: env.PAYFAST_ALLOWED_IPS,
    },
    trustProxy: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    emailjs: {
      userId: env.EMAILJS_USER_ID,
      serviceId: env.EMAILJS_SERVICE_ID,
      templateId: env.EMAILJS_TEMPLATE_ID,
      accessToken: env.EMAILJS_ACCESS_TOKEN,
      url: env.EMAILJS_URL,
    },
    replica: replicaOf(env, dataDir),
    trackingUrl: env.TRACKING_URL,
    trackproUrl: env.TRACKPRO_URL,
    /** Without a port nothing is served. */
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST },
  } as const;
}

export type Config = ReturnType<typeof readConfig>;

/** Where the second copy of the database is kept, and what opens that place; nothing when none is wanted. */
function replicaOf(env: z.infer<typeof EnvironmentSchema>, dataDir: string) {
  const url = env.LITESTREAM_REPLICA_URL;
  if (!url) return undefined;
  const keyPath = env.LITESTREAM_SFTP_KEY_PATH && path.resolve(env.LITESTREAM_SFTP_KEY_PATH);
  if (!URL.canParse(url)) throw new ConfigError("LITESTREAM_REPLICA_URL: isn't a whole address");
  const { protocol, hostname, username, password, pathname } = new URL(url);
  if (protocol === "s3:" && !(env.LITESTREAM_ACCESS_KEY_ID && env.LITESTREAM_SECRET_ACCESS_KEY)) {
    throw new ConfigError("LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY: both are required with s3://");
  }
  if (protocol === "sftp:" && !(hostname && username && pathname.length > 1)) {
    throw new ConfigError("LITESTREAM_REPLICA_URL: must name user, host and folder: sftp://user@host/folder");
  }
  if (protocol === "sftp:" && !password && !keyPath) {
    throw new ConfigError("LITESTREAM_SFTP_KEY_PATH: required with sftp:// unless the address holds a password");
  }
  if (keyPath) refuseUnreadable("LITESTREAM_SFTP_KEY_PATH", keyPath);
  if (protocol === "s3:" && !hostname) throw new ConfigError("LITESTREAM_REPLICA_URL: must name a bucket: s3://bucket");
  if (protocol === "file:" && (hostname || pathname === "/")) {
    throw new ConfigError("LITESTREAM_REPLICA_URL: must name a whole path: file:///folder");
  }
  if (protocol === "file:" && !path.relative(dataDir, pathname).startsWith("..")) {
    throw new ConfigError("LITESTREAM_REPLICA_URL: must lie outside DATA_DIR: what is lost together is no second copy");
  }
  return {
    url,
    keyPath,
    accessKeyId: env.LITESTREAM_ACCESS_KEY_ID,
    secretAccessKey: env.LITESTREAM_SECRET_ACCESS_KEY,
    endpoint: env.LITESTREAM_S3_ENDPOINT,
    region: env.LITESTREAM_S3_REGION,
    program: env.LITESTREAM_PATH,
  };
}

function refuseUnreadable(setting: string, file: string): void {
  if (!existsSync(file)) throw new ConfigError(`${setting}: there is no file ${file}`);
  if (statSync(file).isDirectory()) throw new ConfigError(`${setting}: ${file} is a folder, not a file`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new ConfigError(`${setting}: ${file} can't be read by this user: ${reason(error)}`);
  }
}

function filePathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^file:(\/\/)?/, "");
}

function databaseFileOf(named: string | undefined, dataDir: string): string {
  const file = path.resolve(named ?? path.join(dataDir, "courier.db"));
  if (!isFolder(file)) return file;
  throw new ConfigError(`${named ? "DATABASE_URL" : "DATA_DIR"}: ${file} is a folder, not a file`);
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function isOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  return /^\/*$/.test(pathname) && [username, password, search, hash].join("") === "" && !/[?#]/.test(address);
}

function isMailServer(address: string): boolean {
  if (!/^smtps?:\/\//.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  try {
    return hostname !== "" && decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${dataDir} can't be made: ${reason(error)}`);
  }
  if (!statSync(dataDir).isDirectory()) throw new ConfigError(`DATA_DIR: ${dataDir} is a file, not a folder`);
}

function refuseMissingFolder(databaseFile: string): void {
  const folder = path.dirname(databaseFile);
  if (!isFolder(folder))
    throw new ConfigError(`DATABASE_URL: there is no folder ${folder}, or none that this user may enter`);
}

/** One after the other: asked for all at once, Node tries for ever where none can be made, as beneath /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process of ours may have made it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Made once, readable by the owner only, so that drafts survive a restart. A full disk would leave an empty one,
 * with which anybody could sign.
 */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "session-secret");
  let secret: string;
  try {
    if (!existsSync(file)) makeSecret(file);
    secret = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw unusable(dataDir, error);
  }
  if (secret) return secret;
  throw new ConfigError(`DATA_DIR: ${file} is empty. Remove it and start again: a new one is made.`);
}

function makeSecret(file: string): void {
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Another process of ours may have made it in the meantime: then its secret is the one.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    rmSync(file, { force: true });
    throw error;
  }
}

function unusable(dataDir: string, error: unknown): ConfigError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return new ConfigError(
    ["ENOSPC", "EDQUOT", "EFBIG"].includes(code)
      ? `DATA_DIR: the disk of ${dataDir} is full (${reason(error)}). Make room there and start again.`
      : `DATA_DIR: the folder ${dataDir} can't be used by this user: ${reason(error)}`,
  );
}

let config: Config | undefined;

/** The settings of this process, read at first use. Throws ConfigError. */
export function settings(): Config {
  config ??= readConfig(process.env);
  return config;
}
