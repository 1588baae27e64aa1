/**
 * `node tests/openapi/run.mjs`: takes the description of the interface from a running site, has clients generated from
 * it, checks their types, and books with TypeScript's and Python's. The generators are installed into a temporary folder.
 * `--packages FOLDER` takes those installed there, `--python PROGRAM` another openapi-python-client than PyPI's.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ours } from "../../bench/contestants.mjs";
import { startServer } from "../../bench/server-process.mjs";
import { bundle } from "../../server/bundle.mjs";
import { buildIfStale, installIfMissing, root } from "../../server/fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "../../server/runtime.mjs";

const packages = [
  ...["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "@hey-api/openapi-ts@0.95.0", "orval@7.13.2"],
  ...["swagger-typescript-api@13.13.0", "typescript@5.9", "@types/node@22"],
];
const pythonPackage = "openapi-python-client==0.29.0";
const { values } = parseArgs({ options: { packages: { type: "string" }, python: { type: "string" } } });

refuseOldNode();
await runOnProjectNode();
installIfMissing("tests");
buildIfStale();
const folder = mkdtempSync(path.join(tmpdir(), "thuma-clients-"));
function run(program, args, env = {}) {
  const { status, stdout } = spawnSync(program, args, {
    ...{ cwd: folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", env: { ...process.env, ...env } },
  });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")}\n${stdout ?? "can't be started"}`);
}
const tool = (name, ...args) => run(path.join(folder, "node_modules/.bin", name), args);

// Beside the packages that it imports.
const bundled = path.join(root, "tests/node_modules/.openapi");
const site = await startServer(
  { ...ours(), env: (port) => ({ ...ours().env(port), DATA_DIR: folder }) },
  { alone: false },
);
try {
  writeFileSync(path.join(folder, "package.json"), '{"private":true,"type":"module"}');
  if (values.packages) symlinkSync(path.resolve(values.packages, "node_modules"), path.join(folder, "node_modules"));
  else run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages]);
  const described = await (await fetch(`${site.url}/v1/openapi.json`)).text();
  writeFileSync(path.join(folder, "openapi.json"), described);
  await bundle([path.join(root, "tests/support/an-api-key.ts")], bundled);
  const { aShopWithAKey } = await import(path.join(bundled, "an-api-key.js"));
  const { key } = await aShopWithAKey({ url: site.url, dataDir: folder }, "clients@example.co.za");

  tool("openapi-typescript", "openapi.json", "-o", "schema.ts");
  tool("openapi-ts", "-i", "openapi.json", "-o", "hey-api", "-c", "@hey-api/client-fetch");
  tool("orval", "--input", "openapi.json", "--output", "orval.ts", "--client", "fetch");
  tool("swagger-typescript-api", "generate", "-p", "openapi.json", "-o", ".", "-n", "swagger.ts");
  copyFileSync(path.join(import.meta.dirname, "books.mts"), path.join(folder, "books.ts"));
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  const libraries = ["--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", "node"];
  tool("tsc", ...strict, ...libraries, "books.ts", "hey-api/index.ts", "orval.ts", "swagger.ts");
  console.log("openapi-typescript, hey-api, orval and swagger-typescript-api generate clients whose types are right");
  const books = { SITE: site.url, KEY: key };
  run(process.execPath, ["books.ts"], books);
  console.log("TypeScript's client has booked, read, listed and cancelled");

  const python = pythonClient();
  run(python.generator, ["generate", "--path", "openapi.json", "--output-path", "thuma", "--meta", "none"]);
  run(python.interpreter, [path.join(import.meta.dirname, "books.py")], { ...books, PYTHONPATH: folder });
  console.log("Python's client has booked, read, listed and cancelled");
} finally {
  await site.stop();
  for (const each of [folder, bundled]) rmSync(each, { recursive: true, force: true });
}

function pythonClient() {
  if (values.python) {
    const generator = path.resolve(values.python);
    return { generator, interpreter: path.join(path.dirname(generator), "python3") };
  }
  const own = path.join(folder, "python");
  run("python3", ["-m", "venv", own]);
  run(path.join(own, "bin/pip"), ["install", "--quiet", pythonPackage]);
  return { generator: path.join(own, "bin/openapi-python-client"), interpreter: path.join(own, "bin/python3") };
}
