import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** What Node is given to start the built site, with the flags of `npm start`: the site that is tested and measured is the one that runs. */
export const siteArguments = [...scripts.start.split(" ").filter((word) => word.startsWith("--")), "build/index.js"];
