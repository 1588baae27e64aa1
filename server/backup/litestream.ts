import { execFileSync } from "node:child_process";
import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Config, ConfigError } from "../../app/config.server";

export type Replica = NonNullable<Config["replica"]>;

/** The releases whose configuration and replica format we know; later ones write another format. */
const KNOWN_RELEASE = "v0.3.";

/**
 * Finds Litestream: at `LITESTREAM_PATH`, in the npm package for this platform, or on `PATH`.
 * @throws ConfigError when none is usable
 */
export function findLitestream({ program }: Pick<Replica, "program">): string {
  const found = program ? runnable(program) : (fromPackage() ?? fromPath());
  if (!found) {
    const where = program ? `at ${program}` : `for ${process.platform}-${process.arch} among the packages or on PATH`;
    throw new ConfigError(`LITESTREAM_PATH: there is no Litestream ${where}; install release 0.3.13 and name it here`);
  }
  const release = releaseOf(found);
  if (release.startsWith(KNOWN_RELEASE)) return found;
  throw new ConfigError(`LITESTREAM_PATH: ${found} is Litestream ${release}; release 0.3.13 is needed`);
}

function releaseOf(program: string): string {
  try {
    return execFileSync(program, ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split("\n") : [String(error)];
    throw new ConfigError(`LITESTREAM_PATH: ${program} isn't Litestream, or doesn't run here: ${why}`);
  }
}

function fromPackage(): string | undefined {
  const name = `@flydotio/litestream-${process.platform}-${process.arch}`;
  try {
    const description = createRequire(path.resolve("package.json")).resolve(`${name}/package.json`);
    return runnable(path.join(path.dirname(description), "litestream"));
  } catch {
    return undefined;
  }
}

function fromPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.map((folder) => runnable(path.join(folder, "litestream"))).find((file) => file !== undefined);
}

function runnable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return path.resolve(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes Litestream's configuration to a file that only its owner can read: an SFTP address may contain a password.
 * With both intervals at 100 ms, a write reaches the replica within about that time.
 */
export function writeLitestreamConfig(file: string, databaseFile: string, replica: Replica): void {
  const settings = {
    logging: { level: "info", type: "json", stderr: true },
    dbs: [
      {
        path: databaseFile,
        "monitor-interval": "100ms",
        // While it checkpoints nothing is sent, so it does this rarely: at 16 MB.
        "min-checkpoint-page-count": 4_000,
        replicas: [
          {
            url: replica.url,
            "sync-interval": "100ms",
            "snapshot-interval": "12h",
            retention: "72h",
            "key-path": replica.keyPath,
            endpoint: replica.endpoint,
            region: replica.region,
          },
        ],
      },
    ],
  };
  rmSync(file, { force: true });
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600, flag: "wx" });
}

/** The environment that Litestream gets; it doesn't need our other secrets. */
export function litestreamEnvironment(replica: Replica): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ, NODE_ENV, SSL_CERT_FILE, SSL_CERT_DIR } = process.env;
  return {
    ...{ PATH, HOME, TZ, NODE_ENV, SSL_CERT_FILE, SSL_CERT_DIR },
    LITESTREAM_ACCESS_KEY_ID: replica.accessKeyId,
    LITESTREAM_SECRET_ACCESS_KEY: replica.secretAccessKey,
  };
}

/** A password in an address may contain dollar signs. */
export const asWritten = "-no-expand-env";
