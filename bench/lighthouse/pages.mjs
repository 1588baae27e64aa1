import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { answers } from "../form.mjs";

const EMAIL = "lighthouse@example.co.za";
const PASSWORD = "kasi-taxi-rank-7";
const PATIENCE_MS = 10_000;

const open = [
  "/",
  "/track",
  "/join",
  "/contact",
  "/privacy",
  "/terms",
  "/developers",
  "/login",
  "/login?tab=register",
  "/login?tab=forgot",
  "/ship",
  "/ship?check=price&fromPostal=1431&toPostal=7784",
];
const account = ["/dashboard", "/account", "/account/password", "/demo", "/trackpro"];

/**
 * Every public page and every wizard step.
 * @returns [{ path, cookies }], with the cookies that the path needs: a draft, a session
 */
export async function pagesToLookAt(browser, site) {
  const guest = await browser.newContext({ javaScriptEnabled: false });
  const paid = await sendAParcel(await guest.newPage(), site.origin, "/ship", answers);
  const draft = await browser.newContext({ javaScriptEnabled: false });
  await toTheReview(await draft.newPage(), site.origin, "/ship", answers);

  const customer = await browser.newContext({ javaScriptEnabled: false });
  const page = await customer.newPage();
  await becomeACustomer(page, site);
  await toTheReview(page, site.origin, "/ship-local", answers);
  await toTheReview(page, site.origin, "/ship-Inter", { ...answers, toCountry: "Brazil" });

  const seenBy = async (context, paths) =>
    Promise.all(
      paths.map(async (path) => {
        const cookies = await context.cookies(site.origin + path);
        return { path, cookies: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
      }),
    );
  return [
    ...open.map((path) => ({ path, cookies: "" })),
    ...(await seenBy(draft, ["/ship/addresses", "/ship/parcel", "/ship/review"])),
    ...(await seenBy(guest, paid)),
    ...(await seenBy(customer, ["/ship-local/addresses", "/ship-local/parcel", "/ship-local/summary"])),
    ...(await seenBy(customer, ["/ship-Inter/addresses", "/ship-Inter/parcel", "/ship-Inter/review"])),
    ...(await seenBy(customer, account)),
  ];
}

/** Pays, and returns the pages on the way. */
async function sendAParcel(page, origin, base, typed) {
  await toTheReview(page, origin, base, typed);
  await page.locator("[name=confirm]").check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  const paid = new URL(page.url());
  await page.getByRole("link", { name: "Print the waybill" }).click();
  const waybill = new URL(page.url()).pathname;
  return [paid.pathname + paid.search, waybill, `/tracking?action=track&accno=&no=${waybill.split("/").at(-1)}`];
}

async function toTheReview(page, origin, base, typed) {
  await page.goto(`${origin}${base}/addresses`);
  const { toCountry, ...lines } = typed;
  for (const [name, value] of Object.entries(lines)) await page.locator(`[name=${name}]`).fill(value);
  if (toCountry) await page.locator("[name=toCountry]").selectOption(toCountry);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await page.locator("[name=parcelDesc]").fill("School shoes");
  if (toCountry) await page.locator("[name=customsDesc]").fill("Worn school shoes");
  await press(page, "Calculate Quote");
}

async function becomeACustomer(page, { origin, folder }) {
  await page.goto(`${origin}/login?tab=register`);
  const typed = { name: "Thandi Nkosi", phone: "082 123 4567", email: EMAIL, password: PASSWORD };
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
  await press(page, "Register");
  await page.goto(await linkInEmail(path.join(folder, "outbox")));
  await press(page, "Continue");
}

/** The link in an email that a site without a mail server writes to a file. */
async function linkInEmail(outbox) {
  for (const givesUpAt = Date.now() + PATIENCE_MS; Date.now() < givesUpAt; await pause(100)) {
    for (const file of readdirSync(outbox).filter((name) => name.endsWith(".eml"))) {
      const message = readFileSync(path.join(outbox, file), "utf8")
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "=");
      const link = /http:\/\/localhost:\d+\/action\?[^\s"<]+/.exec(message)?.[0];
      if (link) return link.replaceAll("&amp;", "&");
    }
  }
  throw new Error("no email with a link");
}

function press(page, button) {
  return page.getByRole("button", { name: new RegExp(`^${button}(: |$)`) }).click();
}
