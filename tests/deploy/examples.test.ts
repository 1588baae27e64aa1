import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { settings } from "#app/config.server";
import { SECONDS } from "#app/durations";
import { officePaths } from "#app/paths";
import { sourceFiles, sourceFolders } from "../../server/fresh.mjs";
import { WHOLE_MS } from "../../server/stop";
import { MAX_LIST_BYTES, MAX_UPLOAD_BYTES } from "../../server/uploads";
import { patience } from "../../server/web-server";
import { aFolder } from "../support/a-store";
import { siteArguments } from "../support/site-arguments.mjs";

const read = (file: string) => readFileSync(file, "utf8");
const numberIn = (text: string, shape: RegExp) => Number(shape.exec(text)?.[1] ?? Number.NaN);
const defaultAddress = `127.0.0.1:${settings().port}`;

/** Programs for tests and measurements. */
const programs = ["tests", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(mjs|ts)$/.test(file) && !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`),
);

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:md|yml|cfg|service|conf)$/.test(file))
    .map((file) => `${folder}/${file}`);

test("every test or benchmark of the built site uses npm start's flags", () => {
  expect(siteArguments).toEqual([expect.stringMatching(/^--/), "build/index.js"]);
  expect(programs.filter((file) => /execPath, \["build\/index\.js"\]/.test(read(file)))).toEqual([]);
});

test("npm runs what people type, and the documents name no script that isn't there", () => {
  const names = Object.keys(JSON.parse(read("package.json")).scripts);
  expect(names.length).toBeLessThanOrEqual(16);
  const pages = ["README.md", ".ci/run", "Containerfile", ...filesIn("docs"), ...filesIn("deploy")];
  const named = [...programs, ...pages].flatMap((file) =>
    [...read(file).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*\w)(?!:)/g)].map(([, name = ""]) => `${file}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((each) => !names.includes(each.split(": ")[1] ?? ""))).toEqual([]);
  const programsNamed = pages.flatMap((file) =>
    [...read(file).matchAll(/\bnode (?:--\S+ )*((?:tests|bench|dev)\/[\w/.-]+\.mjs)/g)].map(([, name = ""]) => name),
  );
  expect(programsNamed.filter((file) => !existsSync(file))).toEqual([]);
});

test("what docs/operations.md says to type works for an ordinary login, in any folder", () => {
  const blocks = [...read("docs/operations.md").matchAll(/```sh\n([\s\S]+?)```/g)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n"));
  // Debian has visudo in a folder that isn't on the PATH; npm looks for package.json where it is typed.
  expect(lines.filter((line) => /(?<!sudo )\bvisudo\b|^npm /.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes("sudo visudo"))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("thuma copy"))).toHaveLength(3);
});

test("the documents name packages, never the hosts that they come from", () => {
  const hosts = /packages\.debian\.org|npmjs\.(?:com|org)|pypi\.org|(?:docker|ghcr|quay)\.io|unpkg\.com|jsdelivr\.net/;
  expect(["README.md", ...filesIn("docs")].filter((file) => hosts.test(read(file)))).toEqual([]);
});

test("no test or benchmark reads a developer's .env: it could restore into the database that is named there", () => {
  const readers = ["start", "tool"].map((name) => `server/${name}.mjs`);
  for (const reader of readers) expect(read(reader)).toContain("readDotEnv()");
  const reading = programs.filter((file) => readers.some((reader) => read(file).includes(`["${reader}"`)));
  // Only where settings themselves are tested, and then every setting is present but blank.
  expect(reading.filter((file) => !read(file).includes("startSite({ ...noSettings,"))).toEqual([]);
});

