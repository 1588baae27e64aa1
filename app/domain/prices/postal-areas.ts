import type { postalAreas } from "#db/schema/pricing";

/** A range of postal codes and what we know about the places in it. */
export type PostalArea = Omit<typeof postalAreas.$inferSelect, "id" | "validFrom">;

/** A place as far as the price depends on it. */
export type PricedArea = Pick<PostalArea, "region" | "zone">;

/**
 * The area that describes a code, whether we serve it or not. Ranges nest, and the narrowest one that contains the code
 * wins, even if we don't serve it and do serve the area around it. Null for an unknown code.
 */
export function narrowestArea<Area extends PostalArea>(pcode: string, areas: readonly Area[]): Area | null {
  let narrowest: Area | null = null;
  for (const area of areas) {
    if (area.fromCode > pcode || pcode > area.toCode) continue;
    if (!narrowest || width(area) < width(narrowest)) narrowest = area;
  }
  return narrowest;
}

const width = (area: PostalArea) => Number(area.toCode) - Number(area.fromCode);
