import type { Bug } from "../workshop.mjs";

export const laterBugs: Bug[];
