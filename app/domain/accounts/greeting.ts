import { saDateTime } from "../values/sa-time";

/**
 * Specification section 2, `/dashboard`: morning before 12:00, afternoon before 17:00, otherwise evening, in South
 * African time.
 */
export function greeting(now: Date): string {
  const hour = Number(saDateTime(now).slice(-5, -3));
  return hour < 12 ? "Good morning" : hour < 17 ? "Good afternoon" : "Good evening";
}
