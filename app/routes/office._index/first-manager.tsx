import { Fragment } from "react";
import { officePaths } from "#app/paths";
import { DoorShell } from "../../ui/office/office-shell";

/** For somebody who tries the site, while nobody is in the office. */
export function FirstManager({ line }: { line: string }) {
  return (
    <DoorShell>
      <h1>Make the first manager</h1>
      <p>Nobody is in the office yet. Type this in a terminal, in the site's folder, with your own name and email:</p>
      <pre>
        <code>
          {line.split(" ").map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and a word may come twice
            <Fragment key={at}>
              {at > 0 ? " " : ""}
              <span className="nowrap">{word}</span>
            </Fragment>
          ))}
        </code>
      </pre>
      <p>
        It prints a link. Open the link on this machine, choose a password, and scan a picture with an app on your phone
        that shows codes. From then on you sign in at <a href={officePaths.signIn()}>{officePaths.signIn()}</a>.
      </p>
      <p>A manager may do everything, and makes the others: readers, clerks and cashiers.</p>
      <p className="hint">
        You see this page only on this machine, while payments are simulated and nobody is in the office. Everybody else
        is told that there is no such page.
      </p>
    </DoorShell>
  );
}
