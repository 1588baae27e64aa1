import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../support/a-store";

/** Runs `args` on this Node, which pretends to be another version. */
function onNode(version: string, ...args: string[]) {
  const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: aFolder() };
  return run(["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, ...args], env);
}

function run(args: string[], settings: Record<string, string | undefined>) {
  const env = { NODE_ENV: "production", ...settings } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

const program = (words: string) => ["--input-type=module", "-e", words];
const goesOn = program(
  `await (await import("./server/runtime.mjs")).runOnProjectNode(); console.log("on " + process.execPath)`,
);

test.each(["18.20.8", "20.20.2", "21.7.3"])("the built site refuses Node %s in one line", (version) => {
  const { status, stdout, stderr } = onNode(version, "build/index.js");
  expect(stderr).toMatch(new RegExp(`^Node 22 or newer is needed; this is Node ${version}\\. [^\\n]+\\n$`));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
});

test("nothing native is loaded before the site has checked Node", () => {
  const loads = `const load = process.dlopen; process.dlopen = (...args) => { console.log("native"); return load(...args); };`;
  const { stdout } = onNode(
    "20.20.2",
    "--import",
    `data:text/javascript,${encodeURIComponent(loads)}`,
    "build/index.js",
  );
  expect(stdout).toBe("");
});

test("a Node too old even to install is refused at once", () => {
  const words = `(await import("./server/runtime.mjs")).refuseOldNode(); console.log("went on")`;
  expect(onNode("18.18.2", ...program(words))).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "Node 18.19 or newer is needed; this is Node 18.18.2.\n",
  });
  expect(onNode("18.19.0", ...program(words)).stdout).toBe("went on\n");
});

test("the commands continue in THUMA_NODE, with the same arguments and the same exit code", () => {
  const other = path.join(aFolder(), "node");
  writeFileSync(other, '#!/bin/sh\necho "$@"\nexit 7\n');
  chmodSync(other, 0o755);
  const env = { PATH: process.env.PATH, THUMA_NODE: other };
  expect(run(["--max-semi-space-size=4", "server/tool.mjs", "staff", "two words"], env)).toEqual({
    status: 7,
    stdout: `--max-semi-space-size=4 ${path.resolve("server/tool.mjs")} staff two words\n`,
    stderr: "",
  });
});

test("a missing THUMA_NODE is reported in one line", () => {
  const { status, stderr } = run(goesOn, { THUMA_NODE: "/nowhere/node" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "THUMA_NODE: there is no program /nowhere/node\n" });
});

test("in the right Node nothing is started a second time", () => {
  expect(run(goesOn, { THUMA_NODE: process.execPath }).stdout).toBe(`on ${process.execPath}\n`);
});

/** A project whose packages hold this program as its Node; says on which Node it goes on, and where `npm run` finds one. */
function projectWith(brought: string | undefined) {
  const folder = aFolder();
  const own = path.join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  const link = path.join(folder, "node_modules/.bin/node");
  cpSync("server/runtime.mjs", path.join(folder, "server/runtime.mjs"));
  mkdirSync(path.dirname(own), { recursive: true });
  if (brought) writeFileSync(own, brought, { mode: 0o755 });
  const words = `await (await import(${JSON.stringify(path.join(folder, "server/runtime.mjs"))})).runOnProjectNode(); console.log("this one")`;
  const { status, stdout, stderr } = run(program(words), {});
  const linked = existsSync(link) && realpathSync(link) === realpathSync(own);
  return { status, goesOnWith: stdout.trim(), stderr, linked };
}

test("the first of our programs that runs links the project's Node for npm, which may have left no link", () => {
  expect(projectWith('#!/bin/sh\necho "its own"\n')).toEqual({
    status: 0,
    goesOnWith: "its own",
    stderr: "",
    linked: true,
  });
});

test.each([
  ["is none", undefined],
  ["can't run, as on another C library", "#!/nowhere/ld-linux-x86-64.so.2\n"],
])("where the project's Node %s, the machine's own serves", (_, brought) => {
  expect(projectWith(brought)).toEqual({ status: 0, goesOnWith: "this one", stderr: "", linked: false });
});

// Elsewhere the machine's own Node is used.
test.runIf(process.platform === "linux")(
  "npm's scripts run on the project's Node: it comes first in their PATH",
  () => {
    const brought = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
    expect(realpathSync("node_modules/.bin/node")).toBe(path.resolve(brought));
  },
);

test("every documented command of ours runs on the project's Node: an older one ends in a native module, without a word", () => {
  const documents = ["README.md", ...globSync("docs/**/*.md")].map((file) => readFileSync(file, "utf8")).join("\n");
  const others = documents.replaceAll(/with-packages\.mjs .*?\.mjs/g, "");
  const files = [...new Set(others.match(/(?<=node (--\S+ )*)(bench|tests|dev)\/\S+?\.mjs/g))];
  expect(files.length).toBeGreaterThan(5);
  // Some start another that does, or only what they are given.
  const continues = /runOnProjectNode\(\)|"tests\/run\.mjs"|"npm"|"php"|"buildah"|spawnSync\(program/;
  expect(files.filter((file) => !continues.test(readFileSync(file, "utf8")))).toEqual([]);
});
