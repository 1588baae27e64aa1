import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { startSite } from "../support/running-site";

/** What a start says, until it is ready. */
async function saidAtStart(env: Record<string, string> = {}): Promise<string[]> {
  const site = await startSite(env);
  const lines = site.logs().split("\n").slice(0, -1);
  await site.stop();
  return lines;
}

test("a start with nothing configured ends with five lines that tell what is embedded", async () => {
  const [listening, ...rest] = await saidAtStart();
  expect(listening).toMatch(/^listening on http:\/\/localhost:\d+$/);
  expect(rest).toEqual([
    expect.stringMatching(/^ {2}database {2}\/.+\/courier\.db, \d+\.\d MB/),
    "  prices    embedded: our own rate card",
    "  payments  SIMULATED: no money moves",
    expect.stringMatching(/^ {2}mail {6}letters become files in \/.+\/outbox; applications go out like letters$/),
  ]);
});

test("a start with everything configured tells what is real, and gives no secret away", async () => {
  const secret = () => randomBytes(12).toString("hex");
  const secrets = {
    SESSION_SECRET: secret(),
    PAYFAST_MERCHANT_KEY: secret(),
    PAYFAST_PASSPHRASE: secret(),
    EMAILJS_ACCESS_TOKEN: secret(),
    EMAILJS_USER_ID: secret(),
  };
  const [mailPassword, pricingPassword] = [secret(), secret()];
  const lines = await saidAtStart({
    ...secrets,
    APP_URL: "https://courier.example",
    PRICING_API_URL: `https://thuma:${pricingPassword}@prices.example/api`,
    PAYFAST_MODE: "live",
    PAYFAST_MERCHANT_ID: "10000100",
    SMTP_URL: `smtps://thuma:${mailPassword}@mail.example:465`,
    EMAILJS_SERVICE_ID: "service",
    EMAILJS_TEMPLATE_ID: "template",
  });
  expect(lines).toEqual([
    expect.stringMatching(/^listening on http:\/\/localhost:\d+, for people at https:\/\/courier\.example$/),
    expect.stringMatching(/^ {2}database {2}/),
    "  prices    from the service at prices.example",
    "  payments  LIVE: PayFast, merchant 10000100, real money",
    "  mail      letters through mail.example:465; applications through EmailJS",
  ]);
  for (const each of [...Object.values(secrets), mailPassword, pricingPassword]) {
    expect(lines.join("\n")).not.toContain(each);
  }
});
