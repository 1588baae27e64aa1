import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import { Secret, TOTP } from "otpauth";
import { brand } from "#app/brand";
import type { Asked } from "#app/domain/limits/cause";
import { SECONDS } from "#app/durations";
import { officeFactors } from "#db/schema/office-people";
import type { Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { sha256 } from "../values/sha256.server";

const PERIOD_S = 30;
/** A phone's clock may be this many half minutes wrong, either way. */
const STEPS_APART = 1;
/** How much later than a code that is right now the last one can have been. */
const STEPS_AHEAD = 2 * STEPS_APART;
const KEY_BYTES = 20;
const RECOVERY_CODES = 10;
/** 79 bits, without the characters that look alike. */
const newRecoveryCode = customAlphabet("23456789abcdefghjkmnpqrstuvwxyz", 16);

/** Encrypts a person's key, and reads it again; null if no secret fits. */
export type KeySeal = { seal(key: string): string; open(sealed: string): string | null };

/** A new key for an app, as text to type. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** Ten new recovery codes: `7k3m-...`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode().replace(/(.{4})(?!$)/g, "$1-"));
}

/** What an app's camera reads. */
export function addressOfKey(key: string, email: string): string {
  return appOf(key, email).toString();
}

/** The half minute that a code of an app belongs to; null if it is wrong. */
export function stepOfCode(key: string, typed: string, now: Date): number | null {
  const timestamp = now.getTime();
  const apart = appOf(key, "").validate({ token: typed.replace(/\s/g, ""), timestamp, window: STEPS_APART });
  return apart === null ? null : Math.floor(timestamp / (PERIOD_S * SECONDS)) + apart;
}

/** Gives a person an app and recovery codes, in place of those before. `step` is that of the code that was typed. */
export async function setFactors(
  tx: Tx,
  personId: string,
  { key, step, recoveryCodes }: { key: string; step: number; recoveryCodes: string[] },
  { seal }: KeySeal,
  now: Date,
): Promise<void> {
  await tx.delete(officeFactors).where(eq(officeFactors.personId, personId));
  const all = () => ({ id: newId(), personId, createdAt: now });
  await tx.insert(officeFactors).values({ ...all(), kind: "app", keySealed: seal(key), lastStep: step });
  const codes = recoveryCodes.map((code) => ({ ...all(), kind: "recovery code" as const, codeHash: hashOf(code) }));
  await tx.insert(officeFactors).values(codes);
}

/** `key lost`: it isn't a recovery code, and no secret opens the app's key, so that no code of the app can be right. */
export type CodeOutcome = "taken" | "wrong" | "key lost";

/** Takes a person's code, of the app or for recovery: each once, by one update, whichever process it was typed at. */
export async function takeCode(
  tx: Tx,
  _tried: Asked<"a code of the office tried">,
  personId: string,
  typed: string,
  { seal, open }: KeySeal,
  now: Date,
): Promise<CodeOutcome> {
  const [app] = await tx
    .select()
    .from(officeFactors)
    .where(and(eq(officeFactors.personId, personId), eq(officeFactors.kind, "app")));
  const key = app?.keySealed ? open(app.keySealed) : null;
  const step = key === null ? null : stepOfCode(key, typed, now);
  const { lastStep } = officeFactors;
  // A last step that is further ahead than any clock may be counts as none: it is from a clock that was ahead.
  const isNotTaken =
    step === null ? undefined : or(isNull(lastStep), lt(lastStep, step), gt(lastStep, step + STEPS_AHEAD));
  const taken =
    app && key !== null && step !== null
      ? await tx
          .update(officeFactors)
          // Encrypted again, because the secret may have changed since.
          .set({ lastStep: step, keySealed: seal(key) })
          .where(and(eq(officeFactors.id, app.id), isNotTaken))
          .returning({ id: officeFactors.id })
      : await tx
          .update(officeFactors)
          .set({ usedAt: now })
          .where(
            and(
              eq(officeFactors.personId, personId),
              eq(officeFactors.codeHash, hashOf(typed)),
              isNull(officeFactors.usedAt),
            ),
          )
          .returning({ id: officeFactors.id });
  if (taken.length > 0) return "taken";
  return app && key === null ? "key lost" : "wrong";
}

function appOf(key: string, label: string): TOTP {
  return new TOTP({ issuer: brand.name, label, period: PERIOD_S, secret: Secret.fromBase32(key) });
}

/** Spaces, dashes and upper case don't count. */
function hashOf(code: string): string {
  return sha256(code.toLowerCase().replace(/[^a-z0-9]/g, ""));
}
