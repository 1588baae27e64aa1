import { bool, decimal, index, int, oneOf, primaryKey, table, text } from "../columns";

/**
 * Packaging that a customer can choose. Centimetres, grams, cents excluding VAT. For each id, the row with the latest
 * `valid_from` (a South African day) that isn't in the future applies.
 */
export const boxes = table(
  "boxes",
  {
    id: text("id").notNull(),
    validFrom: text("valid_from").notNull(),
    name: text("name").notNull(),
    lengthCm: int("length_cm").notNull(),
    widthCm: int("width_cm").notNull(),
    heightCm: int("height_cm").notNull(),
    maxWeightGrams: int("max_weight_grams").notNull(),
    costCents: int("cost_cents").notNull(),
    sortOrder: int("sort_order").notNull(),
    active: bool("active").notNull(),
    /** A drawing in `public/boxes.svg`. */
    picture: text("picture").notNull().default("box"),
    /** What fits in the box, shown after "For example"; may be blank. */
    example: text("example").notNull().default(""),
  },
  (boxes) => [primaryKey({ columns: [boxes.id, boxes.validFrom] })],
);

/**
 * Ranges of 4-digit postal codes. Ranges nest: the narrowest one that contains a code describes it. For each id, the
 * row with the latest `valid_from` that isn't in the future applies.
 */
export const postalAreas = table(
  "postal_areas",
  {
    id: text("id").notNull(),
    validFrom: text("valid_from").notNull(),
    fromCode: text("from_code").notNull(),
    toCode: text("to_code").notNull(),
    town: text("town").notNull(),
    province: text("province").notNull(),
    region: text("region").notNull(),
    zone: text("zone").notNull(),
    served: bool("served").notNull(),
    /** The middle of the place, in degrees (WGS 84). Null where the range is a whole region: it isn't compared. */
    latitude: decimal("latitude"),
    longitude: decimal("longitude"),
  },
  (areas) => [
    primaryKey({ columns: [areas.id, areas.validFrom] }),
    index("postal_areas_by_code").on(areas.fromCode, areas.toCode),
  ],
);

/** International destinations. South Africa is domestic and has no row. */
export const countries = table("countries", {
  iso2: text("iso2").primaryKey(),
  name: text("name").notNull().unique(),
  numericZone: int("numeric_zone").notNull(),
  zoneLetter: text("zone_letter").notNull(),
  served: bool("served").notNull(),
});

export const rateKinds = ["zone", "linehaul", "pickup", "international", "fuel", "vat", "days"] as const;

/** The rate card. For each kind and key, the row with the latest `valid_from` that isn't in the future applies. */
export const rates = table(
  "rates",
  {
    kind: oneOf("kind", rateKinds).notNull(),
    rateKey: text("rate_key").notNull(),
    validFrom: text("valid_from").notNull(),
    amountCents: int("amount_cents"),
    basisPoints: int("basis_points"),
    leastDays: int("least_days"),
    mostDays: int("most_days"),
  },
  (rates) => [primaryKey({ columns: [rates.kind, rates.rateKey, rates.validFrom] })],
);

/** Public holidays that the Act doesn't name, such as an election day. A South African day, `2026-11-04`. */
export const proclaimedHolidays = table("proclaimed_holidays", {
  day: text("day").primaryKey(),
  name: text("name").notNull(),
});

/** One row: the number of changes of the tables above, counted by triggers (`db/price-changes.server.ts`). */
export const priceChanges = table("price_changes", {
  id: int("id").primaryKey(),
  changes: int("changes").notNull(),
});
