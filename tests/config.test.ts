import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig, settings as settingsOfThisProcess } from "#app/config.server";
import { liveSettings } from "./support/a-secure-site";
import { aFolder } from "./support/a-store";

const settings = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: aFolder(), ...environment });
const LONG_ENOUGH = "a-secret-of-22-letters";
const live = {
  PAYFAST_MODE: "live",
  PAYFAST_MERCHANT_ID: "1",
  PAYFAST_MERCHANT_KEY: "k",
  PAYFAST_PASSPHRASE: "p",
  APP_URL: "https://courier.example",
  SESSION_SECRET: LONG_ENOUGH,
};
/** With it a site takes real money. */
const complete = { ...live, ...liveSettings };
const aKeyForS3 = { LITESTREAM_ACCESS_KEY_ID: "id", LITESTREAM_SECRET_ACCESS_KEY: "key" };

test("every setting has a default that works", () => {
  expect(settings()).toMatchObject({ port: 3000, host: "0.0.0.0", appUrl: "http://localhost:3000", trustProxy: 0 });
  expect(settings().payfast.mode).toBe("simulator");
  expect(settings().unpaidTextsPerDay).toBe(200);
});

test("tests keep their files in the run's own folder, and not in the project's data/", () => {
  expect(path.relative(process.cwd(), settingsOfThisProcess().dataDir)).toMatch(/^\.\./);
});

test("live starts with the company's own contacts, and only they are shown", () => {
  const { contact, mailFrom } = settings({ ...complete, CHAT_WHATSAPP: "https://wa.me/27115550123" });
  expect(contact).toEqual({
    phone: "+27115550123",
    phoneShown: "011 555 0123",
    addressLines: ["7 Loop Street", "Katlehong", "Germiston 1431"],
    depotHours: null,
    email: {
      ...{ contact: "desk@courier.co.za", quotes: "desk@courier.co.za", payments: "desk@courier.co.za" },
      ...{ privacy: "desk@courier.co.za", security: "desk@courier.co.za" },
    },
    chat: { messenger: null, instagram: null, whatsapp: "https://wa.me/27115550123" },
    social: { facebook: null, instagram: null },
  });
  expect(mailFrom).toBe("Thuma Couriers <no-reply@courier.co.za>");
});

test.each(["mail.example.co.za", "example.co.za", "mail.examples.co.za"])("%s is no placeholder", (host) => {
  const own = { SMTP_URL: `smtp://u:x.example@${host}`, COMPANY_EMAIL: `a.example@${host}`, MAIL_FROM: `a@${host}` };
  expect(settings({ ...complete, ...own }).smtpUrl).toContain(host);
});

