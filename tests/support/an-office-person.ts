import { TOTP } from "otpauth";
import { expect } from "vitest";
import { SECONDS } from "#app/durations";
import { staff } from "./staff";
import { type Page, Visitor } from "./visitor";

/** Of people of the office. */
export const OFFICE_PASSWORD = "bakkie taxi rank seven";

const HALF_MINUTE_MS = 30 * SECONDS;

/** An app that shows codes, on the phone of somebody who has just typed the key. */
export function anAuthenticator({ text }: Pick<Page, "text">) {
  const key = /type the key in the app: ((?:[A-Z2-7]{4} )+[A-Z2-7]{4})/.exec(text)?.[1];
  if (!key) throw new Error(`no key on the page: ${text}`);
  const app = new TOTP({ secret: key.replaceAll(" ", "") });
  return {
    key: key.replaceAll(" ", ""),
    /** The code of this moment, or of another half minute: 1 is the next. */
    code: (stepsLater = 0, at = Date.now()) => app.generate({ timestamp: at + stepsLater * HALF_MINUTE_MS }),
  };
}

/** The link that is printed when staff add a person to the office. */
export async function invited(site: { dataDir: string }, email: string, right = "clerk"): Promise<string> {
  const added = await staff(site, ["add", "person", "Thandi Nkosi", "--email", email, "--right", right]);
  expect(added).toMatchObject({ code: 0, err: "" });
  return /\/office\/join\?code=\S+/.exec(added.out)?.[0] ?? expect.fail(added.out);
}

/** Somebody who has just joined the office: their browser, the app on their phone, and their recovery codes. */
export async function joined(site: { url: string; dataDir: string }, email: string, right?: string) {
  return joinedBy(site, await invited(site, email, right));
}

/** Somebody who has used this link of theirs. */
export async function joinedBy(site: { url: string }, link: string) {
  const browser = new Visitor(site.url);
  await browser.open(link);
  const passwords = { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD };
  const app = anAuthenticator(await browser.press("Continue", passwords));
  const firstCode = app.code();
  return { browser, app, firstCode, recoveryCodes: codesOn(await browser.press("Continue", { code: firstCode })) };
}

/** The recovery codes that a page shows. */
export const codesOn = ({ document }: Page) => document.querySelectorAll("main code").map((code) => code.text);
