/**
 * `node tests/with-sftp.mjs <command> …`: runs a command with Debian's own sshd beside it, which stores replicas in a
 * temporary folder and ends with the command. It listens on this machine only, with temporary keys; the machine's
 * accounts and settings aren't changed. `REPLICA_PLACE` and `LITESTREAM_SFTP_KEY_PATH` tell the command where it is.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const SSHD = "/usr/sbin/sshd";
const [program, ...args] = process.argv.slice(2);

installIfMissing();
const folder = mkdtempSync(path.join(tmpdir(), "thuma-sftp-"));
const port = await freePort();
const sshd = start();
try {
  await listening();
  const env = {
    ...process.env,
    REPLICA_PLACE: `sftp://${userInfo().username}@127.0.0.1:${port}${folder}/copies`,
    LITESTREAM_SFTP_KEY_PATH: path.join(folder, "customer-key"),
  };
  process.exitCode = spawnSync(program, args, { stdio: "inherit", env }).status ?? 1;
} finally {
  sshd.kill();
  rmSync(folder, { recursive: true, force: true });
}

function installIfMissing() {
  if (existsSync(SSHD)) return;
  console.log("Installing openssh-server…");
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "openssh-server"], { stdio: "inherit" });
}

function start() {
  for (const key of ["host-key", "customer-key"]) {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, key)]);
  }
  writeFileSync(path.join(folder, "authorized"), readFileSync(path.join(folder, "customer-key.pub")), { mode: 0o600 });
  mkdirSync(path.join(folder, "copies"), { mode: 0o700 });
  const settings = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: path.join(folder, "host-key"),
    AuthorizedKeysFile: path.join(folder, "authorized"),
    PidFile: "none",
    PasswordAuthentication: "no",
    PermitRootLogin: "prohibit-password",
    StrictModes: "no",
    Subsystem: "sftp internal-sftp -u 0077",
    ForceCommand: "internal-sftp -u 0077",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(path.join(folder, "sshd_config"), lines.join(""));
  // The folder in which sshd, started by root, confines its unprivileged process.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  return spawn(SSHD, ["-D", "-e", "-f", path.join(folder, "sshd_config")], { stdio: ["ignore", "ignore", "ignore"] });
}

async function listening() {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await answers()) return;
    await pause(50);
  }
  throw new Error("sshd does not listen");
}

function answers() {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
