import { ForShow } from "../shell/this-page";

/** A drawing of a box, all to one scale, from one file that the browser keeps. */
export function BoxPicture({ picture }: { picture: string }) {
  return (
    <ForShow>
      <svg className="box" width="48" height="48" aria-hidden="true">
        <use href={`/boxes.svg#${picture}`} />
      </svg>
    </ForShow>
  );
}
