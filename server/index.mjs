/**
 * Started by Node or `remix-serve` as `build/index.js`. Checks Node first, because the site's imports load native
 * modules.
 */
import { refuseUnfitNode } from "./runtime.mjs";

refuseUnfitNode();
const { main } = await import(new URL("./site.js", import.meta.url).href);
await main();
// Never continue in remix-serve: it would start a second server, without limits, beside ours.
if (/[\\/](?:remix-serve|@remix-run[\\/]serve)\b/.test(process.argv[1] ?? "")) await new Promise(() => {});
