import { hash, verify } from "@node-rs/argon2";

/** Argon2id, which is the package's default. About 50 ms on a small server. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes a core and 19 MiB for its time; the others wait in line. */
const HASHES_AT_ONCE = 4;

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(asTyped(password), COST));
}

/**
 * Whether the password is the one that was hashed. For somebody unknown a hash of nothing is checked, so that the
 * answer takes as long.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await inTurn(async () => verify(passwordHash ?? (await dummyHash()), asTyped(password)));
  return isRight && passwordHash !== undefined;
}

/** The same letters, whichever way a keyboard composes them. */
function asTyped(password: string): string {
  return password.normalize("NFKC");
}

let dummy: Promise<string> | undefined;

/** Nobody's password, at the same cost. */
function dummyHash(): Promise<string> {
  dummy ??= hash(crypto.randomUUID(), COST);
  return dummy;
}

let underway = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underway >= HASHES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else underway += 1;
  try {
    return await work();
  } finally {
    // Hands the place on rather than giving it up, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else underway -= 1;
  }
}
