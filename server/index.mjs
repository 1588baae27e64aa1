/** What Node or `remix-serve` starts, as `build/index.js`: looks at Node first, because the site's imports load native modules. */
import { refuseUnfitNode } from "./runtime.mjs";

refuseUnfitNode();
const { main } = await import(new URL("./site.js", import.meta.url).href);
await main();
// remix-serve would put a server of its own, without limits, beside the one that has just started: it waits for ever.
if (/[\\/](?:remix-serve|@remix-run[\\/]serve)\b/.test(process.argv[1] ?? "")) await new Promise(() => {});
