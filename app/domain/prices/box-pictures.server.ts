import { preparedFor } from "#db/prepared.server";
import { boxes } from "#db/schema/pricing";
import type { Reader } from "#db/store.server";
import { inForceOn } from "./in-force";

/** How a box is shown to customers. */
export type BoxPicture = {
  /** A drawing in `public/boxes.svg`, which browsers cache. */
  picture: string;
  /** Something that fits in the box, such as "a folded jacket"; blank if there is no example. */
  example: string;
};

/** The drawings in `public/boxes.svg`. */
export const pictures = ["flyer-bag", "stock-2", "stock-3", "stock-4", "stock-5", "stock-6", "stock-7", "box"] as const;

/** Used for a box that staff have given no drawing. */
export const PLAIN_PICTURE: BoxPicture = { picture: "box", example: "" };

/**
 * How each box is shown on a day, by box id. A remote pricing service doesn't say, so this comes from our own table.
 */
export async function boxPictures(store: Reader, day: string): Promise<(id: string) => BoxPicture> {
  const looks = inForceOn(day, await everyBox(store).execute(), ({ id }) => id);
  const byId = new Map(looks.map(({ id, picture, example }) => [id, { picture, example }]));
  return (id) => byId.get(id) ?? PLAIN_PICTURE;
}

const everyBox = preparedFor((store) => store.select().from(boxes).prepare());
