import { ForShow } from "../shell/this-page";

/** Each box in words that say what goes into it. Official names come from the rate card; a new box may have none here. */
const words: Record<string, string> = {
  "flyer-bag": "a folded jacket",
  "stock-2": "a pair of children's shoes",
  "stock-3": "a kettle",
  "stock-4": "a pair of boots",
  "stock-5": "a full school bag",
  "stock-6": "a microwave",
  "stock-7": "bedding for a double bed",
};

/** "A folded jacket"; nothing for a box that we have no words for. */
export function everydayWords(id: string): string {
  const known = words[id];
  return known ? `For example ${known}` : "";
}

/** A drawing of the box, all to one scale, from one file that the browser keeps. A box that we have none of is a plain one. */
export function BoxPicture({ id }: { id: string }) {
  return (
    <ForShow>
      <svg className="box" width="48" height="48" aria-hidden="true">
        <use href={`/boxes.svg#${id in words ? id : "box"}`} />
      </svg>
    </ForShow>
  );
}
