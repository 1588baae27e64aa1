import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installGlobals } from "@remix-run/node";
import { Registry } from "prom-client";
import { company } from "../app/company.server";
import { type Config, settings, takeSettings } from "../app/config.server";
import { SECONDS } from "../app/durations";
import { log } from "../app/log.server";
import type { Store } from "../db/store.server";
import { startDailySnapshots } from "./backup/daily-snapshots";
import { refuseEmptyStart } from "./backup/empty-start";
import { type SecondCopy, startSecondCopy } from "./backup/second-copy";
import { startStaffCopy } from "./backup/staff-copy";
import { openMetrics } from "./metrics/metrics";
import { requestMeter } from "./metrics/requests";
import { pageCache } from "./page-cache";
import { starting } from "./refusals";
import { refuse } from "./refuse";
import { askAsAnybody, askRemix, cachedAddresses, routePatterns } from "./remix";
import { promiseHttps } from "./security-headers";
import { site } from "./site";
import { staticFiles } from "./static-files";
import { DRAIN_MS } from "./stop";
import { webServer } from "./web-server";

/** Where `server/build.mjs` puts what browsers may fetch, beside this file once it is built. */
const publicFolder = fileURLToPath(new URL("./public", import.meta.url));

/** Whoever comes while the site is starting is told so after that time. */
const VISITORS_WAIT_MS = 5 * SECONDS;
const FOREIGN_PRICES_KEPT_MS = 30_000;
/**
 * So many connections may wait to be accepted; Linux allows no more than `net.core.somaxconn`, which is 4,096. With Node's
 * own 511 a crowd that comes at once fills the line, and a phone that finds it full tries again after 1, 3, 7, 15, 31 s.
 */
const WAITING_CONNECTIONS = 4_096;

/** A site that is up. */
export type OpenSite = {
  port: number;
  /** Takes nothing new, finishes what is underway, and closes what it holds. */
  close(): Promise<void>;
};

/**
 * Opens the site at its port.
 * @param environment its settings, by their names; of the process, one site has them
 * @throws ConfigError, StoreError, or what the system says of the port
 */
export async function openSite(environment: Record<string, string | undefined>): Promise<OpenSite> {
  takeSettings(environment);
  const { appUrl, host, port, trustProxy } = settings();
  installGlobals();
  promiseHttps(appUrl);

  const registry = new Registry();
  const requests =
    settings().metrics.port === undefined ? undefined : requestMeter([...routePatterns, "/build/*"], registry);
  const { server, drain } = webServer(async (request, response, myTurn) => {
    requests?.watch(request, response);
    const answer = await Promise.race([door, tooLong]);
    if (answer) await answer(request, response, myTurn);
    else refuse(request, response, starting);
  });
  // It lasts where staff hold the lock that a migration needs.
  const tooLong = pause(VISITORS_WAIT_MS, undefined, { ref: false });
  // The port comes first: a second start by mistake must not migrate the database under the first.
  const listening = listen(server, port, host);
  const opened = listening.then(() => refuseEmptyStart(settings())).then(company);
  const door = opened.then(({ store }) =>
    site({ appUrl, trustProxy }, staticFiles(publicFolder), askRemix, cacheOf(settings(), store)),
  );

  const opening = await opened;
  let secondCopy: SecondCopy | undefined;
  const metrics = requests && (await openMetrics(settings(), registry, opening, () => secondCopy?.state()));
  const { replica } = settings();
  if (replica) secondCopy = startSecondCopy({ ...settings(), replica }, log);
  const snapshots = startDailySnapshots(settings());
  const { postgresUrl, databaseFile } = settings();
  const staffCopy = postgresUrl ? startStaffCopy({ postgresUrl, databaseFile }) : undefined;
  return {
    port: await listening,
    async close() {
      metrics?.close();
      await Promise.all([drain(DRAIN_MS), snapshots.stop(), staffCopy?.stop()]);
      await opening.close();
      await secondCopy?.stop();
    },
  };
}

/** Prices of our own are as new as their tables; those of a service elsewhere may change without our hearing of it. */
function cacheOf({ appUrl, takesAnyAddress, pricingApiUrl }: Config, store: Store) {
  return pageCache({
    addresses: cachedAddresses,
    ask: askAsAnybody,
    homeOf: ({ origin }) => (takesAnyAddress ? origin : appUrl),
    mark: store.priceMark,
    longestMs: pricingApiUrl ? FOREIGN_PRICES_KEPT_MS : Number.POSITIVE_INFINITY,
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: WAITING_CONNECTIONS }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
