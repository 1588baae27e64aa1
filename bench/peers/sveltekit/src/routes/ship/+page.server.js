import content from "../../shared/content.json";

const fields = ["fromPostal", "toPostal", "selectedBoxId", "pickupPostal", "toCountry", "boxAbroad"];

export function load({ url }) {
  return {
    boxes: content.boxes,
    countries: content.countries,
    asked: Object.fromEntries(fields.map((name) => [name, url.searchParams.get(name) ?? ""])),
  };
}
