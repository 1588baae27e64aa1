import type { MetaFunction } from "@remix-run/node";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("No connection");

/**
 * Phones cache this page for use without a signal, and show it at the address that could not be opened. It contains
 * nothing personal. The template is for a form that could not be sent: `app/worker/` fills in its fields.
 */
export default function Offline() {
  return (
    <SiteShell shortFooter>
      <h1>No connection</h1>
      <p>
        We could not load this page. Your signal may have dropped, your data may be finished, or our site may be down.
      </p>
      <div className="notice good">
        <h2>What is safe</h2>
        <ul>
          <li>The steps that you finished are kept on this phone.</li>
          <li>A booking or payment that we confirmed is safe with us.</li>
          <li>Trying again never books or charges twice.</li>
        </ul>
      </div>
      <ButtonRow>
        {/* An empty link leads to the address that could not be opened. */}
        <ButtonLink href="">Try again</ButtonLink>
      </ButtonRow>
      <p className="hint">Your phone saved this page, so it used no data.</p>
      <template>
        <h1>Not sent yet</h1>
        <p>
          The connection dropped before we could answer. We may or may not have your form. It is safe to send it again:
          nothing happens twice.
        </p>
        <form method="post" action="/" className="form">
          <slot name="fields" />
          <ButtonRow>
            <Button busyLabel="Sending…">Send again</Button>
          </ButtonRow>
          <p className="hint">No signal yet? Keep this page open. What you typed is saved only here.</p>
          <slot name="typed" />
        </form>
      </template>
    </SiteShell>
  );
}
