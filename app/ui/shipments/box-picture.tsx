import { ForShow } from "../shell/this-page";

/** A drawing of a box, to the same scale as the others, from one cached file. */
export function BoxPicture({ picture }: { picture: string }) {
  return (
    <ForShow>
      <svg className="box" width="60" height="48" aria-hidden="true">
        <use href={`/boxes.svg#${picture}`} />
      </svg>
    </ForShow>
  );
}
