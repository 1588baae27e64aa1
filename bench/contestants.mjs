import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../server/fresh.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { bench, folderOf } from "./prepare.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "bench-site-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A file of this run only. */
export const ownFile = (name) => path.join(folder, name);

/** The product, with its own database. Its limit on automated clients is meant for the public, so it is off here. */
export const ours = (data = "data") => ({
  name: "ours",
  title: "Thuma Couriers",
  cwd: root,
  command: () => [process.execPath, ...siteArguments],
  env: (port) => ({
    PORT: port,
    HOST: "127.0.0.1",
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: ownFile(data),
    LOG_LEVEL: "error",
    API_REQUESTS_PER_MINUTE: "100000000",
    QUOTES_PER_HOUR: "100000000",
    BOOKINGS_PER_HOUR: "100000000",
  }),
});

/** @param answersFile see bare-server.mjs */
export const bare = (answersFile) => ({
  name: "bare",
  title: "bare Node",
  cwd: bench,
  command: (port) => [process.execPath, "bare-server.mjs", String(port), answersFile],
  env: () => ({}),
  firstPath: "/home/compressed",
});

export const frameworks = [
  {
    name: "sveltekit",
    title: "SvelteKit",
    cwd: folderOf("sveltekit"),
    command: () => [process.execPath, "server.js"],
    env: (port) => ({ PORT: port, HOST: "127.0.0.1", ORIGIN: `http://127.0.0.1:${port}` }),
  },
  {
    name: "astro",
    title: "Astro",
    cwd: folderOf("astro"),
    command: () => [process.execPath, "server.js"],
    env: (port) => ({ PORT: port, HOST: "127.0.0.1" }),
  },
  {
    name: "nextjs",
    title: "Next.js",
    cwd: folderOf("nextjs"),
    command: (port) => [process.execPath, "node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", port],
    env: (port) => ({ APP_URL: `http://127.0.0.1:${port}`, NEXT_TELEMETRY_DISABLED: "1" }),
    // A server action can't choose the status of an invalid form's answer.
    statuses: { invalid: 200 },
  },
];
