/**
 * Runs after every install and links node_modules/.bin/node to the Node that comes with the project. npm 9 and 10
 * remove that link together with the package for the other processor, which has one of the same name.
 */
import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { ownNode, project } from "./runtime.mjs";

const node = ownNode();
const link = path.join(project, "node_modules/.bin/node");
if (node && !lstatSync(link, { throwIfNoEntry: false })) {
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), node), link);
}
