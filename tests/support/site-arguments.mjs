import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/**
 * Node's arguments for starting the built site, with `npm start`'s flags, so that tests and benchmarks run the real
 * site.
 */
export const siteArguments = [...scripts.start.split(" ").filter((word) => word.startsWith("--")), "build/index.js"];
