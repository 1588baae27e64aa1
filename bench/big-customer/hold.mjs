/** Loaded into the site's process: its longest hold of the event loop and its largest memory, in a file that is asked for. */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const file = process.env.HOLD_FILE;
if (isMainThread && file) {
  const RESOLUTION_MS = 1;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let mostBytes = 0;
  const look = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), 20);
  look.unref();
  process.on("SIGUSR2", () => {
    const figures = { heldMs: delay.max / 1e6, nowMb: process.memoryUsage.rss() / 1e6, mostMb: mostBytes / 1e6 };
    delay.reset();
    mostBytes = 0;
    writeFileSync(file, JSON.stringify(figures));
  });
}
