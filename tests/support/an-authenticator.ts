import { TOTP } from "otpauth";
import { SECONDS } from "#app/durations";
import type { Page } from "./visitor";

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
