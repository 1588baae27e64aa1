/**
 * What programs that were written against one description of our interface lose with another.
 * @param before, after OpenAPI documents
 * @returns lines such as `GET /v1/boxes 200: boxes[].id string`: a field, type or value of an answer or a webhook that is
 * gone, a field or value of a request that is refused, and `… is required`, of a field of a request
 */
export function lostBy(before, after) {
  const [old, now] = [saidIn(before), saidIn(after)];
  const gone = [...old.said].filter((line) => !now.said.has(line));
  // What is required within something new breaks nothing.
  const required = [...now.required].filter(([field, within]) => !old.required.has(field) && old.fields.has(within));
  return [...gone, ...required.map(([field]) => `${field} is required`)];
}

/** Every field, type and value of a document, and which fields of requests are required, each with what it is within. */
function saidIn(document) {
  const found = { said: new Set(), fields: new Set(), required: new Map() };
  for (const [address, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${address}`;
      found.said.add(call);
      for (const { name, required, schema } of operation.parameters ?? []) {
        found.fields.add(call);
        if (required) found.required.set(`${call}: ${name}`, call);
        read(schema, `${call}: ${name}`, call);
      }
      bodies(operation.requestBody, call);
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        found.said.add(`${call} ${status}`);
        bodies(answer, `${call} ${status}`);
      }
    }
  for (const [event, { post }] of Object.entries(document.webhooks ?? {})) {
    found.said.add(event);
    bodies(post.requestBody, `${event} webhook`);
  }
  return found;

  function bodies(holder, at) {
    found.fields.add(at);
    for (const { schema } of Object.values(holder?.content ?? {})) read(schema, `${at}:`, at);
  }

  /** Only requests have required fields that count: an answer that always has a field loses nothing. */
  function read(schema, at, within, depth = 0) {
    if (!schema || depth > 20) return;
    if (schema.$ref) return read(document.components.schemas[schema.$ref.split("/").at(-1)], at, within, depth + 1);
    found.fields.add(at);
    for (const type of [schema.type ?? []].flat()) found.said.add(`${at} ${type}`);
    for (const value of schema.enum ?? ("const" in schema ? [schema.const] : []))
      found.said.add(`${at} ${JSON.stringify(value)}`);
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      read(each, at, within, depth + 1);
    read(schema.items, `${at}[]`, at, depth + 1);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const place = at.endsWith(":") ? `${at} ${name}` : `${at}.${name}`;
      if (schema.required?.includes(name) && isAsked(at)) found.required.set(place, at);
      read(field, place, at, depth + 1);
    }
  }
}

/** Answers have a status in front of their fields, webhooks the word. */
const isAsked = (at) => /^[A-Z]+ \S+:/.test(at);
