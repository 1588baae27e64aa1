import { HiddenFields } from "../forms/hidden-fields";

/** Deletes the draft: phones are shared. */
export function StartAgain({ action, token, continueHref }: { action: string; token?: string; continueHref?: string }) {
  return (
    <form method="post" action={action} className="again no-print">
      {token ? <HiddenFields fields={{ token }} /> : null}
      <p className="hint">Using a shared phone, or sending something else?</p>
      <button type="submit" name="intent" value="yes" className="button plain">
        Start again
      </button>{" "}
      {continueHref ? <a href={continueHref}>Continue on another phone</a> : null}
    </form>
  );
}
