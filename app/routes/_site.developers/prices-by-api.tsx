import { Calls, type ShownCall } from "./api-pages";

/** The six calls that need no key. */
export function PricesByApi({ calls, perMinute }: { calls: ShownCall[]; perMinute: number }) {
  return (
    <>
      <h2 id="prices">Prices</h2>
      <p>
        There are six calls. You need no key. Call them from a server or from your shop's page (CORS is open).{" "}
        <code>formatted</code> has the amounts as text.
      </p>
      <Calls calls={calls} />
      <section>
        <h3>What a price says</h3>
        <p>
          <code>pricing.totals.grandTotal</code> is what the customer pays. <code>pricing.perUnit</code> is the price of
          one parcel, in parts. base is the sender's zone rate plus the receiver's. linehaul is added when the regions
          differ. pickupLocal and intlBase are for a parcel that goes abroad. fuel and packaging come on top.{" "}
          <code>meta</code> says what was priced, from where to where. A quote books nothing. Prices change, so don't
          keep one for longer than a checkout takes.
        </p>
      </section>
      <section>
        <h3>Errors of these six</h3>
        <p>
          Every error is <code>{`{"ok": false, "error": "in words for a person", "field": "the one to correct"}`}</code>
          ; field is there when one field is wrong.
        </p>
        <ul>
          <li>400: a field or parameter is wrong.</li>
          <li>404: we don't serve that postal code, or the address is wrong.</li>
          <li>405, 413, 415: wrong method, more than 64 KB, or not application/json.</li>
          <li>422: we understood you, but there is no instant price. Offer the customer another way.</li>
          <li>
            429: more than {perMinute} requests in a minute from one network (an IPv4 address, or an IPv6 /64). Retry
            after the seconds in Retry-After.
          </li>
          <li>503: something is down on our side. Retry after the seconds in Retry-After.</li>
        </ul>
      </section>
      <section>
        <h3>Safe retries of a quote</h3>
        <p>
          Send your own <code>Idempotency-Key</code> with a quote, for example the order's number. The same key and body
          get the same answer for an hour, with the header <code>Idempotency-Replayed: true</code>. We keep the key in
          memory, for your address only. The same key with another body gets 422.
        </p>
      </section>
    </>
  );
}
