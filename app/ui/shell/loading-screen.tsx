import { LogoMark } from "./logo";

/**
 * Half a second of brand on the first page of a visit. Drawn over the page and faded by CSS alone: what is below is
 * there from the start, can be read and tapped, and under reduced motion nothing is drawn at all.
 */
export function LoadingScreen() {
  return (
    <div className="opening" aria-hidden="true">
      <LogoMark size={72} />
    </div>
  );
}
