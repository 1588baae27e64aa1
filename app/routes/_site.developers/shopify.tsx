import { accountPaths, paths } from "#app/paths";

/** From nothing to the first booked order of a shop on Shopify, in the order of doing it. */
export function Shopify() {
  return (
    <section aria-labelledby="shopify">
      <h2 id="shopify">Shopify</h2>
      <p>
        Shopify asks us for prices in your checkout, and tells us of your paid orders, which we book once each. It is no
        app of ours: you give Shopify two addresses. Your shop sells in rand, and your products have weights. Prices
        need Shopify's plan Advanced or a higher one. On a lower plan, ask Shopify's support for carrier-calculated
        rates. It adds them for a monthly fee, or to the plan Grow if you pay for a year. Without them, your orders can
        still be booked from <a href={paths.importParcels}>a list</a>.
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
          couldn't book. Then copy the signing secret from that page into My shop. Until you have, we refuse each order,
          and Shopify sends it again for four hours.
        </li>
        <li>
          In Shopify's Dev Dashboard (dev.shopify.com): Create app. It is an app of your own, and only holds a
          permission. Give its version the scope write_shipping, release it, and install it in your shop. My shop has
          two commands that make us a carrier with it. If you uninstall the app, our prices go too.
        </li>
        <li>
          Settings, Shipping and delivery: in the zone with South Africa add a rate, use a carrier or an app to
          calculate it, and choose us. Leave the choice on that shows new services automatically: to Shopify, each box
          and price of ours is a new one. When we can't answer, Shopify offers your backup rate. We book no order with
          it.
        </li>
        <li>Put a product in your cart and give an address in South Africa. The price is there.</li>
      </ol>
      <p>
        Our answer takes 2 seconds at most, and has no rate where we don't go. An order is booked at the price that its
        buyer saw, if our rate was chosen. What can't be booked stands in My shop, with the reason and a button that
        tries again. Nobody collects a parcel before it is paid, there or on your dashboard, which has the labels. We
        can't write into Shopify, so your customer gets the tracking link from us, by email and text message.
      </p>
    </section>
  );
}
