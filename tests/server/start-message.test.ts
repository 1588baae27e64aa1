import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { phoneAddresses } from "../../server/start-message";
import { aVerifiedCustomer } from "../support/a-customer";
import { liveSettings } from "../support/a-secure-site";
import { aFolder } from "../support/a-store";
import { joinedBy } from "../support/an-office-person";
import { freePort, startSite } from "../support/running-site";
import { typed } from "../support/typed";
import { Visitor } from "../support/visitor";

/** The output of a start until it is ready. */
async function outputOfStart(env: Record<string, string> = {}): Promise<string[]> {
  const site = await startSite(env);
  const lines = site.logs().split("\n").slice(0, -1);
  await site.stop();
  return lines;
}

test("a start with nothing configured says what is embedded", async () => {
  const [listening, ...others] = await outputOfStart();
  const rest = others.filter(
    (line) => !/^ {2}phone {5}http:\/\/[\d.]+:\d+( or http:\/\/[\d.]+:\d+)*, on the same network$/.test(line),
  );
  expect(listening).toMatch(/^listening on http:\/\/localhost:\d+$/);
  expect(rest).toEqual([
    expect.stringMatching(
      isPostgres
        ? /^ {2}database {2}PostgreSQL at [\w.]+:\d+; staff's copy in \/.+\/staff\.db$/
        : /^ {2}database {2}\/.+\/courier\.db, \d+\.\d MB/,
    ),
    "  prices    built in: our own rate card",
    "  payments  SIMULATED: no money moves",
    expect.stringMatching(/^ {2}mail {6}emails become files in \/.+\/outbox; applications go out like other emails$/),
    expect.stringMatching(
      /^ {2}office {4}make its first manager: \S+ STAFF_NAME="Your name" npm run staff -- add person /,
    ),
    expect.stringMatching(/^ {2}driver {4}add one: \S+ STAFF_NAME="Your name" npm run staff -- add driver /),
    expect.stringMatching(/^ {2}shop {6}sign up, then make a key: http:\/\/localhost:\d+\/account\/shop$/),
  ]);
});

test("while payments are simulated, the ways in that a start prints work as typed", async () => {
  const settings = { DATA_DIR: aFolder(), PORT: String(await freePort()) };
  const waysIn = async () => {
    const site = await startSite(settings);
    const [, office = ""] = /^ {2}office {4}(?:make its first manager: )?(.+)$/m.exec(site.logs()) ?? [];
    const [, driver = ""] = /^ {2}driver {4}add one: (.+)$/m.exec(site.logs()) ?? [];
    const [, shop = ""] = /^ {2}shop {6}sign up, then make a key: (.+)$/m.exec(site.logs()) ?? [];
    return { site, office, driver, shop };
  };
  const first = await waysIn();
  const linkIn = (line: string) => /^http:\/\/\S+$/m.exec(typed(first.site, line).out)?.[0] ?? expect.fail(line);
  const { browser } = await joinedBy(first.site, linkIn(first.office));
  expect((await browser.open("/office")).text).toContain("Your name");
  const phone = new Visitor(first.site.url);
  await phone.open(linkIn(first.driver));
  await phone.press("Sign in on this phone");
  expect((await phone.open("/drive")).text).toContain("Sipho");
  const shop = await aVerifiedCustomer(first.site, "shop@example.co.za");
  expect((await shop.open(first.shop)).text).toContain("Make a key");
  await first.site.stop();

  const second = await waysIn();
  expect(second.office).toBe(`${second.site.url}/office/sign-in`);
  expect((await browser.open(new URL(second.office).pathname)).status).toBe(200);
  await second.site.stop();
});

describe("the address to type on a phone in the same network", () => {
  const ipv4 = (address: string, internal = false) =>
    ({ address, family: "IPv4", internal, netmask: "255.255.255.0", mac: "", cidr: null }) as const;
  const found = {
    lo: [ipv4("127.0.0.1", true)],
    docker0: [ipv4("172.17.0.1")],
    wlan0: [ipv4("192.168.7.20"), { ...ipv4("fe80::1"), family: "IPv6", scopeid: 2 } as const],
    usb0: [ipv4("169.254.10.1")],
    eth0: [ipv4("10.0.0.5")],
  };
  test.each([
    ["each address of this machine that a network outside it has", "0.0.0.0", true, ["192.168.7.20", "10.0.0.5"]],
    ["the one that HOST names", "10.0.0.5", true, ["10.0.0.5"]],
    ["nothing, when only this machine is listened to", "127.0.0.1", true, []],
    ["nothing of the kind, when APP_URL says how people come", "0.0.0.0", false, []],
  ])("%s", (_, host, takesAnyAddress, addresses) => {
    expect(phoneAddresses({ host, takesAnyAddress }, 3000, found)).toEqual(
      addresses.map((each) => `http://${each}:3000`),
    );
  });
});

test("a start with everything configured says what is real, and gives no secret away", async () => {
  const secret = () => randomBytes(12).toString("hex");
  const secrets = {
    SESSION_SECRET: secret(),
    PAYFAST_MERCHANT_KEY: secret(),
    PAYFAST_PASSPHRASE: secret(),
    EMAILJS_ACCESS_TOKEN: secret(),
    EMAILJS_USER_ID: secret(),
  };
  const [mailPassword, pricingPassword] = [secret(), secret()];
  const lines = await outputOfStart({
    ...secrets,
    APP_URL: "https://courier.example",
    PRICING_API_URL: `https://thuma:${pricingPassword}@prices.example/api`,
    ...liveSettings,
    PAYFAST_MERCHANT_ID: "10000100",
    SMTP_URL: `smtps://thuma:${mailPassword}@mail.courier.co.za:465`,
    EMAILJS_SERVICE_ID: "service",
    EMAILJS_TEMPLATE_ID: "template",
  });
  expect(lines).toEqual([
    expect.stringMatching(/^listening on http:\/\/localhost:\d+, for people at https:\/\/courier\.example$/),
    expect.stringMatching(/^ {2}database {2}/),
    "  prices    from the service at prices.example",
    "  payments  LIVE: PayFast, merchant 10000100, real money",
    "  mail      emails through mail.courier.co.za:465; applications through EmailJS",
  ]);
  for (const each of [...Object.values(secrets), mailPassword, pricingPassword]) {
    expect(lines.join("\n")).not.toContain(each);
  }
});
