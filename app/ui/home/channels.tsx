import { paths } from "#app/paths";

/** Each leads to what there is. */
const others = `${paths.developers}#other-shops`;
const channels = [
  { name: "Shopify", what: "for your store", href: others },
  { name: "WooCommerce", what: "for WordPress", href: `${paths.developers}#woocommerce` },
  { name: "DNN", what: "for .NET sites", href: others },
  { name: "OpenCart", what: "for your store", href: others },
  { name: "Client Portal", what: "in your browser", href: paths.dashboard },
  { name: "API Integration", what: "for your own system", href: paths.developers },
];

/** The plug-ins and channels that we support; `short`: by name only. */
export function Channels({ short }: { short?: boolean }) {
  return (
    <section className={short ? "wide topic" : undefined} aria-labelledby="channels">
      <h2 id="channels">Plugs into where you sell</h2>
      <ul className="board">
        {channels.map(({ name, what, href }) => (
          <li key={name}>
            <b>
              <a href={href}>{name}</a>
            </b>{" "}
            {short ? null : <small>{what}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
