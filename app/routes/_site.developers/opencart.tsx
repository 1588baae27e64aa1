import { brand } from "#app/brand";
import { accountPaths, paths } from "#app/paths";

/** From nothing to the first price in a shop, in the order of doing it. A shop needs no more than this. */
export function OpenCart() {
  return (
    <section aria-labelledby="opencart">
      <h2 id="opencart">OpenCart</h2>
      <p>
        Our extension shows our prices in your checkout, books each order once, and marks it complete when it is
        delivered. Your customer gets the tracking link by email. It needs OpenCart 4.1, PHP 8.0 and a shop that sells
        in rand.{" "}
        <a href={paths.openCart} download>
          Download thuma_couriers.ocmod.zip
        </a>
      </p>
      <ol>
        <li>
          <span className="line">
            Open an account here, prove your email address, and make a key at{" "}
            <a href={accountPaths.shop()}>My account, My shop</a>. Copy it: it is shown once.
          </span>
        </li>
        <li>
          In OpenCart: Extensions, Installer. Upload the .zip under the name that it has, and press Install in its row.
        </li>
        <li>Extensions, Extensions: choose Shipping. In the row {brand.name} press Install, then Edit.</li>
        <li>
          Paste the key, and give the address that your parcels start from. If your products have no weight or size,
          choose the box that they fit in. Choose Yes at "In the checkout", and save. The page says whether your key
          works.
        </li>
        <li>Put a product in your cart and give an address in South Africa. The price is there.</li>
      </ol>
      <p>
        An order is booked when its status becomes Processing, unless you choose other statuses. Nobody collects a
        parcel before it is paid: the order's page has the link under {brand.name}, and so does your dashboard. If your
        account pays by month, it says that it is on account. If an order can't be booked, your dashboard in OpenCart
        says why, with a link that books it once you have corrected it. The extension is free software (GPL). Its
        README.md has every setting.
      </p>
    </section>
  );
}
