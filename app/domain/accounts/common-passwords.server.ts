import { readFileSync } from "node:fs";
import path from "node:path";

let common: Set<string> | undefined;

/**
 * Whether a password is one of the 10,000 commonest that our rules would take: those are what anybody tries first.
 * Capitals and spaces around it make it no better. The list is of the package @zxcvbn-ts/language-common 4.1.3 (MIT
 * licence; passwords of published leaks, the commonest first): its first 10,000 of six or more characters.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(path.resolve("db/common-passwords.txt"), "utf8").trimEnd().split("\n"));
  return common.has(password.normalize("NFKC").trim().toLowerCase());
}
