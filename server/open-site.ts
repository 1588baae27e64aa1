import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installGlobals } from "@remix-run/node";
import { Registry } from "prom-client";
import { type Config, settings, takeSettings } from "../app/config.server";
import { clearOfficeFolder } from "../app/domain/office/office-folder.server";
import { SECONDS } from "../app/durations";
import { log } from "../app/log.server";
import { FOREIGN_PRICES_KEPT_MS, type Services, services } from "../app/services.server";
import { startDailySnapshots } from "./backup/daily-snapshots";
import { refuseEmptyStart } from "./backup/empty-start";
import { type RunningReplica, startReplica } from "./backup/replica";
import { startStaffCopy } from "./backup/staff-copy";
import { openMetrics } from "./metrics/metrics";
import { requestMeter } from "./metrics/requests";
import { pageCache } from "./page-cache";
import { starting } from "./refusals";
import { refuse } from "./refuse";
import { addressesOfAnyQuery, askAsAnybody, askRemix, cachedAddresses, methodsAt, routePatterns } from "./remix";
import { promiseHttps } from "./security-headers";
import { type App, site } from "./site";
import { staticFiles } from "./static-files";
import { DRAIN_MS } from "./stop";
import { type Answerer, patience, webServer } from "./web-server";

/** Where `server/build.mjs` puts the files for browsers: beside this file in the build. */
const publicFolder = fileURLToPath(new URL("./public", import.meta.url));

/** After this a request during the start gets a page that says so. */
const VISITORS_WAIT_MS = 5 * SECONDS;
/**
 * How many connections may wait to be accepted. Linux limits it to `net.core.somaxconn`, 4,096. Node's default of 511
 * is soon full, and then a phone tries again after 1, 3, 7, 15 and 31 s.
 */
const WAITING_CONNECTIONS = 4_096;

/** A running site. */
export type OpenSite = {
  port: number;
  /** Accepts nothing new, finishes requests under way, and closes everything. */
  close(): Promise<void>;
};

/** Sees each request before the site does, and may answer it. Returns whether it has. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Opens the site at its port.
 * @param environment its settings, by their names; a process has one site
 * @param before only the demo has one (`demo/tour.ts`)
 * @throws ConfigError, StoreError, or the system's error about the port
 */
export async function openSite(
  environment: Record<string, string | undefined>,
  before?: EarlyAnswer,
): Promise<OpenSite> {
  takeSettings(environment);
  const { appUrl, host, port, trustProxy } = settings();
  installGlobals();
  promiseHttps(appUrl);

  const registry = new Registry();
  const requests =
    settings().metrics.port === undefined ? undefined : requestMeter([...routePatterns, "/build/*"], registry);
  const handle = async (...[request, response, myTurn]: Parameters<Answerer>) => {
    requests?.watch(request, response);
    if (await before?.(request, response)) return;
    const open = await Promise.race([door, tooLong]);
    if (open) await open(request, response, myTurn);
    else refuse(request, response, starting);
  };
  const { server, drain } = webServer(handle, patience, trustProxy);
  // Migrations may take long while staff hold the write lock.
  const tooLong = pause(VISITORS_WAIT_MS, undefined, { ref: false });
  // Take the port first: a second start by mistake must not migrate the first one's database.
  const listening = listen(server, port, host);
  const opened = listening.then(() => refuseEmptyStart(settings())).then(services);
  const door = opened.then((services) => {
    const shared = { services, settings: settings() };
    const app: App = (request, url, body, context) => askRemix(request, url, body, Object.assign(context, shared));
    return site({ appUrl, trustProxy, methodsAt }, staticFiles(publicFolder), app, cacheOf(shared));
  });

  const opening = await opened;
  clearOfficeFolder(settings().dataDir);
  let secondCopy: RunningReplica | undefined;
  const metrics = requests && (await openMetrics(settings(), registry, opening, () => secondCopy?.state()));
  const { replica } = settings();
  if (replica) secondCopy = startReplica({ ...settings(), replica }, log);
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

/** Our own prices change with their tables; a remote service's may change without our knowing. */
function cacheOf(shared: { services: Services; settings: Config }) {
  const { appUrl, takesAnyAddress, pricingApiUrl } = shared.settings;
  return pageCache({
    addresses: cachedAddresses,
    ofAnyQuery: addressesOfAnyQuery,
    ask: (address, headers, context) => askAsAnybody(address, headers, { ...context, ...shared }),
    homeOf: ({ origin }) => (takesAnyAddress ? origin : appUrl),
    mark: shared.services.store.priceMark,
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
