import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { Button } from "../forms/button";
import { useThisAddress } from "../shell/this-page";
import { shown } from "../words";

/** Begins a parcel in the other direction, with what this page's reader may know filled in. */
export function SendItBack({ children }: { children: ReactNode }) {
  return (
    <form method="post" action={useThisAddress()} className="form no-print">
      <p>{children}</p>
      <Button plain name="back" value="yes">
        {shown(catalogue().receiver.sendItBack)}
      </Button>
    </form>
  );
}