describe("deploy/thuma.service", () => {
  const unit = read("deploy/thuma.service");

  test("starts the build with Node itself", () => {
    expect(unit).toContain(`\nExecStart=/srv/thuma/node_modules/.bin/node ${siteArguments.join(" ")}\n`);
    expect(read("server/build.mjs")).toContain(siteArguments.at(-1));
  });

  test("waits longer for a stop than the site needs", () => {
    expect(numberIn(unit, /^TimeoutStopSec=(\d+)$/m) * SECONDS).toBeGreaterThan(WHOLE_MS);
  });

  test("keeps the data where it may write", () => {
    const folder = /^Environment=.*DATA_DIR=(\S+)/m.exec(unit)?.[1];
    expect(folder).toBe(`/var/lib/${/^StateDirectory=(\S+)$/m.exec(unit)?.[1]}`);
    expect(unit).toContain("ProtectSystem=strict");
  });

  test("keeps the history of the code from the site, in both folders that docs/operations.md creates", () => {
    const folders = /^for each in ([a-z ]+); do$/m.exec(read("docs/operations.md"))?.[1]?.split(" ") ?? [];
    expect(folders).toHaveLength(2);
    const hidden = /^InaccessiblePaths=(.*)$/m.exec(unit)?.[1]?.split(" ");
    expect(hidden).toEqual(folders.map((each) => `-/srv/thuma-${each}/.git`));
  });
});

describe("deploy/thuma", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = aFolder();
  });

  /** With its own folders instead of the server's, and a sudo that prints its arguments, but looks whether a file is there. */
  function thuma(...words: string[]) {
    const folder = aFolder();
    const sudo = '#!/bin/sh\nif [ "$3" = test ]; then shift 2; exec "$@"; fi\npwd; printf "%s\\n" "$@"\n';
    writeFileSync(path.join(folder, "sudo"), sudo, { mode: 0o755 });
    const script = read("deploy/thuma")
      .replace("cd /srv/thuma", `cd "${process.cwd()}"`)
      .replace("/var/lib/thuma", dataDir);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, STAFF_NAME: "Thandi" };
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "thuma", ...words], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    return { folder, status, printed: stdout.trimEnd().split("\n"), stderr };
  }

  test.each([
    ["staff", "staff"],
    ["snapshot", "db-snapshot"],
    ["restore", "db-restore"],
    ["copy", "db-copy"],
  ])("%s is our own script, run in the site's folder as its user, with the caller's folder and name", (word, tool) => {
    expect(existsSync(`server/tools/${tool}.ts`)).toBe(true);
    const { folder, printed } = thuma(word, "cancel", "two words");
    const environment = ["env", `INIT_CWD=${folder}`, "STAFF_NAME=Thandi"];
    const run = ["node_modules/.bin/node", "server/tool.mjs", tool, "cancel", "two words"];
    expect(printed).toEqual([process.cwd(), "-u", "thuma", ...environment, ...run]);
  });

  test("takeover restores as the site's user, then starts the service", () => {
    expect(existsSync("server/tools/takeover.ts")).toBe(true);
    const { folder, printed } = thuma("takeover", "--first", "http://10.0.0.5:3000");
    const environment = ["env", `INIT_CWD=${folder}`, "STAFF_NAME=Thandi"];
    const run = [
      "node_modules/.bin/node",
      "server/tool.mjs",
      "takeover",
      "--no-start",
      "--first",
      "http://10.0.0.5:3000",
    ];
    expect(printed.join(" ")).toBe(
      [process.cwd(), "-u", "thuma", ...environment, ...run, process.cwd(), "systemctl", "start", "thuma"].join(" "),
    );
  });

  test("opens the database for reading only; where it isn't a file, the copy that staff have", () => {
    const opened = () => thuma("sqlite", "SELECT 1").printed.slice(-5);
    const on = (name: string) => ["sqlite3", "-readonly", "-box", path.join(dataDir, name), "SELECT 1"];
    writeFileSync(path.join(dataDir, "staff.db"), "");
    expect(opened()).toEqual(on("staff.db"));
    writeFileSync(path.join(dataDir, "courier.db"), "");
    expect(opened()).toEqual(on("courier.db"));
  });

  test.each([[[]], [["start"]]])("prints its usage for any other command", (words: string[]) => {
    expect(thuma(...words)).toMatchObject({
      status: 2,
      printed: [""],
      stderr: expect.stringContaining("thuma restore"),
    });
  });
});

