import { boxes } from "#db/schema/pricing";
import type { Reader } from "#db/store.server";
import { type BoxPicture, PLAIN_PICTURE } from "./box-choices";
import { inForceOn } from "./in-force";

/**
 * How each box is shown on a day, by box id. A remote pricing service doesn't say, so this comes from our own table.
 */
export async function boxPictures(store: Reader, day: string): Promise<(id: string) => BoxPicture> {
  const looks = inForceOn(day, await store.select().from(boxes), ({ id }) => id);
  const byId = new Map(looks.map(({ id, picture, example }) => [id, { picture, example }]));
  return (id) => byId.get(id) ?? PLAIN_PICTURE;
}
