import type { Asked } from "#app/domain/limits/cause";
import type { Reader } from "#db/store.server";
import { isPassword } from "../accounts/password.server";
import { sha256 } from "../values/sha256.server";
import { type OfficeRow, personWithEmail } from "./people.server";

/** The person with this email and password. As long is taken for an email that nobody has. */
export async function personByPassword(
  store: Reader,
  _tried: Asked<"a password of the office tried">,
  turn: Asked<"a password hashed">,
  email: string,
  password: string,
): Promise<OfficeRow | null> {
  const person = await personWithEmail(store, email);
  const hash = person?.blockedAt ? undefined : (person?.passwordHash ?? undefined);
  return (await isPassword(turn, password, hash)) ? person : null;
}

/** A mark that changes with a person's password: between the password and the code nothing else may have changed it. */
export function passwordFingerprint({ passwordHash }: Pick<OfficeRow, "passwordHash">): string {
  return sha256(passwordHash ?? "");
}
