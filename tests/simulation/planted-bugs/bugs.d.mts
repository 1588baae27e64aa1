import type { Bug } from "../workshop.mjs";

export const bugs: Bug[];
