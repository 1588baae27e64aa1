import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError, reason } from "./config-error";
import { isFolder } from "./data-folder.server";
import type { Environment } from "./environment.server";

/**
 * Where the replica of the database is stored, with its credentials; undefined if none is configured.
 * @throws ConfigError for settings that can't work together
 */
export function replicaOf(env: Environment, dataDir: string) {
  const url = env.LITESTREAM_REPLICA_URL;
  if (!url) return undefined;
  const keyPath = env.LITESTREAM_SFTP_KEY_PATH && path.resolve(env.LITESTREAM_SFTP_KEY_PATH);
  if (!URL.canParse(url)) throw new ConfigError("LITESTREAM_REPLICA_URL: is not a complete address");
  const { protocol, hostname, username, password, pathname } = new URL(url);
  if (protocol === "s3:" && !(env.LITESTREAM_ACCESS_KEY_ID && env.LITESTREAM_SECRET_ACCESS_KEY)) {
    throw new ConfigError("LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY: both are required with s3://");
  }
  if (protocol === "sftp:" && !(hostname && username && pathname.length > 1)) {
    throw new ConfigError("LITESTREAM_REPLICA_URL: must name user, host and folder: sftp://user@host/folder");
  }
  if (protocol === "sftp:" && !password && !keyPath) {
    throw new ConfigError("LITESTREAM_SFTP_KEY_PATH: required with sftp:// unless the address has a password");
  }
  if (keyPath) refuseUnreadable("LITESTREAM_SFTP_KEY_PATH", keyPath);
  if (protocol === "s3:" && !hostname) throw new ConfigError("LITESTREAM_REPLICA_URL: must name a bucket: s3://bucket");
  if (protocol === "file:" && (hostname || pathname === "/")) {
    throw new ConfigError("LITESTREAM_REPLICA_URL: must name a whole path: file:///folder");
  }
  if (protocol === "file:" && !path.relative(dataDir, pathname).startsWith("..")) {
    throw new ConfigError(
      "LITESTREAM_REPLICA_URL: must be outside DATA_DIR: a backup on the same disk is lost with it",
    );
  }
  if (protocol === "file:" && !isFolder(fileURLToPath(url))) {
    throw new ConfigError(
      `LITESTREAM_REPLICA_URL: there is no folder ${fileURLToPath(url)}. Is its disk mounted? If it is new, create the folder first`,
    );
  }
  return {
    url,
    keyPath,
    accessKeyId: env.LITESTREAM_ACCESS_KEY_ID,
    secretAccessKey: env.LITESTREAM_SECRET_ACCESS_KEY,
    endpoint: env.LITESTREAM_S3_ENDPOINT,
    region: env.LITESTREAM_S3_REGION,
    program: env.LITESTREAM_PATH,
  };
}

function refuseUnreadable(setting: string, file: string): void {
  if (!existsSync(file)) throw new ConfigError(`${setting}: there is no file ${file}`);
  if (statSync(file).isDirectory()) throw new ConfigError(`${setting}: ${file} is a folder, not a file`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new ConfigError(`${setting}: ${file} can't be read by this user: ${reason(error)}`);
  }
}