describe.each(["deploy/Caddyfile", "deploy/nginx.conf"])("%s", (file) => {
  const proxy = read(file);

  test("uses the site's default address, and never exposes its metrics", () => {
    expect(proxy).toContain(defaultAddress);
    expect(proxy).not.toContain("9464");
  });

  test("closes idle connections before the site does", () => {
    const seconds = numberIn(proxy, /(?:upstream thuma|transport http) \{[^}]*\bkeepalive(?:_timeout)? (\d+)s/);
    expect(seconds * SECONDS).toBeLessThan(patience.keepAliveMs);
  });

  test("leaves the refusal of large forms to the site, which explains it", () => {
    const kilobytes = numberIn(proxy, /client_max_body_size\s+(\d+)k/);
    expect(Number.isNaN(kilobytes) ? Number.POSITIVE_INFINITY : kilobytes * 1024).toBeGreaterThan(MAX_UPLOAD_BYTES);
    expect(proxy).not.toContain("max_size ");
  });

  test("has the same time limits for slow phones as the site", () => {
    expect(numberIn(proxy, /(?:read_body|client_body_timeout)\s+(\d+)s/) * SECONDS).toBe(patience.requestMs);
    expect(numberIn(proxy, /(?:read_header|client_header_timeout)\s+(\d+)s/) * SECONDS).toBe(patience.headersMs);
  });
});

