import content from "../shared/content.json";

export function load() {
  return { example: content.example };
}
