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
          <span className="line">
            Open an account here, prove your email address, and save your own address in your{" "}
            <a href={paths.addressBook()}>address book</a>: parcels are collected there.
          </span>
        </li>
        <li>
          <span className="line">
            At <a href={accountPaths.shop()}>My account, My shop</a>, make the two addresses, and choose the smallest
            box that you use. An order goes in it, or in the cheapest that carries its weight: Shopify tells us no
            sizes.
          </span>
        </li>
        <li>
          In Shopify: Settings, Notifications, Webhooks. Create one for “Order payment” and one for “Order
          cancellation”, as JSON, both to the second address. One for “Order update” lets you correct an order that we
          couldn't book. Then copy the signing secret from that page into My shop.
        </li>
        <li>
          My shop has the other steps. An app of your own in Shopify's Dev Dashboard makes us a carrier, and your zone
          for South Africa gets our rate.
        </li>
        <li>Put a product in your cart and give an address in South Africa. The price is there.</li>
      </ol>
      <p>
        We answer within 2 seconds, with no rate where we don't go. An order is booked at the price that its buyer saw.
        What can't be booked stands in My shop, with the reason. Nobody collects a parcel before it is paid, there or on
        your dashboard, which has the labels. Your customer gets the tracking link from us, not in Shopify.
      </p>
    </section>
  );
}
