import type { Bug } from "../workshop.mjs";

export const freshBugs: Bug[];
