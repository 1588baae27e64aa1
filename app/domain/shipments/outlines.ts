import { abroad, lesotho, type Outline, southAfrica } from "./country-outlines";
import type { Point } from "./plus-code";

/** How far outside the outline a point may be, because the outline is rough. */
const ROUGHLY_KM = 12;

const [home, within] = [sidesOf(southAfrica), sidesOf(lesotho)];

/** Whether a point lies in South Africa, or so near to its outline that it may. */
export function isInSouthAfrica(point: Point): boolean {
  const isWithin = isInside(home, point) && !isInside(within, point);
  return isWithin || [home, within].some((sides) => kmToOutline(sides, point) <= ROUGHLY_KM);
}

/** Whether a point can lie in another country; null if we don't know where the country is. */
export function isInCountry(country: string, { latitude, longitude }: Point): boolean | null {
  const rectangles = abroad[country];
  if (!rectangles) return null;
  return rectangles.some(
    ([south, west, north, east]) => south <= latitude && latitude <= north && west <= longitude && longitude <= east,
  );
}

const KM_IN_DEGREE = 111.2;

/** The distance in kilometres, near enough for places in one country. */
export function kmBetween(one: Point, other: Point): number {
  const narrowing = Math.cos((one.latitude * Math.PI) / 180);
  const east = (other.longitude - one.longitude) * narrowing;
  return Math.hypot(other.latitude - one.latitude, east) * KM_IN_DEGREE;
}

type Side = readonly [y1: number, x1: number, y2: number, x2: number];

/** By the number of sides that a line to the east crosses. */
function isInside(sides: readonly Side[], { latitude, longitude }: Point): boolean {
  let inside = false;
  for (const [y1, x1, y2, x2] of sides) {
    const crosses = y1 > latitude !== y2 > latitude;
    if (crosses && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

function kmToOutline(sides: readonly Side[], { latitude, longitude }: Point): number {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  let least = Number.POSITIVE_INFINITY;
  for (const [y1, x1, y2, x2] of sides) {
    const [n1, e1] = [y1 - latitude, (x1 - longitude) * narrowing];
    const [north, east] = [y2 - y1, (x2 - x1) * narrowing];
    const along = Math.max(0, Math.min(1, -(n1 * north + e1 * east) / (north * north + east * east)));
    least = Math.min(least, Math.hypot(n1 + along * north, e1 + along * east));
  }
  return least * KM_IN_DEGREE;
}

function sidesOf(outline: Outline): Side[] {
  return outline.map(([y1, x1], at) => {
    const [y2, x2] = outline[(at + 1) % outline.length] ?? [y1, x1];
    return [y1, x1, y2, x2];
  });
}
