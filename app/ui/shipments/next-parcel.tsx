import { paths } from "#app/paths";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";

/**
 * Shown after a booking: starts the next parcel, with the same sender or receiver if wanted, or deletes all data from a
 * shared phone.
 * @param quoteId of the booking whose people may be kept: null if this browser may not see them
 */
export function NextParcel({ addressesHref, quoteId }: { addressesHref: string; quoteId: string | null }) {
  return (
    <>
      <form method="get" action={addressesHref} className="form no-print">
        <h2>Something else to send?</h2>
        {quoteId ? (
          <>
            <Keep party="from" quoteId={quoteId}>
              From the same sender
            </Keep>
            <Keep party="to" quoteId={quoteId}>
              To the same receiver
            </Keep>
          </>
        ) : null}
        <Button quiet>Send another parcel</Button>
      </form>
      <ForgetMe quiet />
    </>
  );
}

/** Deletes all data from a shared phone. */
export function ForgetMe({ quiet }: { quiet?: boolean }) {
  return (
    <form method="post" action={paths.forgetMe} className="again no-print">
      {/* Lynx sends a form without fields as a GET. */}
      <HiddenFields fields={{ intent: "forget" }} />
      <p className="hint">
        Do other people use this phone? This removes your details from it and logs you out. Write down your waybill
        numbers first, to track your parcels with them.
      </p>
      <Button plain={!quiet} quiet={quiet}>
        Forget me on this phone
      </Button>
    </form>
  );
}

function Keep({ party, quoteId, children }: { party: "from" | "to"; quoteId: string; children: string }) {
  return (
    // A block element, so that a browser without CSS puts each on its own line.
    <div>
      <label className="choice">
        <input type="checkbox" name={party} value={quoteId} />
        <span>{children}</span>
      </label>
    </div>
  );
}
