import { brand } from "#app/brand";
import { accountPaths, paths } from "#app/paths";

const MUTATION = `mutation {
  carrierServiceCreate(input: {
    name: "${brand.name}",
    callbackUrl: "THE FIRST ADDRESS",
    supportsServiceDiscovery: true,
    active: true
  }) {
    carrierService { id }
    userErrors { message }
  }
}`;

/** From nothing to the first booked order of a shop on Shopify, in the order of doing it. */
export function Shopify() {
  return (
    <section aria-labelledby="shopify">
      <h2 id="shopify">Shopify</h2>
      <p>
        Shopify asks us for prices in your checkout, and tells us of your paid orders, which we book once each. It is no
        app: nothing is installed, and you give Shopify two addresses of ours. Your shop sells in rand, and your
        products have weights. For prices Shopify wants a plan with rates that a carrier calculates: Advanced or a
        higher one, or the plan below it paid by the year or with that feature for a monthly fee. Ask Shopify for it. On
        any other plan your orders can still be booked from <a href={paths.importParcels}>a list</a>.
      </p>
      <ol>
        <li>
          Open an account here, prove your email address, and save your own address in your{" "}
          <a href={paths.addressBook()}>address book</a>: parcels are collected there.
        </li>
        <li>
          At <a href={accountPaths.shop()}>My account, My shop</a>, make the two addresses, and choose the smallest box
          that you use. Shopify tells us weights and no sizes: an order goes in that box, or in the cheapest that
          carries it.
        </li>
        <li>
          In Shopify: Settings, Notifications, Webhooks. Create one for “Order payment” and one for “Order
          cancellation”, as JSON, both to the second address. One for “Order update” lets you correct an order that we
          couldn't book. Copy the signing secret from that page into My shop.
        </li>
        <li>
          <span className="line">
            An app of your own in Shopify (Settings, Apps, Develop apps), with the permission write_shipping, makes the
            carrier service by one call of Shopify's GraphQL Admin API:
          </span>
          <pre>
            <code>{MUTATION}</code>
          </pre>
        </li>
        <li>
          Settings, Shipping and delivery: in the zone with South Africa add a rate, use a carrier or an app to
          calculate it, and choose us. In Settings, Checkout, make the phone number required: our driver needs it.
        </li>
        <li>Put a product in your cart and give an address in South Africa. The price is there.</li>
      </ol>
      <p>
        Our answer takes 2 seconds at most, and has no rate where we don't go: your checkout never waits for us. An
        order is booked at the price that its buyer saw, if our rate was chosen. What can't be booked stands in My shop,
        with the reason and a button that tries again. Nobody collects a parcel before it is paid, there or on your{" "}
        <a href={paths.dashboard}>dashboard</a>, which has the labels. We can't write into Shopify, so your customer
        gets the tracking link from us, by email and text message. The first address shows prices to whoever has it, and
        nothing else. If it gets about, renew both.
      </p>
    </section>
  );
}
