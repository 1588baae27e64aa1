import { ask, browserHeaders, compressed, uncompressed } from "./ask.mjs";
import { answers, filledIn, wrongAnswers } from "./form.mjs";

/** The requests to every server. `isKept`: the page is the same for every visitor, so it could be rendered once. */
export const scenarios = [
  { name: "home", title: "`/`", status: 200, isKept: true },
  { name: "ship", title: "`/ship`", status: 200, isKept: true },
  { name: "first", title: "`/ship/addresses`, first visit", status: 200, isKept: true },
  { name: "draft", title: "`/ship/addresses` with a draft", status: 200 },
  { name: "valid", title: "valid POST", status: 303 },
  { name: "invalid", title: "invalid POST", status: 400 },
];

const STEP = "/ship/addresses";

/**
 * The requests to a running contestant by scenario, made from its own pages: the form that it sent and the draft's
 * cookie that it set. Each is tried and its answer checked before anything is timed.
 * @returns { [scenario]: { method, url, headers, body, status, answer } }
 */
export async function requestsOf(contestant, url) {
  const get = (path, cookie) => ({ method: "GET", url: url + path, headers: cookie ? { cookie } : {} });
  const step = await ask(url + STEP, { headers: browserHeaders });
  const post = (typed) => ({
    method: "POST",
    ...filledIn({ url: url + STEP, html: step.body.toString() }, "Next", typed),
  });

  const valid = post(answers);
  const saved = await ask(valid.url, { ...valid, headers: { ...browserHeaders, ...valid.headers } });
  const cookie = (saved.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const requests = {
    home: get("/"),
    ship: get("/ship"),
    first: get(STEP),
    draft: get(STEP, cookie),
    valid,
    invalid: post(wrongAnswers),
  };
  for (const { name, status } of scenarios) {
    const request = requests[name];
    request.headers = { ...browserHeaders, ...request.headers };
    request.status = contestant.statuses?.[name] ?? status;
    request.answer = await ask(request.url, { ...request, headers: { ...request.headers, ...compressed } });
    judge(contestant, name, request, await request.answer.text());
  }
  return requests;
}

/** Our own answers, for the bare server to repeat. */
export async function answersToRepeat(requests) {
  const repeated = {};
  for (const [name, request] of Object.entries(requests)) {
    for (const [way, coding] of Object.entries({ compressed, uncompressed })) {
      const { status, rawHeaders, body } = await ask(request.url, {
        ...request,
        headers: { ...request.headers, ...coding },
      });
      const headers = rawHeaders.filter((_, at) => !byNode.has(rawHeaders[at - (at % 2)].toLowerCase()));
      repeated[`/${name}/${way}`] = { status, headers, body: body.toString("base64") };
    }
  }
  return repeated;
}

/** Headers that Node itself adds. */
const byNode = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** The bare server's requests: as large as ours, to its own addresses. */
export function repeatedRequests(requests, url) {
  return Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [name, { ...request, url: `${url}/${name}/compressed` }]),
  );
}

function judge(contestant, name, { status, answer }, html) {
  const complain = (what) => {
    throw new Error(`${contestant.title}, ${name}: ${what}`);
  };
  if (answer.status !== status) complain(`answered ${answer.status} rather than ${status}`);
  if (name !== "valid" && !answer.headers["content-encoding"]) complain("sent uncompressed");
  if (name === "valid" && !answer.headers["set-cookie"]?.some((line) => line.startsWith("draft_addresses="))) {
    complain("no draft was kept");
  }
  if (name === "draft" && !html.includes(`value="${answers.toAddressLine}"`)) complain("the draft isn't shown");
  if (name !== "invalid") return;
  if (!html.includes(`value="${wrongAnswers.fromEmail}"`)) complain("what was typed is lost");
  for (const words of [
    "Sender email must look like",
    "Sender postal code must have 4 digits",
    "Receiver full name is",
  ]) {
    if (!html.includes(words)) complain(`doesn't say "${words}"`);
  }
}
