import { spawnSync } from "node:child_process";

/**
 * Shows what is longer than the terminal through `less`, which runs here as the site's user, maybe for somebody who may do
 * less than that: without its commands to the shell (`LESSSECURE`), and without its settings.
 * @returns false where there is no need for it, or no less
 */
export function throughPager(text: string, { columns, rows }: { columns?: number; rows?: number }): boolean {
  if (!rows || linesOn(text, columns ?? 80) < rows) return false;
  const env = {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    TERM: process.env.TERM,
    LANG: "C.UTF-8",
    LESSSECURE: "1",
    LESSHISTFILE: "-",
  };
  const { error } = spawnSync("less", ["-RSX"], { input: text, env, stdio: ["pipe", "inherit", "inherit"] });
  return error === undefined;
}

function linesOn(text: string, columns: number): number {
  return text.split("\n").reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / columns)), 0);
}
