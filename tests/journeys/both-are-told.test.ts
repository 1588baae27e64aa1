import { expect, onTestFinished, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { aMailServer } from "../support/a-mail-server";
import { aTextProvider } from "../support/a-text-provider";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailOf, emailsTo, type FoundEmail, textsTo } from "../support/mailbox";
import { startSite } from "../support/running-site";
import { staff } from "../support/staff";

const [SENDER, RECEIVER, CELL] = [addresses.fromEmail, addresses.toEmail, "+27735550101"];
const SENDERS_CELL = "+27821234567";

const browser = browserForAllTests();

/** The messages that people get, and the settings for whoever delivers them. */
type Post = { env: Record<string, string>; emails(to: string): FoundEmail[]; texts(to: string): string[] };

/** Without configuration: files in the data folder. */
async function asFiles(): Promise<{ env: Record<string, string>; read(dataDir: string): Post }> {
  const env = {};
  return {
    env,
    read: (dataDir) => ({ env, emails: (to) => emailsTo(dataDir, to), texts: (to) => textsTo(dataDir, to) }),
  };
}

async function overTheLine(): Promise<{ env: Record<string, string>; read(dataDir: string): Post }> {
  const [mail, provider] = [await aMailServer(), await aTextProvider()];
  const { tokenId, tokenSecret, url } = provider.account;
  const bulksms = {
    SMS_PROVIDER: "bulksms",
    BULKSMS_TOKEN_ID: tokenId,
    BULKSMS_TOKEN_SECRET: tokenSecret,
    BULKSMS_URL: url,
  };
  const env = { SMTP_URL: mail.url, ...bulksms };
  const emails = (to: string) => mail.received.filter((each) => each.to === to).map(({ text }) => emailOf(text));
  const texts = (cell: string) => [...provider.texts.values()].filter(({ to }) => to === cell).map(({ body }) => body);
  return { env, read: () => ({ env, emails, texts }) };
}

test.each([
  ["files, with nothing configured", asFiles],
  ["a mail server and BulkSMS", overTheLine],
])("sender and receiver get every message, by %s", async (_, by) => {
  const { env, read } = await by();
  const site = await startSite({ ...env, SMS_QUIET_HOURS: "none" });
  onTestFinished(() => void site.stop());
  const { emails, texts } = read(site.dataDir);

  const { page } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await fillIn(page, { parcelDesc: parcel.parcelDesc });
  await press(page, "Calculate Quote");
  await page.getByLabel(/I confirm the details above are correct/).check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  const waybillNo =
    (await page
      .getByText(/^TH(?: \d{3}){3} \d$/)
      .first()
      .textContent()) ?? "";
  for (const mark of ["collected", "out-for-delivery"])
    expect((await staff(site, ["mark", mark, waybillNo])).code).toBe(0);
  // The minute in which staff may undo a mark is over.
  inTheFile(site, "UPDATE outgoing_mails SET next_attempt_at = queued_at WHERE state = 'queued'");
  await expect.poll(() => texts(CELL)).toHaveLength(1);
  expect(texts(CELL)[0]).toMatch(/^Thuma Couriers: a parcel from Thandi Nkosi comes today .* PIN \d{4}\.$/);

  await expect.poll(() => emails(RECEIVER).map(({ subject }) => subject.split(":")[0])).toHaveLength(2);
  const [announced, comes] = emails(RECEIVER);
  expect(announced?.subject).toContain("Thandi Nkosi is sending you a parcel");
  expect(comes?.text).toContain(texts(CELL)[0]?.slice(-9, -1));
  await fitsAPhone(announced);
  await fitsAPhone(comes);

  const receiver = (await browser.phone()).page;
  await receiver.goto(/\S+\/find-me\/\S+/.exec(comes?.text ?? "")?.[0] ?? "");
  await receiver.getByText("Help the driver find me").click();
  await fillIn(receiver, { landmark: "Green door behind the spaza shop" });
  await press(receiver, "Save");
  expect(await receiver.locator("main").textContent()).toContain("The driver will read this.");
  await receiver.goto(/\S+\/t\/TH\S+/.exec(comes?.text ?? "")?.[0] ?? "");
  expect(await receiver.locator("main").textContent()).toContain("Out for delivery, here today");

  expect((await staff(site, ["mark", "delivered", waybillNo])).code).toBe(0);
  inTheFile(site, "UPDATE outgoing_mails SET next_attempt_at = queued_at WHERE state = 'queued'");
  const subjects = (to: string) => emails(to).map(({ subject }) => subject.split(":")[0]);
  await expect.poll(() => subjects(RECEIVER)).toContain("Your parcel has been delivered");
  await expect
    .poll(() => subjects(SENDER))
    .toEqual(["Booking confirmed", "We have collected your parcel", "Your parcel has been delivered"]);
  expect(texts(CELL)).toHaveLength(1);
  await expect.poll(() => texts(SENDERS_CELL)).toHaveLength(2);
});

/** No email scrolls sideways on the narrowest phone. */
async function fitsAPhone(email: FoundEmail | undefined): Promise<void> {
  const { page } = await browser.phone({ scripts: true });
  await page.setContent(email?.html ?? "");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.close();
}
