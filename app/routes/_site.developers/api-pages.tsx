import { KEY_VARIABLE } from "#app/brand";
import { accountPaths, paths } from "#app/paths";
import { FactList } from "../../ui/shipments/summary-card";

export type ShownCall = { title: string; words: string; curl: string };

/** Calls with a command each that works when it is pasted. */
export function Calls({ calls }: { calls: ShownCall[] }) {
  return calls.map(({ title, words, curl }) => (
    <section key={title}>
      <h3>{title}</h3>
      <p>{words}</p>
      <pre>
        <code>{curl}</code>
      </pre>
    </section>
  ));
}

/** How a shop's own program books. */
export function BookingByApi({ calls, answersKeptDays }: { calls: ShownCall[]; answersKeptDays: number }) {
  return (
    <section aria-labelledby="booking">
      <h2 id="booking">Booking</h2>
      <p>
        Open an account, and make a key at <a href={accountPaths.shop()}>My account, My shop</a>. Keep it on your
        server: whoever has it can book in your name. Send it with each call. Set it once to try the commands below:
      </p>
      <pre>
        <code>export {KEY_VARIABLE}=thuma_live_…</code>
      </pre>
      <p>
        A key begins with <code>thuma_test_</code> on a site where no real money moves. These calls have no CORS, so
        call them from a server.
      </p>
      <Calls calls={calls} />
      <h3>Done once</h3>
      <p>
        Each booking needs an <code>Idempotency-Key</code>, a text of your own such as the order's number. If you get no
        answer, send the same again with the same key. It is booked once, and you get the same answer for{" "}
        {answersKeptDays} days, with <code>Idempotency-Replayed: true</code>. After a refusal you may send a corrected
        body with the same key. Your <code>reference</code> can be used by one booking that isn't cancelled. We keep and
        compare it as you send it: line breaks, and spaces at its ends, are refused.
      </p>
    </section>
  );
}

/** What each `type` of an error means; its address leads here. */
export function ErrorsByKey(props: { problems: { name: string; status: number; title: string; means: string }[] }) {
  return (
    <section aria-labelledby="call-errors">
      <h2 id="call-errors">Errors of calls with a key</h2>
      <p>
        They are <code>application/problem+json</code> (RFC 9457). <code>type</code> leads to a line below,{" "}
        <code>detail</code> is for a person, and <code>errors</code> has each wrong field:{" "}
        <code>{`{"pointer": "/to/phone", "detail": "Receiver phone is required"}`}</code>.
      </p>
      <dl className="facts">
        {props.problems.map(({ name, status, title, means }) => (
          <div key={name} id={name}>
            <dt>
              {status} <code>{name}</code>
            </dt>
            <dd>
              {title}. {means}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How much a shop's program may ask of us. */
export function ApiLimits(
  limits: Record<
    "perMinute" | "wrongKeys" | "mostKeys" | "mostWebhooks" | "testsPerHour" | "mostWaiting" | "answersKeptDays",
    number
  >,
) {
  const { perMinute, wrongKeys, mostKeys, mostWebhooks, testsPerHour, mostWaiting, answersKeptDays } = limits;
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <ul>
        <li>Prices: {perMinute} requests a minute from one network.</li>
        <li>Calls with a key: {perMinute} a minute with each key.</li>
        <li>Calls with a wrong key: {wrongKeys} in 15 minutes from one network.</li>
        <li>
          An account has at most {mostKeys} keys and {mostWebhooks} webhooks.
        </li>
        <li>
          Test calls: {testsPerHour} an hour, with those that are sent again at My shop, and one at a time for each
          webhook. We make each of them once.
        </li>
        <li>
          At most {mostWaiting} calls wait for a webhook. When one more comes, we leave out the oldest. My shop then has
          a button to send what was left out.
        </li>
        <li>A body has at most 64 KB, a reference 50 characters, a page of bookings 100 of them.</li>
        <li>We keep answers with their Idempotency-Key for {answersKeptDays} days.</li>
        <li>We cancel a booking that nobody has paid 14 days after its price ran out (heldUntil).</li>
      </ul>
      <p>Over a limit of time you get 429. Retry-After says in how many seconds to try again.</p>
    </section>
  );
}

/** The two ways of a shop for which there is no plug-in of ours: DNN, and any other. */
export function OtherShops({ mostInList }: { mostInList: number }) {
  return (
    <section id="other-shops" aria-labelledby="dnn">
      <h2 id="dnn">DNN, and other shops without a plug-in</h2>
      <p>
        There are two ways. For both you <a href={paths.loginWith({ tab: "register" })}>open an account</a> here. Ask us
        if you get stuck: <a href={paths.contact}>Contact</a>.
      </p>
      <ul>
        <li>
          <span className="line">
            By list: save your orders as CSV, or type them into a spreadsheet. Give its columns the names of{" "}
            <a href={paths.exampleList} download>
              our example list
            </a>
            , and send it at <a href={paths.importParcels}>Send many parcels</a>, up to {mostInList} parcels at once.
            You see every price before you book.
          </span>
        </li>
        <li>
          <span className="line">
            By API: your programmer books each order with one call, as shown at <a href="#booking">Booking</a>. For .NET
            and other languages there are programs that make a client from <a href={paths.openapi}>our description</a>.
          </span>
        </li>
      </ul>
    </section>
  );
}

/** What changed in the interface. Nothing that programs rely on is taken away without a new address. */
export function ApiChanges() {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <FactList
        facts={[
          {
            label: "1.1, November 2026",
            value: "Keys, bookings, labels, events, terms, webhooks, and test parcels that can be moved.",
          },
          { label: "1.0", value: "Boxes, coverage, countries and prices." },
        ]}
      />
    </section>
  );
}
