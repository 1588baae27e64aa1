/**
 * Processor time of ten requests beside the build of another checkout, in turn with ours and both ways round. Linux.
 * Ends with 1 if one costs more than 1.5 times as much both ways round, twice.
 *
 * `node server/with-packages.mjs bench node bench/beside.mjs <folder> [node]`; `node` runs the other one, if it needs another version.
 */
import { buildIfStale, root } from "../server/fresh.mjs";
import { compare } from "./beside/compare.mjs";

const [folder, node] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder of another checkout that was built.");
  process.exit(1);
}
process.chdir(root);
buildIfStale();
const { slower } = await compare(folder, { node });
process.exit(slower.length > 0 ? 1 : 0);
