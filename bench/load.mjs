import autocannon from "autocannon";

const CONNECTIONS = 16;
/** How often autocannon checks whether its time is over. */
const LOOK_EVERY_MS = 50;

/**
 * Sends one request again and again over 16 connections, each waiting for its answer.
 * @param server the running server, for its processor time; null when that doesn't matter
 * @returns { answers, perSecond, p50Ms, p99Ms, processorUs (of the server, per request), serverBusy, loadBusy (0 to 1),
 * wrong }
 */
export async function load({ url, method, headers, body, status }, seconds, server = null) {
  const tookMs = [];
  let wrong = 0;
  let last = 0;
  const serverBefore = server?.processorMs();
  const loadBefore = process.cpuUsage();
  const began = performance.now();
  const run = autocannon(
    { url, method, headers, body, connections: CONNECTIONS, duration: seconds, sampleInt: LOOK_EVERY_MS },
    () => {},
  );
  run.on("response", (_client, code, _bytes, ms) => {
    tookMs.push(ms);
    if (code !== status) wrong += 1;
    last = performance.now();
  });
  run.on("reqError", () => (wrong += 1));
  await new Promise((resolve, reject) => run.once("done", resolve).once("error", reject));

  // Measured up to the last answer: requests still under way at the end don't count.
  const wallMs = tookMs.length ? last - began : seconds * 1000;
  const { user, system } = process.cpuUsage(loadBefore);
  const serverMs = serverBefore == null ? null : server.processorMs() - serverBefore;
  tookMs.sort((a, b) => a - b);
  return {
    answers: tookMs.length,
    perSecond: (tookMs.length / wallMs) * 1000,
    p50Ms: tookMs[Math.floor(tookMs.length * 0.5)],
    p99Ms: tookMs[Math.floor(tookMs.length * 0.99)],
    processorUs: serverMs === null ? null : (serverMs * 1000) / tookMs.length,
    serverBusy: serverMs === null ? null : serverMs / wallMs,
    loadBusy: (user + system) / 1000 / wallMs,
    wrong,
  };
}

/** Sends `count` requests in all, taking the given ones in turn. */
export async function mixedLoad(requests, count) {
  const [{ url }] = requests;
  const run = autocannon(
    {
      url: new URL(url).origin,
      connections: CONNECTIONS,
      amount: count,
      timeout: 60,
      requests: requests.map(({ method, url, headers, body }) => ({
        method,
        path: url.slice(new URL(url).origin.length),
        headers,
        body,
      })),
    },
    () => {},
  );
  return new Promise((resolve, reject) => run.once("done", resolve).once("error", reject));
}
