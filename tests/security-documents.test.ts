import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linkLives, opensAt } from "#app/domain/accounts/link-modes";
import { DRIVER_SESSION_DAYS, SESSION_DAYS } from "#app/domain/accounts/sessions.server";
import { LINK_LIVES_MS } from "#app/domain/drivers/driver-sessions.server";
import { JOIN_HOURS } from "#app/domain/office/invitations.server";
import { DAYS, HOURS } from "#app/durations";

/** What documents say of the code, where a standard asks that it is written down. */
const read = (file: string) => readFileSync(file, "utf8");
const inOneLine = (words: string) => words.replace(/\s+/g, " ");

/** A part of docs/security.md. */
function part(heading: string): string {
  const [, words = ""] = read("docs/security.md").split(`\n## ${heading}\n`);
  const [own = ""] = words.split("\n## ");
  if (!own) throw new Error(`docs/security.md has no part “${heading}”`);
  return inOneLine(own);
}

/** The files of ours that hold this, without the parts that nothing runs. */
function filesWith(pattern: RegExp): string[] {
  const files = ["app", "db", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const code = (file: string) => read(file).replace(/`[^`]*`/g, "");
  return files
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\/node_modules\//.test(file) && pattern.test(code(file)))
    .toSorted();
}

test("every way in is written down: what starts a session, and how long its link works", () => {
  expect(filesWith(/\bstartSession\(/)).toEqual([
    "app/domain/accounts/reset-password.server.ts",
    "app/domain/accounts/sessions.server.ts",
    "app/domain/drivers/driver-sessions.server.ts",
    "app/domain/office/join.server.ts",
    "app/http/office/sign-in.server.ts",
    "app/http/sign-in/auth.server.ts",
  ]);
  expect(Object.keys(linkLives)).toEqual([
    ...["resetPassword", "verifyEmail", "verifyAndChangeEmail", "recoverEmail", "moveAccount", "stopMove"],
  ]);
  expect([linkLives.resetPassword / HOURS, linkLives.recoverEmail / DAYS, LINK_LIVES_MS / DAYS]).toEqual([1, 30, 7]);
  expect([linkLives.moveAccount / DAYS, opensAt("moveAccount", new Date(0)).getTime() / DAYS]).toEqual([4, 1]);
  const passwords = part("Passwords");
  expect(passwords).toContain(
    "There are four ways into an account: email and password; a link that was mailed to reset the password (once, one hour); a link to the old address after an email change (once, 30 days); a link to the new address of an account that a manager moves (once, from 24 hours after both addresses were told, for three days).",
  );
  expect(passwords).toContain("A driver's phone is signed in by a link in a text message: once, within 7 days");
  expect(part("The office in a browser")).toContain(
    `A person comes in by a link of ${JOIN_HOURS} hours that works once`,
  );
});

test("our own words that no password may be are written down, all of them", () => {
  const [, alternatives = ""] = /\|([a-z?|]+)\)\+\$/.exec(read("app/domain/accounts/common-passwords.server.ts")) ?? [];
  const words = alternatives.split("|").map((word) => word.replace(/s\?$/, ""));
  expect(words).toHaveLength(3);
  for (const word of words) expect(part("Passwords")).toContain(`\`${word}\``);
});