test("nginx lets PayFast's list through for its address alone", () => {
  const nginx = read("deploy/nginx.conf");
  const [, address, megabytes] = /^ {4}location = (\S+) \{\s+client_max_body_size\s+(\d+)m;$/m.exec(nginx) ?? [];
  expect(address).toBe(officePaths.do("reconcile"));
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(MAX_LIST_BYTES);
  expect(nginx.match(/client_max_body_size/g)).toHaveLength(2);
});

test("nginx speaks TLS 1.2 and 1.3 alone, and over plain http says only where https is", () => {
  const nginx = read("deploy/nginx.conf");
  expect(nginx.match(/^ *ssl_protocols .*;$/gm)?.map((line) => line.trim().replace(/ +/, " "))).toEqual([
    "ssl_protocols TLSv1.2 TLSv1.3;",
  ]);
  const servers = nginx.split(/^server \{$/m).slice(1);
  const plain = servers.filter((server) => /^ +listen 80\b/m.test(server));
  expect(plain).toHaveLength(2);
  for (const server of plain) {
    expect(server).toMatch(/return (?:444|301 https:\/\/)/);
    expect(server).not.toContain("proxy_pass");
  }
});

test("the site is the one application of its host name: a proxy leads no address of it elsewhere", () => {
  const named = [
    ...read("deploy/nginx.conf").matchAll(/^\s*(?:proxy_pass|root|alias|fastcgi_pass|uwsgi_pass)\s+(\S+);/gm),
  ];
  const inLine = [...read("deploy/nginx.conf").matchAll(/\{ (?:proxy_pass|root|alias) (\S+); \}/g)];
  // certbot's answers lie in a folder that has nothing else.
  expect(new Set([...named, ...inLine].map(([, to]) => to))).toEqual(new Set(["http://thuma", "/var/www/html"]));
  expect(read("deploy/nginx.conf")).toContain("location /.well-known/acme-challenge/ { root /var/www/html; }");
  expect(read("deploy/Caddyfile").match(/^\t(?:reverse_proxy|file_server|root|handle\w*|php_fastcgi)\b.*$/gm)).toEqual([
    "\treverse_proxy 127.0.0.1:3000 {",
  ]);
});

test("the proxies have certificates that browsers know: of Let's Encrypt, none of their own", () => {
  const certificates = read("deploy/nginx.conf").match(/^ *ssl_certificate(?:_key)? .*$/gm) ?? [];
  expect(certificates).toHaveLength(4);
  for (const line of certificates) expect(line).toContain(" /etc/letsencrypt/live/courier.example/");
  for (const caddy of ["deploy/Caddyfile", "deploy/Caddyfile.balancer"])
    expect(read(caddy)).not.toMatch(/\btls\b|local_certs|auto_https/);
});

test("the service can't change its own log: it goes to the journal, and the site is in no group that may write there", () => {
  const unit = read("deploy/thuma.service");
  expect(unit).not.toMatch(/^Standard(?:Output|Error)=|^SupplementaryGroups=/m);
  expect(unit).toMatch(/^User=thuma\nGroup=thuma$/m);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).not.toMatch(/^ReadWritePaths=/m);
});

test("no proxy logs a query or a Referer, which may hold a link's key", () => {
  const nginx = read("deploy/nginx.conf");
  const [, format = ""] = /^log_format thuma '([^']+)';$/m.exec(nginx) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    ...["$remote_addr", "$time_local", "$request_method", "$uri", "$status", "$body_bytes_sent", "$request_time"],
  ]);
  const servers = nginx.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(5);
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log \S+ thuma;$/m);
    // Its errors have the whole request.
    expect(server).toMatch(/^ {4}error_log +\S+ crit;$/m);
  }
  for (const caddy of ["deploy/Caddyfile", "deploy/Caddyfile.balancer"]) {
    expect(read(caddy)).toMatch(/^\{\n(?:\t#.*\n)*\tlog \{\n\t\texclude http\.log\.error\n\t\}\n/m);
    expect(read(caddy).match(/^\s*log\b/gm)).toHaveLength(1);
  }
});

test("nginx can create its cache folder: only the last part may be missing", () => {
  expect(/^proxy_cache_path (\S+)/m.exec(read("deploy/nginx.conf"))?.[1]).toMatch(/^\/var\/cache\/[^/]+$/);
});

describe("Containerfile", () => {
  const recipe = read("Containerfile");
  const manifest = JSON.parse(read("package.json"));
  const copied = [...recipe.matchAll(/^COPY (?:--from=build \/srv\/thuma\/(\S+) \S+|((?:(?!--)\S+ )+)\S+)$/gm)];
  const fromHere = copied.flatMap(([, , names = ""]) => names.split(" ")).filter((name) => !["", "."].includes(name));
  /** Without what an installation and a build create. */
  const fromBuild = copied.flatMap(([, name]) => (name && !/^(?:build|node_modules)$/.test(name) ? [name] : []));

  test("builds with a Node that can install, and runs the project's own", () => {
    const images = [...recipe.matchAll(/^FROM docker\.io\/library\/([a-z]+):(\S+)/gm)].map(([, name]) => name);
    expect(images).toEqual(["node", "debian"]);
    const oldest = numberIn(manifest.engines.node, /^>=(\d+)\./);
    expect(numberIn(recipe, /library\/node:(\d+)-/)).toBeGreaterThanOrEqual(oldest);
  });

  test("starts the build with npm start's flags", () => {
    const command = /^CMD (.*)$/m.exec(recipe)?.[1] ?? "";
    expect(JSON.parse(command)).toEqual(["node_modules/.bin/node", ...siteArguments]);
  });

  test("copies only existing files, and runs only existing scripts", () => {
    expect([fromHere.length, fromBuild.length]).toEqual([3, 3]);
    for (const file of [...fromHere, ...fromBuild]) expect([file, existsSync(file)]).toEqual([file, true]);
    for (const [, script] of recipe.matchAll(/npm run (\S+)/g)) expect(manifest.scripts).toHaveProperty(script ?? "");
  });

  test("is given all that it copies and all sources of a build, and no private files, by a file that Docker and Podman both read", () => {
    expect(existsSync(".containerignore")).toBe(false);
    const admitted = [...read(".dockerignore").matchAll(/^!(\S+)$/gm)].map(([, name]) => name ?? "");
    expect(sourceFiles.length + sourceFolders.length).toBeGreaterThan(6);
    const wanted = new Set([...sourceFiles, ...sourceFolders, ...fromHere, ...fromBuild]);
    // Another courier's folder, if there is one.
    wanted.add("brand");
    expect(admitted.sort()).toEqual([...wanted].sort());
    expect(read(".dockerignore").startsWith("*\n")).toBe(true);
  });

  test("installs as on any machine, and names its commit", () => {
    expect(recipe).toMatch(/^COPY \.npmrc [\s\S]*^RUN npm ci [\s\S]*^ARG COMMIT$[\s\S]*^RUN npm run build$/m);
    expect(read("docs/operations.md")).toContain('--build-arg COMMIT="$(git rev-parse --short=12 HEAD)"');
  });

  test("runs as an ordinary user, with its data on a volume, and can be stopped", () => {
    expect(recipe).toMatch(/^USER thuma$/m);
    expect(recipe).toMatch(/DATA_DIR=\/data\b[\s\S]*^VOLUME \/data$/m);
    const [, flag] = /^CMD \["node_modules\/\.bin\/node", "(--\S+)", "build\/index\.js"\]$/m.exec(recipe) ?? [];
    expect(read("package.json")).toContain(`"start": "node ${flag} `);
    // A site that can only be read mustn't be taken for a dead one.
    expect(recipe).toMatch(/^HEALTHCHECK .*\n.*PORT}\/track`/m);
  });
});
