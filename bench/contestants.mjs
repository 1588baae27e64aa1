import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../server/fresh.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { bench, folderOf, ourStep } from "./prepare.mjs";

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

const inFolder = (peer, file) => path.join(folderOf(peer), file);

/** The peers, each doing its own work in a step. */
export const frameworks = [
  {
    name: "sveltekit",
    title: "SvelteKit",
    cwd: root,
    command: () => [process.execPath, inFolder("sveltekit", "server.js")],
    env: (port) => ({ PORT: port, HOST: "127.0.0.1", ORIGIN: `http://127.0.0.1:${port}` }),
  },
  {
    name: "astro",
    title: "Astro",
    cwd: root,
    command: () => [process.execPath, inFolder("astro", "server.js")],
    env: (port) => ({ PORT: port, HOST: "127.0.0.1" }),
  },
  {
    name: "nextjs",
    title: "Next.js",
    cwd: root,
    command: (port) => {
      const next = inFolder("nextjs", "node_modules/next/dist/bin/next");
      return [process.execPath, next, "start", folderOf("nextjs"), "-H", "127.0.0.1", "-p", port];
    },
    env: (port) => ({ APP_URL: `http://127.0.0.1:${port}`, NEXT_TELEMETRY_DISABLED: "1" }),
    // A server action can't choose the status of an invalid form's answer.
    statuses: { invalid: 200 },
  },
];

/** The same servers once more, each doing our work in a step, on the database that our running server has made. */
export const withSameWork = frameworks.map((peer) => ({
  ...peer,
  name: sameWorkOf(peer.name),
  title: `${peer.title}, same work`,
  env: (port) => ({ ...peer.env(port), SAME_WORK: ourStep, SITE_DATA: ownFile("data") }),
  // What differs is the step: the pages that are the same for everybody are measured once.
  measures: ({ isKept }) => !isKept,
}));

/** The name of a peer's contestant that does our work. */
export function sameWorkOf(peer) {
  return `${peer} with the same work`;
}
