import { looksAt } from "./statistics.mjs";

/** Reasons to doubt a figure. */
export function warnings({ looks }) {
  const found = [];
  const dropped = looks.length - looksAt(looks, {}).length;
  if (dropped) found.push(`${dropped} of ${looks.length} looks had wrong answers, or none, and don't count.`);
  const ofLoad = looks.filter(({ loadBusy, serverBusy }) => serverBusy !== null && loadBusy > 0.9 && serverBusy < 0.9);
  if (ofLoad.length) {
    const who = [...new Set(ofLoad.map((look) => `${look.contestant} ${look.scenario}`))].join(", ");
    found.push(
      `In ${ofLoad.length} of ${looks.length} looks the load's own processor was full before the server's was (${who}): there, compare by processor time.`,
    );
  }
  const idle = looks.filter(({ loadBusy, serverBusy }) => serverBusy !== null && loadBusy <= 0.9 && serverBusy < 0.8);
  if (idle.length) {
    found.push(`In ${idle.length} of ${looks.length} looks neither processor was full: other programs were running.`);
  }
  return found.join("\n");
}
