import { hash, verify } from "@node-rs/argon2";

/** Argon2id, which is the package's default. About 50 ms on a small server: `inPasswordLine` sees to it that few run at once. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), COST);
}

/**
 * Whether the password is the one that was hashed. For somebody unknown a hash of nothing is checked, so that the
 * answer takes as long.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodysHash()), asTyped(password));
  return isRight && passwordHash !== undefined;
}

/** The same letters, whichever way a keyboard composes them. */
function asTyped(password: string): string {
  return password.normalize("NFKC");
}

let nobodys: Promise<string> | undefined;

/** The hash of a password that was thrown away: nobody's, at the same cost. */
export function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.randomUUID(), COST);
  return nobodys;
}
