/** What a shop's order may say, and what of it is booked. */
export type OrderRow = {
  kind: "customer's note" | "company" | "second line" | "entities" | "too long" | "several spaces";
  /** Fields of the order that differ from Zodwa Khumalo's, 9 Vilakazi Street, Soweto, 1868. */
  order: Record<string, string>;
  /** The product's name, if it matters. */
  product?: string;
  /** Of the booking's body: `to`'s fields, `specialInstructions` and `parcelDesc`. */
  booked: Record<string, string>;
};

export const orderRows: OrderRow[];

/** The lines of an address, and whether a driver finds no door there. */
export const postBoxes: [lines: [string, string], isAlone: boolean][];
