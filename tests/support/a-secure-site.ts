import { openSite, type Site } from "./open-site";
import { freePort } from "./running-site";

/** What the law requires a shop that takes real money to name. */
export const companySettings = {
  COMPANY_VAT_NUMBER: "4123456789",
  COMPANY_REGISTRATION_NUMBER: "2026/123456/07",
  COMPANY_DIRECTORS: "Nomsa Khumalo, Pieter Mokoena",
  COMPANY_PHONE: "011 555 0123",
};

/** All that live payments need beside PayFast's account. Nothing answers at the mail server: emails stay queued. */
export const liveSettings = {
  PAYFAST_MODE: "live",
  ...companySettings,
  COMPANY_EMAIL: "desk@courier.co.za",
  COMPANY_ADDRESS: "7 Loop Street, Katlehong, Germiston, 1431",
  MAIL_FROM: "Thuma Couriers <no-reply@courier.co.za>",
  SMTP_URL: "smtp://127.0.0.1:9",
};

/** The settings of a site on https. */
export const secureSettings = {
  SESSION_SECRET: "a secret of the tests",
  PAYFAST_MODE: "sandbox",
  PAYFAST_MERCHANT_ID: "10000100",
  PAYFAST_MERCHANT_KEY: "46f0cd694581a",
  PAYFAST_PASSPHRASE: "jt7NOE43FZPn",
};

/** A site on https at `home`, behind a proxy that tests leave out: they use http at `url`. */
export async function aSecureSite(): Promise<Site & { home: string }> {
  const port = await freePort();
  const home = `https://localhost:${port}`;
  return { ...(await openSite({ ...secureSettings, PORT: String(port), APP_URL: home })), home };
}