test("how long sessions last is written down, and that any number may be open", () => {
  const sessions = part("Sessions and cookies");
  expect(sessions).toContain(`It lasts ${SESSION_DAYS} days from the sign-in, used or not.`);
  expect(sessions).toContain("Any number of sessions may be open.");
  expect(filesWith(/\$count\(\s*sessions\b/)).toEqual([]);
  expect(part("Passwords")).toContain(`for ${DRIVER_SESSION_DAYS} days, one phone at a time`);
});

test("what may be uploaded is written down as it is in the code", () => {
  const code = read("app/domain/drivers/photo.server.ts");
  const numberOf = (name: string) =>
    (new RegExp(`const ${name} = ([\\d_ *]+);`).exec(code)?.[1] ?? "")
      .split("*")
      .reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
  const [read_, kept, pixels, side, keptSide] = [
    ...["MOST_PHOTO_BYTES", "MOST_KEPT_BYTES", "MOST_PIXELS", "LONGEST_READ_SIDE", "LONGEST_SIDE"].map(numberOf),
  ];
  const decision = inOneLine(read("docs/decisions/0038-photos-in-webassembly.md"));
  expect(decision).toContain(`at most ${keptSide} a side and ${(kept ?? 0) / 1024} KB, as JPEG`);
  expect(decision).toContain(
    `more than ${(pixels ?? 0) / 1e6} million pixels, or more than ${side?.toLocaleString("en")} on a side`,
  );
  expect(decision).toContain(`Forms of up to ${(read_ ?? 0) / 1024 ** 2} MB are read only for a driver's stop`);
});

/** Where something is signed, encrypted or hashed with a key, and the words of its row. */
const cryptography: Record<string, string> = {
  "app/domain/accounts/password.server.ts": "Argon2id",
  "app/domain/accounts/shopify-shop.server.ts": "Shopify's signing secret",
  "app/domain/money/merchant-api.server.ts": "MD5, which is PayFast's choice",
  "app/domain/money/payfast-signature.server.ts": "MD5, which is PayFast's choice",
  "app/domain/values/ids.server.ts": "`node:crypto`, by nanoid",
  "app/domain/values/link-signature.server.ts": "the key of links",
  "app/domain/post/webhooks/sign.server.ts": "a webhook's secret",
  "app/http/office/seal.server.ts": "AES-256-GCM",
  "app/signature.server.ts": "`SESSION_SECRET`",
  "db/secret-columns.ts": "the key of a copy to read",
};

test("every key and every algorithm that depends on one is in the inventory", () => {
  const found = filesWith(
    /\b(?:createHmac|createCipheriv|createSign|hkdfSync|nanoid)\(|createHash\("md5"\)|"@node-rs\/argon2"/,
  );
  expect(found).toEqual(Object.keys(cryptography).toSorted());
  for (const row of Object.values(cryptography)) expect(part("Cryptography")).toContain(row);
  const settings = read("app/config/environment.server.ts");
  const secrets = [...settings.matchAll(/^ {2}(\w*(?:SECRET|PASSPHRASE|ACCESS_TOKEN)): /gm)].map(
    ([, name = ""]) => name,
  );
  expect(secrets.length).toBeGreaterThan(3);
  for (const name of secrets)
    expect(part("Cryptography")).toMatch(new RegExp(`\`(?:${name}|${name.split("_")[0]}_\\*)\``));
});

/** Where a connection leaves the site, and the words for whom it goes to. */
const outwards: Record<string, string> = {
  "app/domain/post/emailjs.server.ts": "the mail server or EmailJS",
  "app/domain/post/smtp.server.ts": "the mail server or EmailJS",
  "app/domain/money/confirm-with-payfast.server.ts": "confirmation of a notice",
  "app/domain/money/merchant-api.server.ts": "PayFast",
  "app/domain/prices/contract/http-client.server.ts": "the pricing service where one is set",
  "app/domain/post/bulksms.server.ts": "BulkSMS",
  "app/domain/post/webhooks/webhook-transport.server.ts": "the addresses that customers register for webhooks",
  "db/copy/postgres-side.server.ts": "the database where it is PostgreSQL",
  "db/postgres/store.server.ts": "the database where it is PostgreSQL",
};

test("everybody whom the site calls is written down", () => {
  const leaves = /(?<!function )\bcallServer\(|\bcreateTransport\((?!\{ streamTransport)|\bnew pg\.(?:Pool|Client)\(/;
  expect(filesWith(leaves)).toEqual(Object.keys(outwards).toSorted());
  const words = part("Whom the site talks to");
  for (const whom of [...Object.values(outwards), "the place of the replica"]) expect(words).toContain(whom);
});

test("how soon a vulnerability is mended, and when libraries are updated, is written down", () => {
  for (const words of ["within two days", "within a week", "monthly", "npm audit --omit=dev"])
    expect(part("Updates")).toContain(words);
});
