import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const PLACE = "/dev/shm";
const GIGABYTES = 1024 ** 3;

/**
 * The folder for tests' files: in memory if possible, because databases wait for the disk at every commit. Containers
 * often have only 64 MB there.
 */
export function fastFolder() {
  if (!existsSync(PLACE)) return tmpdir();
  const { bavail, bsize } = statfsSync(PLACE);
  return bavail * bsize > 2 * GIGABYTES ? PLACE : tmpdir();
}
