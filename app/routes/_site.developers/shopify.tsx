import { brand } from "#app/brand";
import { accountPaths, paths } from "#app/paths";

const SHOP = "https://YOUR-SHOP.myshopify.com/admin";

const TOKEN = `curl ${SHOP}/oauth/access_token \\
  -d grant_type=client_credentials -d client_id=CLIENT-ID -d client_secret=SECRET`;

/** Within a text of the shell's. */
const NAME = JSON.stringify(brand.name).replaceAll("'", "\\u0027");

const CARRIER = `curl ${SHOP}/api/2026-10/graphql.json \\
  -H "X-Shopify-Access-Token: TOKEN" -H "Content-Type: application/json" -d '{
  "query": "mutation($input: DeliveryCarrierServiceCreateInput!) { carrierServiceCreate(input: $input) { carrierService { id } userErrors { message } } }",
  "variables": { "input": {
    "name": ${NAME}, "callbackUrl": "THE FIRST ADDRESS",
    "supportsServiceDiscovery": true, "active": true } } }'`;

/** From nothing to the first booked order of a shop on Shopify, in the order of doing it. */
export function Shopify() {
  return (
    <section aria-labelledby="shopify">
      <h2 id="shopify">Shopify</h2>
      <p>
        Shopify asks us for prices in your checkout, and tells us of your paid orders, which we book once each. We have
        no app in Shopify's store: you give Shopify two addresses of ours. Your shop sells in rand, and your products
        have weights.
      </p>
      <p>
        Prices need Shopify's plan Advanced or a higher one. On a lower plan, ask Shopify's support for
        carrier-calculated rates. It adds them for a monthly fee, or to the plan Grow if you pay for a year. Without
        them, your orders can still be booked from <a href={paths.importParcels}>a list</a>.
      </p>
      <ol>
        <li>
          Open an account here, prove your email address, and save your own address in your{" "}
          <a href={paths.addressBook()}>address book</a>: parcels are collected there.
        </li>
        <li>
          At <a href={`${accountPaths.shop()}#shopify`}>My account, My shop</a>, make the two addresses, and choose the
          smallest box that you use. Shopify tells us weights and no sizes: an order goes in that box, or in the
          cheapest that carries it.
        </li>
        <li>
          In Shopify: Settings, Notifications, Webhooks. Create one for “Order payment” and one for “Order
          cancellation”, as JSON, both to the second address. One for “Order update” lets you correct an order that we
          couldn't book. Then copy the signing secret from that page into My shop. Until you have, we refuse each order,
          and Shopify sends it again for four hours.
        </li>
        <li>
          In <a href="https://dev.shopify.com/dashboard">Shopify's Dev Dashboard</a>: Create app, Start from Dev
          Dashboard. It is an app of your own, and only holds a permission. Give its version the scope write_shipping,
          release it, and install the app in your shop. Under Settings it has a client ID and a secret.
        </li>
        <li>
          <span className="line">
            Get a token with them, from the command line of any computer. It is good for a day:
          </span>
          <pre>
            <code>{TOKEN}</code>
          </pre>
        </li>
        <li>
          <span className="line">
            With the token, make us a carrier of your shop. If it fails, userErrors in the answer say why. If you
            uninstall the app, our prices go too.
          </span>
          <pre>
            <code>{CARRIER}</code>
          </pre>
        </li>
        <li>
          In Shopify: Settings, Shipping and delivery. In the zone with South Africa add a rate, use a carrier or an app
          to calculate it, and choose us. Leave the choice on that shows new services automatically: to Shopify, each
          box and price of ours is a new one. Look at the backup rate there, too. Shopify offers it when we can't
          answer, and we book no order with it.
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
