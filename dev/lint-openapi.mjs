/**
 * `node server/with-packages.mjs dev node dev/lint-openapi.mjs` holds the description of the interface to Redocly's and Spectral's rules: of a VAT vendor, and of
 * a company that is none.
 */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundle } from "../server/bundle.mjs";
import { root } from "../server/fresh.mjs";

// Beside the packages that it imports.
const folder = path.join(root, "build/.openapi");
await bundle(["app/domain/pricing-api/openapi.server.ts"], folder);
const { openapiDocument } = await import(path.join(folder, "openapi.server.js"));
const ruleset = path.join(folder, "spectral.yaml");
writeFileSync(ruleset, "extends: spectral:oas\n");
let failures = 0;
for (const [name, namesVat] of Object.entries({ "vat-vendor": true, "no-vat-vendor": false })) {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(await openapiDocument("https://thuma.co.za", namesVat), null, 2));
  failures += run("redocly", ["lint", "--extends=recommended-strict", file]);
  failures += run("spectral", ["lint", "--fail-severity=hint", "--ruleset", ruleset, file]);
}
rmSync(folder, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;

function run(program, args) {
  // Neither asks its makers for news, or tells them anything.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status } = spawnSync(program, args, { stdio: "inherit", env });
  return status === 0 ? 0 : 1;
}
