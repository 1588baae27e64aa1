import { createHmac, randomBytes } from "node:crypto";
import { HOURS, SECONDS } from "#app/durations";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Both secrets sign for this long after a change. */
export const BOTH_SIGN_MS = 24 * HOURS;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * The headers of Standard Webhooks 1.0.0, which prove that a call comes from us.
 * @param id the same at every attempt
 * @param now of this attempt
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: Date) {
  const timestamp = Math.floor(now.getTime() / SECONDS);
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}

/** The secrets that sign for an endpoint now. */
export function secretsOf(
  {
    secret,
    previousSecret,
    previousUntil,
  }: { secret: string; previousSecret: string | null; previousUntil: Date | null },
  now: Date,
): string[] {
  const both = previousSecret !== null && previousUntil !== null && previousUntil > now;
  return both ? [secret, previousSecret] : [secret];
}

function signature(secret: string, content: string): string {
  return createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(content)
    .digest("base64");
}
