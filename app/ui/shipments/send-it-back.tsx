import { Button } from "../forms/button";
import { useThisAddress } from "../shell/this-page";

/** Begins a parcel in the other direction, with what this page's reader may know filled in. */
export function SendItBack({ children }: { children: string }) {
  return (
    <form method="post" action={useThisAddress()} className="form no-print">
      <p>{children}</p>
      <Button plain name="back" value="yes">
        Send it back
      </Button>
    </form>
  );
}
