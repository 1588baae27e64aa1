import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Metric, single } from "./text";

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** What this process takes, and how late it gets to what is due. */
export function processMeter() {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return function metrics(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lateness = {
      "0.5": delay.percentile(50) / NANOSECONDS,
      "0.99": delay.percentile(99) / NANOSECONDS,
      "1": delay.max / NANOSECONDS,
    };
    delay.reset();
    return [
      single(
        "gauge",
        "process_start_time_seconds",
        "When it was started, Unix time.",
        Math.round(performance.timeOrigin) / 1000,
      ),
      single("gauge", "process_resident_memory_bytes", "Memory that it holds.", rss),
      single("gauge", "nodejs_heap_size_used_bytes", "Of that, what JavaScript uses.", heapUsed),
      single("counter", "process_cpu_seconds_total", "Processor time since its start.", (user + system) / MICROSECONDS),
      {
        name: "thuma_event_loop_delay_seconds",
        help: "How late timers came since the last look, by quantile; 1 is the latest. A timer alone takes 0.02.",
        type: "gauge",
        samples: Object.entries(lateness).map(([quantile, value]) => ({ labels: { quantile }, value })),
      },
    ];
  };
}
