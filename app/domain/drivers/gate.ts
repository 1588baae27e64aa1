import { grouped } from "../values/in-parts";
import type { StopView } from "./stop-views.server";
import { isToDo } from "./to-do";

/** A driver's stops by gate, in their order: parcels for one visit to the same person at the same address. */
export function gatesOf(views: readonly StopView[]): StopView[][] {
  return [...grouped(views, gateOf).values()];
}

/** As many as one form can tick (`server/form-limits.ts`). The others have their turn afterwards. */
export const MOST_TOGETHER = 20;

/** The other parcels that can be marked together with a stop. */
export function alsoAt(stop: StopView, views: readonly StopView[]): StopView[] {
  const others = views.filter((view) => view.id !== stop.id && gateOf(view) === gateOf(stop));
  return others.filter(isToDo).slice(0, MOST_TOGETHER);
}

function gateOf({ id, visit, person }: StopView): string {
  return person ? JSON.stringify([visit, person.name, person.lines, person.phones]).toLowerCase() : id;
}
