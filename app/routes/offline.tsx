import type { MetaFunction } from "@remix-run/node";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { shown } from "#app/ui/words";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta(plainText(catalogue().shell.offline.title));

/**
 * Phones cache this page for use without a signal, and show it at the address that could not be opened. It contains
 * nothing personal. The template is for a form that could not be sent: `app/worker/` fills in its fields.
 */
export default function Offline() {
  const words = catalogue().shell.offline;
  return (
    <SiteShell shortFooter>
      <h1>{shown(words.title)}</h1>
      <p>{shown(words.why)}</p>
      <div className="notice good">
        <h2>{shown(words.safe)}</h2>
        <ul>
          {words.whatIsSafe.map((sentence) => (
            <li key={plainText(sentence)}>{shown(sentence)}</li>
          ))}
        </ul>
      </div>
      <ButtonRow>
        {/* An empty link leads to the address that could not be opened. */}
        <ButtonLink href="">{shown(words.again)}</ButtonLink>
      </ButtonRow>
      <p className="hint">{shown(words.noData)}</p>
      <template>
        <h1>{shown(words.notSent)}</h1>
        <p>{shown(words.mayBeSent)}</p>
        <form method="post" action="/" className="form">
          <slot name="fields" />
          <ButtonRow>
            <Button busyLabel={plainText(catalogue().forms.sending)}>{shown(words.sendAgain)}</Button>
          </ButtonRow>
          <p className="hint">{shown(words.keepOpen)}</p>
          <slot name="typed">{shown(words.typed)}</slot>
        </form>
      </template>
    </SiteShell>
  );
}
