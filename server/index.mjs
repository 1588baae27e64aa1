/** What Node starts, as `build/index.js`: looks at Node first, because the site's imports load native modules. */
import { refuseUnfitNode } from "./runtime.mjs";

refuseUnfitNode();
await import(new URL("./site.js", import.meta.url).href);
