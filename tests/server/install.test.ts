import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../support/a-store";

const read = (file: string) => readFileSync(file, "utf8");

/** What npm is asked to do when a fresh clone is started, in order. Each npm says how old it is. */
function asked(version: string) {
  const folder = aFolder();
  for (const file of ["fresh.mjs", "runtime.mjs"]) cpSync(`server/${file}`, path.join(folder, "server", file));
  writeFileSync(
    path.join(folder, "package-lock.json"),
    '{ "packages": { "node_modules/react": { "version": "18.3.1" } } }',
  );
  const programs = path.join(folder, "programs");
  mkdirSync(programs);
  const npm = path.join(programs, "npm");
  const newer = "$3/node_modules/npm/bin";
  writeFileSync(
    npm,
    `#!/bin/sh
[ "$1" = --version ] && echo ${version} && exit
echo "npm $*" >> ${folder}/asked
[ "$1" = install ] || exit 0
mkdir -p ${newer}
echo 'require("node:fs").appendFileSync("${folder}/asked", ["newer npm", ...process.argv.slice(2)].join(" "))' > ${newer}/npm-cli.js
`,
  );
  chmodSync(npm, 0o755);
  const install = `(await import(${JSON.stringify(path.join(folder, "server/fresh.mjs"))})).installIfMissing()`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", install], {
    env: { PATH: `${programs}${path.delimiter}/usr/bin${path.delimiter}/bin`, NODE_ENV: "production" },
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  return { told: stderr, asked: read(path.join(folder, "asked")).replaceAll(folder, "").trim().split("\n") };
}

const INSTALL = "ci --include=dev --ignore-scripts --no-audit --no-fund";

test.each(["10.0.0", "11.6.2", "12.2.2"])("npm %s installs without install scripts", (version) => {
  expect(asked(version)).toEqual({
    asked: [`npm ${INSTALL}`],
    told: expect.stringMatching(/^Installing [^\n]+ about \d+ seconds[^\n]+\n$/),
  });
});

test.each(["9.2.0", "9.9.4"])("npm %s can't read our overrides: it fetches one that can", (version) => {
  const { asked: done, told } = asked(version);
  expect(done).toEqual([
    "npm install --prefix /.cache/npm-10.9.9 --ignore-scripts --no-audit --no-fund npm@10.9.9",
    `newer npm ${INSTALL}`,
  ]);
  expect(told).toMatch(/^Fetching npm 10\.9\.9, because npm 9\.\d\.\d is too old: [^\n]+\nInstalling [^\n]+\n$/);
});

test("beside each package.json an .npmrc keeps npm from running install scripts: npm reads that of the folder alone", () => {
  const packages = globSync(["package.json", "{bench,dev,tests}/**/package.json"], {
    exclude: (file) => file.includes("node_modules"),
  });
  expect(packages.length).toBeGreaterThan(7);
  const settings = packages.map((file) => path.join(path.dirname(file), ".npmrc"));
  expect(settings.filter((file) => !existsSync(file) || !/^ignore-scripts=true$/m.test(read(file)))).toEqual([]);
});

test("no document or program installs with install scripts", () => {
  const documents = ["README.md", "Containerfile", ".ci/run", ...globSync("{docs,deploy,plugins}/**/*.{md,sh,yml}")];
  const programs = globSync(["server/**/*.mjs", "{bench,dev,tests}/**/*.mjs"], {
    exclude: (file) => file.includes("node_modules"),
  });
  const typed = /\bnpm (?:ci|i|install|add|update|prune|rebuild)\b[^\n`]*/g;
  const called = /"npm", \[[^\]]*"(?:ci|install)"[^\]]*/g;
  const installs = [
    ...documents.filter((file) => !file.includes("/decisions/")).flatMap((file) => read(file).match(typed) ?? []),
    ...programs.flatMap((file) => read(file).match(called) ?? []),
  ];
  expect(installs.length).toBeGreaterThan(4);
  expect(installs.filter((each) => !/--ignore-scripts|\.\.\.quietly/.test(each))).toEqual([]);
});

test("npm leaves out the Node that comes with the project where it can't run: on Alpine, whose C library is another", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const { optionalDependencies } = JSON.parse(read("package.json"));
  for (const name of Object.keys(optionalDependencies)) {
    expect([name, packages[`node_modules/${name}`].libc]).toEqual([name, ["glibc"]]);
  }
});
