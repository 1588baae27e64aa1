/** Only the addresses below this one have pages. */
export function loader(): never {
  throw new Response("Not Found", { status: 404 });
}

export default function Nothing() {
  return null;
}