test("metrics aren't served unless configured, and then only to this machine", () => {
  expect(settings().metrics).toEqual({ port: undefined, host: "127.0.0.1" });
  expect(settings({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
});

test("a session secret is created once and kept with the data", () => {
  const folder = aFolder();
  const [first] = readConfig({ DATA_DIR: folder }).sessionSecrets;
  expect(first?.length).toBeGreaterThan(40);
  expect(readConfig({ DATA_DIR: folder }).sessionSecrets).toEqual([first]);
});

test("an empty secret file is refused: with it anybody could sign", () => {
  const folder = aFolder();
  writeFileSync(path.join(folder, "session-secret"), "");
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(/session-secret is empty\. Remove it and start again/);
});

test("secrets rotate: the first signs, all are known", () => {
  const next = `${LONG_ENOUGH}-next`;
  expect(settings({ SESSION_SECRET: `${next}, ${LONG_ENOUGH}` }).sessionSecrets).toEqual([next, LONG_ENOUGH]);
});

test.each<[string, Record<string, string>, string]>([
  ["a port that is none", { PORT: "http" }, "PORT"],
  ["a metrics port that is none", { METRICS_PORT: "on" }, "METRICS_PORT"],
  ["a port in another notation", { PORT: "1e3" }, "PORT"],
  ["a port beyond all", { PORT: "65536" }, "PORT"],
  ["a host that is an address of the web", { HOST: "http://localhost" }, "HOST"],
  ["a metrics host that is none", { METRICS_HOST: "this machine" }, "METRICS_HOST"],
  ["an address that is none", { APP_URL: "courier" }, "APP_URL"],
  ["an address without a host", { APP_URL: "http://" }, "APP_URL"],
  ["an address below which the site can't lie", { APP_URL: "http://courier.example/site" }, "APP_URL"],
  ["an address with a question", { APP_URL: "http://courier.example/?" }, "APP_URL"],
  ["an address with a password", { APP_URL: "http://thuma:pw@courier.example" }, "APP_URL"],
  ["a database of a kind that we don't know", { DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  ["a database without a name", { DATABASE_URL: "file:" }, "DATABASE_URL"],
  ["a database in memory", { DATABASE_URL: "file::memory:" }, "DATABASE_URL"],
  ["a database with options", { DATABASE_URL: "file:courier.db?mode=ro" }, "DATABASE_URL"],
  ["a folder for a database", { DATABASE_URL: "file:db" }, "DATABASE_URL: "],
  ["a database in no folder", { DATABASE_URL: "file:db/nowhere/courier.db" }, "DATABASE_URL: there is no folder"],
  ["a count with its unit", { API_REQUESTS_PER_MINUTE: "600/min" }, "API_REQUESTS_PER_MINUTE"],
  ["what no office takes", { OFFICE_TAKES: "cash,card" }, "OFFICE_TAKES: must be cash, bank or cash,bank"],
  ["a word for a count of texts", { UNPAID_TEXTS_PER_DAY: "few" }, "UNPAID_TEXTS_PER_DAY"],
  ["no requests at all", { API_REQUESTS_PER_MINUTE: "0" }, "API_REQUESTS_PER_MINUTE"],
  ["more requests than can be counted", { API_REQUESTS_PER_MINUTE: "1e99" }, "API_REQUESTS_PER_MINUTE"],
  ["half a proxy", { TRUST_PROXY: "1.5" }, "TRUST_PROXY"],
  ["a mail server without a host", { SMTP_URL: "smtp://" }, "SMTP_URL"],
  ["a mail server with a port that is none", { SMTP_URL: "smtp://mail.example:x" }, "SMTP_URL"],
  ["a mail password that isn't encoded", { SMTP_URL: "smtp://thuma:100%@mail.example" }, "SMTP_URL"],
  ["a mail password with @ in it", { SMTP_URL: "smtps://user:pa@ss@mail.example" }, "SMTP_URL: must be smtp://user:"],
  ["a mail password with : in it", { SMTP_URL: "smtps://user:pa:ss@mail.example" }, "SMTP_URL"],
  ["a mail password with / in it", { SMTP_URL: "smtps://user:12/ss@mail.example" }, "SMTP_URL"],
  ["a mail password with ? in it", { SMTP_URL: "smtps://user:12?s@mail.example" }, "SMTP_URL"],
  ["a mail password with # in it", { SMTP_URL: "smtps://user:12#s@mail.example" }, "SMTP_URL"],
  ["a mail user who is an address", { SMTP_URL: "smtps://me@mail.example:pw@mail.example" }, "SMTP_URL"],
  ["a mail user without a password", { SMTP_URL: "smtps://user@mail.example" }, "SMTP_URL"],
  ["a provider of texts that we don't know", { SMS_PROVIDER: "pigeon" }, "SMS_PROVIDER: must be bulksms"],
  [
    "a provider of texts without a login",
    { SMS_PROVIDER: "bulksms" },
    "BULKSMS_TOKEN_ID and BULKSMS_TOKEN_SECRET: required with SMS_PROVIDER",
  ],
  [
    "a login to a provider that isn't chosen",
    { BULKSMS_TOKEN_ID: "t", BULKSMS_TOKEN_SECRET: "s" },
    "SMS_PROVIDER: required",
  ],
  ["a language that isn't there", { SITE_LANGUAGE: "zu" }, "SITE_LANGUAGE: must be one of en-ZA, pseudo"],
  [
    "the tests' language where money is taken",
    { ...complete, SITE_LANGUAGE: "pseudo" },
    "SITE_LANGUAGE: pseudo is for tests, and refused unless PAYFAST_MODE is simulator",
  ],
  ["quiet hours without an end", { SMS_QUIET_HOURS: "20:00" }, "SMS_QUIET_HOURS: must be as in 20:00-07:00"],
  ["quiet hours at no time of day", { SMS_QUIET_HOURS: "20:00-24:00" }, "SMS_QUIET_HOURS"],
  ["a sender without an address", { MAIL_FROM: "Thuma Couriers" }, "MAIL_FROM"],
  ["a sender in quotes", { MAIL_FROM: '"Thuma <no-reply@courier.example>"' }, "MAIL_FROM"],
  ["two senders", { MAIL_FROM: "a@courier.example, b@courier.example" }, "MAIL_FROM"],
  ["a word for the log that it doesn't know", { LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [
    "half an EmailJS account",
    { EMAILJS_USER_ID: "u" },
    "EMAILJS_SERVICE_ID and EMAILJS_TEMPLATE_ID: required with EMAILJS_USER_ID",
  ],
  ["an EmailJS token alone", { EMAILJS_ACCESS_TOKEN: "t" }, "required with EMAILJS_ACCESS_TOKEN"],
  [
    "one of two keys for S3",
    { LITESTREAM_SECRET_ACCESS_KEY: "k" },
    "LITESTREAM_ACCESS_KEY_ID and LITESTREAM_REPLICA_URL: required",
  ],
  [
    "keys for a second copy that is nowhere",
    aKeyForS3,
    "LITESTREAM_REPLICA_URL: required with LITESTREAM_ACCESS_KEY_ID",
  ],
  [
    "a region for a second copy that is nowhere",
    { LITESTREAM_S3_REGION: "r" },
    "LITESTREAM_REPLICA_URL: required with",
  ],
  ["half a PayFast account", { PAYFAST_MERCHANT_ID: "1" }, "PAYFAST_MERCHANT_KEY: required with PAYFAST_MERCHANT_ID"],
  ["a host for figures without a port", { METRICS_HOST: "0.0.0.0" }, "METRICS_PORT: required with METRICS_HOST"],
  [
    "a mode with a letter left out",
    { PAYFAST_MOD: "live" },
    "PAYFAST_MOD: there is no such setting. Do you mean PAYFAST_MODE?",
  ],
  ["a merchant with a wrong letter", { PAYFAST_MERCHENT_ID: "1" }, "PAYFAST_MERCHENT_ID"],
  ["a prefix with two letters swapped", { PAYFSAT_MODE: "live" }, "PAYFSAT_MODE"],
  [
    "an EmailJS id without its end",
    { EMAILJS_USER: "1" },
    "EMAILJS_USER: there is no such setting. Do you mean EMAILJS_USER_ID",
  ],
  ["a mail server with two letters swapped", { SMTP_ULR: "smtp://localhost" }, "SMTP_ULR"],
  [
    "a Node with a letter left out",
    { THUMA_NOD: "/usr/bin/node" },
    "THUMA_NOD: there is no such setting. Do you mean THUMA_NODE",
  ],
  [
    "the office's networks behind https, where everybody comes from the proxy's address",
    { ...live, ALLOW_OFFICE_FROM: "203.0.113.0/24" },
    "ALLOW_OFFICE_FROM: behind https TRUST_PROXY must be",
  ],
  ["the office's networks with a mistake in them", { ALLOW_OFFICE_FROM: "10.0.0.0/8, home" }, "ALLOW_OFFICE_FROM: "],
  ["PayFast's addresses with a mistake in them", { PAYFAST_ALLOWED_IPS: "10.0.0.0/33" }, "PAYFAST_ALLOWED_IPS: "],
  [
    "a second copy in a folder that isn't there",
    { LITESTREAM_REPLICA_URL: "file:///nowhere/copies" },
    "LITESTREAM_REPLICA_URL: there is no folder /nowhere/copies",
  ],
  ["tracking somewhere that is no address", { TRACKING_URL: "track" }, "TRACKING_URL"],
  [
    "a second copy without a bucket",
    { LITESTREAM_REPLICA_URL: "s3:///folder", ...aKeyForS3 },
    "LITESTREAM_REPLICA_URL",
  ],
  ["a second copy on no path", { LITESTREAM_REPLICA_URL: "file://folder" }, "LITESTREAM_REPLICA_URL"],
  [
    "a folder for a key",
    { LITESTREAM_REPLICA_URL: "sftp://thuma@copies.example/f", LITESTREAM_SFTP_KEY_PATH: "db" },
    "LITESTREAM_SFTP_KEY_PATH",
  ],
  ["one secret that is too short", { SESSION_SECRET: `${LONG_ENOUGH},short` }, "SESSION_SECRET"],
  ["secrets that are only commas", { SESSION_SECRET: ",,,,,,,,,,,,,,,,,,,," }, "SESSION_SECRET"],
  ["a payment mode that is none", { PAYFAST_MODE: "test" }, "PAYFAST_MODE"],
  [
    "the simulator in front of the public",
    { APP_URL: "https://courier.example", SESSION_SECRET: LONG_ENOUGH },
    "PAYFAST_MODE",
  ],
  [
    "an account of blanks",
    { PAYFAST_MODE: "sandbox", PAYFAST_MERCHANT_ID: " ", PAYFAST_MERCHANT_KEY: " ", PAYFAST_PASSPHRASE: "p" },
    "Missing PayFast merchant credentials",
  ],
  ["the sandbox without an account", { PAYFAST_MODE: "sandbox" }, "Missing PayFast merchant credentials"],
  [
    "https without a secret of one's own",
    {
      APP_URL: "https://courier.example",
      PAYFAST_MODE: "live",
      PAYFAST_MERCHANT_ID: "1",
      PAYFAST_MERCHANT_KEY: "k",
      PAYFAST_PASSPHRASE: "p",
    },
    "SESSION_SECRET",
  ],
  ["real money without https", { ...live, APP_URL: "http://courier.example" }, "APP_URL: must be https"],
  [
    "real money on a port that PayFast doesn't reach",
    { ...live, APP_URL: "https://courier.example:8443" },
    "APP_URL: PayFast",
  ],
  ["real money without an address", { ...live, APP_URL: "" }, "APP_URL: required"],
  ["the sandbox without an address", { ...live, PAYFAST_MODE: "sandbox", APP_URL: "" }, "APP_URL: required"],
  [
    "real money without the company's numbers",
    live,
    "COMPANY_VAT_NUMBER, COMPANY_REGISTRATION_NUMBER, COMPANY_DIRECTORS, COMPANY_PHONE, COMPANY_EMAIL, COMPANY_ADDRESS, MAIL_FROM, SMTP_URL: required",
  ],
  [
    "real money without a registration number",
    { ...live, COMPANY_VAT_NUMBER: "none" },
    "COMPANY_REGISTRATION_NUMBER, COMPANY_DIRECTORS, COMPANY_PHONE, COMPANY_EMAIL, COMPANY_ADDRESS, MAIL_FROM, SMTP_URL: required",
  ],
  ...["COMPANY_PHONE", "COMPANY_EMAIL", "COMPANY_ADDRESS", "MAIL_FROM", "SMTP_URL"].map(
    (name): [string, Record<string, string>, string] => [
      `real money without ${name}`,
      { ...complete, [name]: "" },
      `${name}: required with PAYFAST_MODE=live`,
    ],
  ),
  ...["010 000 0000", "0100000000", "+27 10 000 0000", "0027(0)10-000-0000", "27100000000"].map(
    (phone): [string, Record<string, string>, string] => [
      `real money with the placeholder ${phone}`,
      { ...complete, COMPANY_PHONE: phone },
      "COMPANY_PHONE: 010 000 0000 reaches nobody",
    ],
  ),
  ...(
    [
      ["COMPANY_EMAIL", "hello@thuma.example"],
      ["COMPANY_EMAIL", "Hello@Thuma.EXAMPLE"],
      ["MAIL_FROM", "no-reply@courier.example."],
      ["MAIL_FROM", "Thuma Couriers <no-reply@courier.example>"],
      ["MAIL_FROM", "no-reply@courier.example"],
      ["SMTP_URL", "smtps://user:password@mail.example:465"],
      ["CHAT_MESSENGER", "https://m.me/thuma.example"],
      ["SOCIAL_FACEBOOK", "https://www.facebook.com/thuma.example"],
    ] as const
  ).map(([name, value]): [string, Record<string, string>, string] => [
    `real money with the placeholder ${name}=${value}`,
    { ...complete, [name]: value },
    `${name}: an address in .example reaches nobody`,
  ]),
  ["an email address that is none", { COMPANY_EMAIL: "hello" }, "COMPANY_EMAIL: must be an email address"],
  [
    "a postal address of two lines",
    { COMPANY_ADDRESS: "7 Loop Street\nGermiston" },
    "COMPANY_ADDRESS: must be one line",
  ],
  ["a chat that is no address", { CHAT_WHATSAPP: "082 123 4567" }, "CHAT_WHATSAPP: must be a web address"],
  [
    "an email address with a letter left out of its name",
    { COMPANY_EMIL: "hello@courier.co.za" },
    "COMPANY_EMIL: there is no such setting. Do you mean COMPANY_EMAIL?",
  ],
  ["a VAT number of nine digits", { COMPANY_VAT_NUMBER: "412345678" }, "COMPANY_VAT_NUMBER"],
  ["a company's phone that nobody can ring", { COMPANY_PHONE: "0115" }, "COMPANY_PHONE"],
  ["a registration number without its year", { COMPANY_REGISTRATION_NUMBER: "123456/07" }, "COMPANY_REGISTRATION"],
])("%s stops the start with one line that names it", (_, environment, named) => {
  const DATA_DIR = path.join(aFolder(), "data");
  const attempt = () => readConfig({ DATA_DIR, ...environment });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(named);
  expect(existsSync(DATA_DIR)).toBe(false);
  try {
    attempt();
  } catch (error) {
    expect(String((error as Error).message)).not.toContain("\n");
  }
});

test.each([
  ...[
    "API_URL",
    "LOGLEVEL",
    "DATABASE_URI",
    "EMAIL_URL",
    "EMAIL_HOST",
    "SMTP_HOST",
    "SMTP_URI",
    "MAIL_SERVER",
    "DATADIR",
    "APP_URI",
  ],
  ...["POST", "PORTS", "CHOST", "HOSTS", "HOSTNAME", "NODE_OPTIONS", "XDG_DATA_DIRS", "LOG_LEVELS", "TRACKER_URL"],
  ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "LITESTREAM_CONFIG", "PAYFAST_ITN_LOG_FOLDER", "PATH", "HOME"],
])("another program's variable doesn't stop the start: %s", (name) => {
  expect(settings({ [name]: "something" })).toMatchObject({ port: 3000 });
});

test("a misspelt name without a value is allowed: nothing would be ignored", () => {
  expect(settings({ PAYFAST_MOD: " " }).payfast.mode).toBe("simulator");
});

test("a blank value counts as unset, and spaces around a value are removed", () => {
  const blank = { PORT: "", HOST: " ", TRUST_PROXY: "  ", SMTP_URL: "", MAIL_FROM: " ", LOG_LEVEL: "" };
  expect(settings(blank)).toMatchObject({ port: 3000, host: "0.0.0.0", trustProxy: 0, smtpUrl: undefined });
  expect(settings({ PORT: " 3001 ", APP_URL: " http://courier.example/ " })).toMatchObject({
    port: 3001,
    appUrl: "http://courier.example",
  });
});

test.each([
  "no-reply@courier.example",
  "thuma@localhost",
  "<no-reply@courier.example>",
  "Thuma Couriers (Pty) Ltd <no-reply@courier.example>",
  '"Thuma, of Germiston" <no-reply@courier.example>',
])("emails may be sent from %s", (from) => {
  expect(settings({ MAIL_FROM: from }).mailFrom).toBe(from);
});

test.each(["smtp://localhost", "smtps://thuma:p%40ss@mail.example:465", "smtp://[::1]:587/?pool=true"])(
  "letters may go through %s",
  (server) => {
    expect(settings({ SMTP_URL: server }).smtpUrl).toBe(server);
  },
);

test.each(["::1", "localhost", "fe80::1%eth0", "thuma_1.courier.example"])("the site may listen at %s", (host) => {
  expect(settings({ HOST: host }).host).toBe(host);
});

test("the database is in the data folder by default", () => {
  const folder = aFolder();
  expect(readConfig({ DATA_DIR: folder }).databaseFile).toBe(path.join(folder, "courier.db"));
  expect(settings({ DATABASE_URL: "file:/srv/courier.db" }).databaseFile).toBe("/srv/courier.db");
});

test.each<[string | undefined, string[]]>([
  [undefined, []],
  [" ", []],
  ["cash", ["cash"]],
  ["Bank, cash", ["cash", "bank"]],
])("the office takes %j", (OFFICE_TAKES, takes) => {
  expect(readConfig({ DATA_DIR: aFolder(), OFFICE_TAKES }).officeTakes).toEqual(takes);
});
