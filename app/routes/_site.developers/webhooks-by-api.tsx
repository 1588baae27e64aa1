import { withOurNames } from "#app/brand";
import { accountPaths } from "#app/paths";
import { Calls, type ShownCall } from "./api-pages";
import { verifiers } from "./verifiers";

type Shown = {
  calls: ShownCall[];
  events: readonly string[];
  example: string;
  callsShown: number;
};

/** How a shop's own program is told what happens to its parcels. */
export function WebhooksByApi({ calls, events, example, callsShown }: Shown) {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p>
        Give us an address of your program, and we call it when something happens to a booking of your account. We sign
        by <a href="https://www.standardwebhooks.com">Standard Webhooks</a> 1.0.0.
      </p>
      <Calls calls={calls} />
      <h3>What we send</h3>
      <p>
        A POST with JSON. It has no names and no addresses: ask for the booking if you need them. <code>status</code>{" "}
        and <code>paymentStatus</code> are the booking's at that moment. Two calls may come in the wrong order. GET of
        the booking has the truth.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        The types are{" "}
        {events.map((event, at) => (
          <span key={event}>
            {at > 0 && ", "}
            <code>{event}</code>
          </span>
        ))}
        . The last one says that we took an event back, because somebody had made a mistake.
      </p>
      <p>
        <code>booking.unpaid</code> says that we took a payment back, because it had been noted by mistake. The label is
        void, and we don&apos;t collect the parcel. Pay again, and <code>booking.paid</code> comes again.
      </p>
      <p>
        <code>booking.on_account</code> says that a booking which waited to be paid has gone on your account, which pays
        by month. It has its waybill now, and we collect the parcel. Where it goes on account at once, the answer to
        your call says so: <code>paymentStatus</code> is <code>on_account</code>. When your account has paid it,{" "}
        <code>booking.paid</code> comes. If that payment is taken back, <code>booking.on_account</code> comes again.
      </p>
      <h3>How you answer</h3>
      <p>
        With 2xx within 15 seconds. Do the work afterwards. Anything else is a failure, redirects too. Then we call
        again: after 5 seconds, 5 minutes, 30 minutes, and 2, 5, 10, 14, 20 and 24 hours. We wait longer if your
        Retry-After asks for it. 410 switches the webhook off. So do five days without a success. We send you an email
        then, and <a href={accountPaths.shop()}>My shop</a> has a button to switch it on again. The same call may come
        twice. Its <code>webhook-id</code> is then the same, so keep it and leave out the second. GET of the webhook
        says what your program answered last (<code>lastAnswerStatus</code>), and when: <code>null</code> means that no
        answer came.
      </p>
      <h3>See what became of them</h3>
      <p>
        <a href={accountPaths.shop()}>My account, My shop</a> has the last {callsShown} calls of each webhook, with the
        status and the beginning of what your program answered. There you can also send a call again, make a test call,
        and change the secret. To see every event before a parcel is on its way, move a test parcel by the call at{" "}
        <a href="#booking">Booking</a>.
      </p>
      <h2 id="verify">Check that a call is ours</h2>
      <p>
        Anybody can call your address, so check each call. These programs are complete. They need only their language,
        and the secret in <code>{withOurNames("THUMA_WEBHOOK_SECRET")}</code>. They refuse a call that is older than 5
        minutes, and accept either of two signatures while you change the secret. Use the body as it came: JSON that was
        read and written again has a different signature. If you would rather use a library, Standard Webhooks has them
        for many languages.
      </p>
      {verifiers.map(({ title, words, code }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{words}</p>
          <pre>
            <code>{code}</code>
          </pre>
        </section>
      ))}
    </section>
  );
}
