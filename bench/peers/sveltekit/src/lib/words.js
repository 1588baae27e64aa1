import content from "../shared/content.json";

// By name, so that a page's script brings only the words of that page.
export const { brand, places, home, ship, parties } = content;
