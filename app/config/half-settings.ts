import { ConfigError } from "./config-error";
import { DEFAULT_METRICS_HOST } from "./environment.server";

const emailjsIds = ["EMAILJS_USER_ID", "EMAILJS_SERVICE_ID", "EMAILJS_TEMPLATE_ID"];
const s3Keys = ["LITESTREAM_ACCESS_KEY_ID", "LITESTREAM_SECRET_ACCESS_KEY"];
const merchant = ["PAYFAST_MERCHANT_ID", "PAYFAST_MERCHANT_KEY"];
/** The only provider of text messages. */
const bulksmsLogin = ["BULKSMS_TOKEN_ID", "BULKSMS_TOKEN_SECRET"];
const copyOptions = ["LITESTREAM_S3_ENDPOINT", "LITESTREAM_S3_REGION", "LITESTREAM_SFTP_KEY_PATH", "LITESTREAM_PATH"];

const allOf = new Intl.ListFormat("en-GB");

/** Settings that only work together: if any of `any` is set, all of `all` are required. */
const groups = [
  { any: [...emailjsIds, "EMAILJS_ACCESS_TOKEN", "EMAILJS_URL"], all: emailjsIds },
  { any: s3Keys, all: [...s3Keys, "LITESTREAM_REPLICA_URL"] },
  { any: copyOptions, all: ["LITESTREAM_REPLICA_URL"] },
  { any: merchant, all: merchant },
  { any: ["SMS_PROVIDER", ...bulksmsLogin, "BULKSMS_URL"], all: ["SMS_PROVIDER", ...bulksmsLogin] },
  { any: ["PAYFAST_API_URL"], all: [...merchant, "PAYFAST_PASSPHRASE"] },
];

/**
 * Refuses incomplete groups of settings.
 * @throws ConfigError that names what is missing, and which setting requires it
 */
export function refuseHalfSettings(environment: Record<string, string | undefined>): void {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  for (const { any, all } of groups) {
    const set = any.find(isSet);
    const missing = all.filter((name) => !isSet(name));
    if (set && missing.length > 0) throw new ConfigError(`${allOf.format(missing)}: required with ${set}`);
  }
  // Setting it to its default is allowed.
  if (isSet("METRICS_HOST") && !isSet("METRICS_PORT") && environment.METRICS_HOST?.trim() !== DEFAULT_METRICS_HOST)
    throw new ConfigError("METRICS_PORT: required with METRICS_HOST");
}
