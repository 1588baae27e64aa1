import { existsSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { settings, takeSettings } from "#app/config.server";
import { HOURS } from "#app/durations";
import { keepClosed } from "#db/open-mark.server";
import { joinStore, openStore } from "#db/store.server";
import type { main as startSite } from "../server/main";
import { doorOf } from "./door";
import { isDemo, keepMade, type Made, madeIn, make } from "./make";
import { keepWebhookHere } from "./people";
import { bookByCurl, TOUR, tourOf } from "./tour";

const PORT = "3100";
/** After this "today" in it is another day. */
const FRESH_MS = 12 * HOURS;

/**
 * `npm run demo`: makes it if it isn't there, serves it and prints where to look.
 * @param given the whole environment, of which it refuses two settings
 * @param start the site's own `main`, from the build
 */
export async function demo(args: string[], given: NodeJS.ProcessEnv, start: typeof startSite): Promise<void> {
  const isFresh = args.includes("--fresh");
  const unknown = args.find((word) => word !== "--fresh");
  if (unknown) refuse(`There is no option ${unknown}. There is --fresh: it makes the demo anew.`);
  refuseReal(given);
  const environment = {
    NODE_ENV: "production",
    PORT: given.PORT || PORT,
    HOST: given.HOST || "127.0.0.1",
    DATA_DIR: path.resolve(given.DATA_DIR || "data-demo"),
    OFFICE_TAKES: "cash,bank",
  };
  refuseOtherFolder(environment.DATA_DIR);
  await refuseTakenPort(environment);
  const began = performance.now();
  const made = (!isFresh && madeIn(environment.DATA_DIR)) || (await makeAnew(environment));
  const tookS = (performance.now() - began) / 1000;
  takeSettings(environment);
  const home = settings().appUrl;
  // It may have been made by an earlier release.
  await (await openStore(settings().databaseFile)).close();
  const store = await joinStore(settings().databaseFile);
  await keepWebhookHere(store, home, new Date());
  await start({ environment, before: doorOf(store, made, home) });
  process.stdout.write(inWords(made, home, await bookByCurl(store, home, made.key), tookS));
}

async function makeAnew(environment: Record<string, string>): Promise<Made> {
  const { DATA_DIR = "" } = environment;
  const isOpen = isDemo(DATA_DIR) && !keepClosed(path.join(DATA_DIR, "courier.db"));
  if (isOpen) refuse(`A demo is running in ${DATA_DIR}. Stop it first.`);
  rmSync(DATA_DIR, { recursive: true, force: true });
  keepMade(DATA_DIR, {});
  takeSettings(environment);
  process.stderr.write(`Making the demo in ${path.relative("", DATA_DIR) || DATA_DIR}. This takes about 20 seconds.\n`);
  const made = await make(new Date(), (words) => process.stderr.write(`  ${words}\n`));
  keepMade(DATA_DIR, made);
  return made;
}

function inWords(made: Made, home: string, curl: string, tookS: number): string {
  const links = tourOf(made).flatMap(({ title, links, note }) => [
    "",
    title,
    ...links.map(({ words, href }) => `  ${words.padEnd(52)} ${home}${href}`),
    ...(note ? [`  ${note}`] : []),
  ]);
  const isOld = Date.now() - Date.parse(made.madeAt) > FRESH_MS;
  return [
    `The demo is listening on ${home} (${tookS.toFixed(1)} s). All links: ${home}${TOUR}`,
    ...(isOld ? [`It was made ${made.madeAt.slice(0, 10)}. To make it anew: npm run demo -- --fresh`] : []),
    ...links,
    "",
    "Book with the shop's key",
    `  ${curl}`,
    "",
  ].join("\n");
}

/** A demo signs anybody in: it must never be somebody's real site. */
function refuseReal({ PAYFAST_MODE = "", APP_URL = "" }: NodeJS.ProcessEnv): void {
  if (PAYFAST_MODE.trim().toLowerCase() === "live")
    refuse("PAYFAST_MODE: the demo takes no real money; unset it, or use npm start");
  if (/^\s*https:/i.test(APP_URL)) refuse("APP_URL: the demo is for this machine alone; unset it, or use npm start");
}

function refuseOtherFolder(dataDir: string): void {
  if (!existsSync(dataDir) || isDemo(dataDir)) return;
  if (readdirSync(dataDir).length > 0)
    refuse(`DATA_DIR: ${dataDir} holds something else than a demo. Choose another folder.`);
}

/** Before anything is made or deleted: another demo may be running here. */
async function refuseTakenPort({ PORT, HOST }: { PORT: string; HOST: string }): Promise<void> {
  const probe = createServer();
  const isFree = await new Promise((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    probe.listen(Number(PORT), HOST, () => resolve(true));
  });
  await new Promise((closed) => (probe.listening ? probe.close(closed) : closed(null)));
  if (!isFree) refuse(`Port ${PORT} is in use. Stop the other program, or choose another port: PORT=3101 npm run demo`);
}

function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
