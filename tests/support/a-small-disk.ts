import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { aFolder } from "./a-store";

const MB = 1024 * 1024;

/**
 * A disk of its own, in memory, that only programs see which are started `through` it. Needs no rights: the system lets
 * everybody have a mount namespace.
 */
export async function aSmallDisk(megabytes: number) {
  const folder = aFolder();
  const mounts = 'mount -t tmpfs -o size="$1" small "$0" && echo mounted && exec sleep infinity';
  const keeper = spawn(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", mounts, folder, `${megabytes}m`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void keeper.kill("SIGKILL"));
  await once(keeper.stdout, "data");
  const enter = ["nsenter", "--target", String(keeper.pid), "--user", "--preserve-credentials", "--mount"];
  /** As this process sees it. */
  const outside = `/proc/${keeper.pid}/root${folder}`;
  const ballast = path.join(outside, "ballast");
  return {
    /** As programs on it see it. */
    folder,
    outside,
    /** A program, with its arguments, that starts another one there, of this release or of that in another folder. */
    through: (release = process.cwd()) => [...enter, "sh", "-c", 'cd "$0" && exec "$@"', release],
    fill() {
      try {
        writeFileSync(ballast, Buffer.alloc(megabytes * MB));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    makeRoom: () => rmSync(ballast),
    async becomesReadOnly() {
      const [program = "", ...rest] = [...enter, "mount", "-o", "remount,ro", folder];
      await once(spawn(program, rest, { stdio: "inherit" }), "exit");
    },
  };
}
