import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program that a test runs. What is missing is installed where the tests may do that: as root, on Debian. */
export function debianProgram(program: string, inPackage = program): string {
  const isThere = () => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
  if (isThere()) return program;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const step of [["update"], ["install", "-y", "--no-install-recommends", inPackage]])
      spawnSync("apt-get", ["-q", ...step], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
  if (isThere()) return program;
  throw new Error(`This test needs ${program}: apt-get install ${inPackage}`);
}
