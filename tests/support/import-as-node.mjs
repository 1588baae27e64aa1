/** Imports as Node does. Vitest would take the import for one of its own. */
export const importAsNode = (address) => import(address);
