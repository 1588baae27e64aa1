import { readFileSync } from "node:fs";
import path from "node:path";
import { brand } from "#app/brand";

let common: Set<string> | undefined;

/** Our name and our trade: the first words that somebody would guess here. */
const ourWords = new RegExp(
  `^(?:${(brand.legalName.toLowerCase().match(/\p{Letter}+/gu) ?? []).join("|")}|couriers?|parcels?|waybills?)+$`,
);

/**
 * Whether a password is easy to guess: one of the 10,000 most common that our rules would accept, one character
 * repeated, or our own words with only digits and punctuation around them. Upper case and spaces around it don't count.
 * The list is from the package @zxcvbn-ts/language-common 4.1.3 (MIT licence; passwords of published leaks, the most
 * common first): the first 10,000 of six or more characters.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(path.resolve("db/common-passwords.txt"), "utf8").trimEnd().split("\n"));
  const typed = password.normalize("NFKC").trim().toLowerCase();
  return common.has(typed) || new Set(typed).size === 1 || ourWords.test(typed.replace(/\P{Letter}/gu, ""));
}
