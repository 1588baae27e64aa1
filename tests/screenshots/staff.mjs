import { execFileSync } from "node:child_process";

/** The output of a staff command. @param input what is piped into it */
export function staff(dataDir, args, input = "") {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, USER: "zanele" };
  return execFileSync(process.execPath, ["build/tools/staff.js", ...args], { env, input, encoding: "utf8" });
}
