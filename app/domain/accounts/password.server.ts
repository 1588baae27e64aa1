import { hash, verify } from "@node-rs/argon2";
import type { Asked } from "#app/domain/limits/cause";

/**
 * Argon2id, the package's default. Takes about 50 ms on a small server; `password-turn.server.ts` limits how many run at once.
 */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export async function hashPassword(_turn: Asked<"a password hashed">, password: string): Promise<string> {
  return hash(asTyped(password), COST);
}

/**
 * Whether this is the password that was hashed; no password is that of a hash that can't be read. For an unknown user a
 * random hash is checked, so that the answer takes just as long.
 */
export async function isPassword(
  _turn: Asked<"a password hashed">,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await randomPasswordHash()), asTyped(password)).catch(() => false);
  return isRight && passwordHash !== undefined;
}

/** Normalised, because keyboards compose the same letters in different ways. */
function asTyped(password: string): string {
  return password.normalize("NFKC");
}

let nobodys: Promise<string> | undefined;

/** The hash of a random password that is not kept, at the same cost. */
export function randomPasswordHash(): Promise<string> {
  nobodys ??= hash(crypto.randomUUID(), COST);
  return nobodys;
}
