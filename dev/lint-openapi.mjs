/**
 * `node server/with-packages.mjs dev node dev/lint-openapi.mjs` holds the description of the interface, as sites serve it,
 * to Redocly's and Spectral's rules: of a VAT vendor, and of a company that is none.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ours } from "../bench/contestants.mjs";
import { startServer } from "../bench/server-process.mjs";
import { buildIfStale } from "../server/fresh.mjs";

buildIfStale();
const folder = mkdtempSync(path.join(tmpdir(), "thuma-openapi-"));
const ruleset = path.join(folder, "spectral.yaml");
writeFileSync(ruleset, "extends: spectral:oas\n");
let failures = 0;
try {
  for (const [name, number] of Object.entries({ "vat-vendor": "4123456789", "no-vat-vendor": "none" })) {
    const DATA_DIR = path.join(folder, name);
    const env = (port) => ({ ...ours().env(port), DATA_DIR, COMPANY_VAT_NUMBER: number });
    const site = await startServer({ ...ours(), env }, { alone: false });
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, asLive(await (await fetch(`${site.url}/v1/openapi.json`)).text(), site.url));
    await site.stop();
    failures += run("redocly", ["lint", "--extends=recommended-strict", file]);
    failures += run("spectral", ["lint", "--fail-severity=hint", "--ruleset", ruleset, file]);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Redocly refuses a server on this machine. */
function asLive(described, url) {
  return described.replaceAll(url, "https://courier.example.co.za");
}

function run(program, args) {
  // Neither asks its makers for news, or tells them anything.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status } = spawnSync(program, args, { stdio: "inherit", env });
  return status === 0 ? 0 : 1;
}
