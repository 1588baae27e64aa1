import { LogoMark } from "./logo";

/**
 * Shows the brand for half a second on the first page of a visit. CSS draws it over the page and fades it. The page
 * below can be read and tapped from the start; with reduced motion nothing is drawn.
 */
export function LoadingScreen() {
  return (
    <div className="opening" aria-hidden="true">
      <LogoMark size={72} />
    </div>
  );
}
