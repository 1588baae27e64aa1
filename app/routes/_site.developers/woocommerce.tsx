import { brand } from "#app/brand";
import { accountPaths, paths } from "#app/paths";

/** From nothing to the first price in a shop, in the order of doing it. A shop needs no more than this. */
export function WooCommerce() {
  return (
    <section aria-labelledby="woocommerce">
      <h2 id="woocommerce">WooCommerce</h2>
      <p>
        Our plug-in shows our prices in your checkout, books each order once, and marks it completed when it is
        delivered. Your customer gets the tracking link, and you print the labels of many orders at once. It needs
        WordPress 6.5, WooCommerce 9 and a shop that sells in rand.{" "}
        <a href={paths.plugIn} download>
          Download thuma-couriers.zip
        </a>
      </p>
      <ol>
        <li>
          <span className="line">
            Open an account here, prove your email address, and make a key at{" "}
            <a href={accountPaths.shop()}>My account, My shop</a>. Copy it: it is shown once.
          </span>
        </li>
        <li>In WordPress: Plugins, Add New Plugin, Upload Plugin. Choose the .zip, install it, and activate it.</li>
        <li>
          WooCommerce, Settings, Shipping, {brand.name}: paste the key. If your products have no weight or size, choose
          the box that they fit in. Save. The page says whether your key works.
        </li>
        <li>
          WooCommerce, Settings, Shipping, Shipping zones: add a zone for South Africa if you have none, and in it the
          shipping method {brand.name}. Save.
        </li>
        <li>Put a product in your cart and give an address in South Africa. The price is there.</li>
      </ol>
      <p>
        We collect at your shop's address (WooCommerce, Settings, General), unless you give another. Nobody collects a
        parcel before it is paid: each order's note has the link, and so does your dashboard. If your account pays by
        month, the note says that it is on account. If an order can't be booked, a notice in WordPress says why, with a
        button that books it once you have corrected it. The plug-in is free software (GPL). Its README.md has every
        option.
      </p>
    </section>
  );
}
