import type { VisitToCome } from "#app/domain/drivers/visits-on-day.server";
import { commandNamed, number, say, type Words } from "#app/language/say";

const MOST_NAMED = 20;

/** The visits that a change is about, one by one, and the command that tells their people. */
export function whatLiesThere(visits: readonly VisitToCome[], options: Record<string, string>): Words[] {
  if (visits.length === 0) return [];
  const more = visits.length - MOST_NAMED;
  return [
    `${visits.length === 1 ? "1 visit is" : `${visits.length} visits are`} planned there:`,
    ...visits
      .slice(0, MOST_NAMED)
      .map(
        ({ waybillNo, visit, name, phone, plan }) =>
          say`${number(waybillNo)}: ${[visit, plan, name, phone].filter(Boolean).join(", ")}.`,
      ),
    ...(more > 0 ? [`And ${more} more.`] : []),
    say`Nobody is told. To tell them: ${commandNamed("delay", {}, options)}.`,
  ];
}
