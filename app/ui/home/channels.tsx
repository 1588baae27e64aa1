import { paths } from "#app/paths";

/** How we work with what a shop has, in a word. `tests/routes/channels.test.ts` looks for what each claims. */
export type ChannelWay = "plug-in" | "by address" | "by list or API" | "in your browser" | "in your program";

/** The names of the specification, each with its way and where that is explained. */
export const channels: Record<
  "Shopify" | "WooCommerce" | "DNN" | "OpenCart" | "Client Portal" | "API Integration",
  { way: ChannelWay; href: string }
> = {
  Shopify: { way: "by address", href: `${paths.developers}#shopify` },
  WooCommerce: { way: "plug-in", href: `${paths.developers}#woocommerce` },
  DNN: { way: "by list or API", href: `${paths.developers}#dnn` },
  OpenCart: { way: "plug-in", href: `${paths.developers}#opencart` },
  "Client Portal": { way: "in your browser", href: paths.dashboard },
  "API Integration": { way: "in your program", href: paths.developers },
};

/** The plug-ins and channels that we support, and how; `short`: among the home page's topics. */
export function Channels({ short }: { short?: boolean }) {
  return (
    <section className={short ? "wide topic" : undefined} aria-labelledby="channels">
      <h2 id="channels">Plugs into where you sell</h2>
      <ul className="board">
        {Object.entries(channels).map(([name, { way, href }]) => (
          <li key={name}>
            <b>
              <a href={href}>{name}</a>
            </b>{" "}
            <small>{way}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
