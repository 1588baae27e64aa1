import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#app/config.server";
import { aFolder } from "./support/a-store";

const settings = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: aFolder(), ...environment });
const LONG_ENOUGH = "a-secret-of-22-letters";

test("with nothing configured everything has a value that works", () => {
  expect(settings()).toMatchObject({ port: 3000, host: "0.0.0.0", appUrl: "http://localhost:3000", trustProxy: 0 });
  expect(settings().payfast.mode).toBe("simulator");
});

test("figures are served nowhere unless asked for, and then to this machine alone", () => {
  expect(settings().metrics).toEqual({ port: undefined, host: "127.0.0.1" });
  expect(settings({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
});

test("a session secret is made once and kept with the data", () => {
  const folder = aFolder();
  const [first] = readConfig({ DATA_DIR: folder }).sessionSecrets;
  expect(first?.length).toBeGreaterThan(40);
  expect(readConfig({ DATA_DIR: folder }).sessionSecrets).toEqual([first]);
});

test("an empty file in the secret's place is refused: with it anybody could sign", () => {
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
  ["an address that is none", { APP_URL: "courier" }, "APP_URL"],
  ["a database of a kind that we don't know", { DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  ["one secret that is too short", { SESSION_SECRET: `${LONG_ENOUGH},short` }, "SESSION_SECRET"],
  ["secrets that are only commas", { SESSION_SECRET: ",,,,,,,,,,,,,,,,,,,," }, "SESSION_SECRET"],
  ["a payment mode that is none", { PAYFAST_MODE: "test" }, "PAYFAST_MODE"],
  [
    "the simulator in front of the public",
    { APP_URL: "https://courier.example", SESSION_SECRET: LONG_ENOUGH },
    "PAYFAST_MODE",
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
])("%s stops the start with one line that names it", (_, environment, named) => {
  const attempt = () => settings(environment);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(named);
  try {
    attempt();
  } catch (error) {
    expect(String((error as Error).message)).not.toContain("\n");
  }
});

test("the database lies in the data folder unless it is told otherwise", () => {
  const folder = aFolder();
  expect(readConfig({ DATA_DIR: folder }).databaseFile).toBe(path.join(folder, "courier.db"));
  expect(settings({ DATABASE_URL: "file:/srv/courier.db" }).databaseFile).toBe("/srv/courier.db");
});
