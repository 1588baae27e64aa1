import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** A form that has to wait, with everything that was typed, to be posted again. */
export type Waiting = { words: string; typed: Record<string, string> };

/** Shown when many people share a network: how long to wait, and a button that sends the same form again. */
export function WaitYourTurn({ words, typed, submit, busyLabel }: Waiting & { submit: string; busyLabel?: string }) {
  return (
    <form method="post" className="form">
      <Notice tone="info" title="One moment, please">
        <p>{words} Everything that you typed is kept.</p>
      </Notice>
      <HiddenFields fields={typed} />
      <ButtonRow>
        <Button busyLabel={busyLabel}>{submit}</Button>
      </ButtonRow>
    </form>
  );
}
