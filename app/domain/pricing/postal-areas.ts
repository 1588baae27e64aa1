/** A range of postal codes and what we know about the places in it. */
export type PostalArea = {
  fromCode: string;
  toCode: string;
  town: string;
  province: string;
  region: string;
  zone: string;
  served: boolean;
};

/**
 * The area that describes a code. Ranges nest, and the narrowest one that contains the code wins, even if we don't
 * serve it and do serve the area around it. Null when we don't serve the code.
 */
export function servedArea<Area extends PostalArea>(pcode: string, areas: readonly Area[]): Area | null {
  const narrowest = narrowestArea(pcode, areas);
  return narrowest?.served ? narrowest : null;
}

/** The same, whether we serve it or not. */
export function narrowestArea<Area extends PostalArea>(pcode: string, areas: readonly Area[]): Area | null {
  const [narrowest] = areas
    .filter((area) => area.fromCode <= pcode && pcode <= area.toCode)
    .toSorted((one, other) => width(one) - width(other));
  return narrowest ?? null;
}

const width = (area: PostalArea) => Number(area.toCode) - Number(area.fromCode);
