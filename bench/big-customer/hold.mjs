/**
 * Loaded into the site's process. At SIGUSR2 it writes to a file what was most since the last time: how long the event loop
 * was held, how much processor time the main thread took of that, which other programs don't change, and the memory.
 */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const LOOK_EVERY_MS = 1;
const MEMORY_EVERY_MS = 20;
const file = process.env.HOLD_FILE;

if (isMainThread && file) {
  const most = { heldMs: 0, workedMs: 0, mostMb: 0 };
  const processorMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { at: performance.now(), worked: processorMs() };
  const look = setInterval(() => {
    const here = { at: performance.now(), worked: processorMs() };
    most.heldMs = Math.max(most.heldMs, here.at - last.at - LOOK_EVERY_MS);
    most.workedMs = Math.max(most.workedMs, here.worked - last.worked);
    last = here;
  }, LOOK_EVERY_MS);
  const memoryMb = () => process.memoryUsage.rss() / 1e6;
  const weigh = setInterval(() => (most.mostMb = Math.max(most.mostMb, memoryMb())), MEMORY_EVERY_MS);
  for (const timer of [look, weigh]) timer.unref();
  process.on("SIGUSR2", () => {
    writeFileSync(file, JSON.stringify({ ...most, nowMb: memoryMb() }));
    Object.assign(most, { heldMs: 0, workedMs: 0, mostMb: 0 });
  });
}
