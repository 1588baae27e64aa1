import { spawnSync } from "node:child_process";

/**
 * Shows output longer than the terminal in `less`. That runs as the site's user, possibly for somebody with fewer
 * rights, so it can't run shell commands (`LESSSECURE`) and doesn't read its settings.
 * @returns false when it isn't needed, or less isn't installed
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
