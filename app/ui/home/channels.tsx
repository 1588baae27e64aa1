const channels = [
  { name: "Shopify", what: "for your store" },
  { name: "WooCommerce", what: "for WordPress" },
  { name: "DNN", what: "for .NET sites" },
  { name: "OpenCart", what: "for your store" },
  { name: "Client Portal", what: "in your browser" },
  { name: "API Integration", what: "for your own system" },
];

/** The plug-ins and channels that we support; `short`: by name only. */
export function Channels({ short }: { short?: boolean }) {
  return (
    <section aria-labelledby="channels">
      <h2 id="channels">Plugs into where you sell</h2>
      <ul className="board">
        {channels.map(({ name, what }) => (
          <li key={name}>
            <b>{name}</b> {short ? null : <small>{what}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
