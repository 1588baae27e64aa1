import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readConfig, settingNames } from "#app/config.server";
import { aFolder } from "../support/a-store";

/** NODE_ENV is set by whatever starts the site. */
const wanted = settingNames.filter((name) => name !== "NODE_ENV").sort();
const example = readFileSync(".env.example", "utf8");

test(".env.example has exactly the settings that exist", () => {
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(wanted);
});

test("docs/operations.md has a row for exactly the settings that exist", () => {
  const rows = readFileSync("docs/operations.md", "utf8").match(/^\| `[A-Z].*$/gm) ?? [];
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(wanted);
});

test(".env.example is valid as it is, and its defaults are the real ones", () => {
  const DATA_DIR = aFolder();
  const bare = readConfig({ DATA_DIR });
  expect(readConfig({ DATA_DIR, ...parseEnv(example) })).toEqual(bare);
  const examples = [
    "BRAND_DIR",
    "ALLOW_OFFICE_FROM",
    "APP_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "SMS_PROVIDER",
    "PRICING_API_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "METRICS_PORT",
    "OFFICE_TAKES",
  ];
  const given = Object.entries(parseEnv(example.replaceAll(/^#(?=[A-Z][A-Z0-9_]*=)/gm, "")));
  const defaults = Object.fromEntries(given.filter(([name]) => !examples.includes(name)));
  expect(readConfig({ DATA_DIR, ...defaults })).toEqual(bare);
});
