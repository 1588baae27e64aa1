import { readFileSync } from "node:fs";
import path from "node:path";
import { brand } from "#app/brand";

let common: Set<string> | undefined;

/** Our name and our trade: what somebody tries here before anywhere else. */
const ourWords = new RegExp(`^(?:${brand.shortName.toLowerCase()}|couriers?|parcels?|waybills?)+$`);

/**
 * Whether a password is what anybody tries first: one of the 10,000 commonest that our rules would take, or words of ours
 * with nothing but figures and signs to them. Capitals and spaces around it make it no better. The list is of the package @zxcvbn-ts/language-common 4.1.3 (MIT
 * licence; passwords of published leaks, the commonest first): its first 10,000 of six or more characters.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(path.resolve("db/common-passwords.txt"), "utf8").trimEnd().split("\n"));
  const typed = password.normalize("NFKC").trim().toLowerCase();
  return common.has(typed) || ourWords.test(typed.replace(/\P{Letter}/gu, ""));
}
