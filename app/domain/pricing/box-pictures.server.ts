import { boxes } from "#db/schema/pricing";
import type { Reader } from "#db/store.server";
import { type BoxPicture, PLAIN_PICTURE } from "./box-choices";
import { inForceOn } from "./in-force";

/** How each box looks to customers on a day, by its id. A pricing service elsewhere doesn't say it: our own table does. */
export async function boxPictures(store: Reader, day: string): Promise<(id: string) => BoxPicture> {
  const looks = inForceOn(day, await store.select().from(boxes), ({ id }) => id);
  const byId = new Map(looks.map(({ id, picture, example }) => [id, { picture, example }]));
  return (id) => byId.get(id) ?? PLAIN_PICTURE;
}
