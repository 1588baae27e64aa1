import { frameworks, sameWorkOf } from "./contestants.mjs";
import { warnings } from "./doubts.mjs";
import { fine, table, times, whole, withVerdict } from "./markdown.mjs";
import { scenarios } from "./scenarios.mjs";
import { looksAt, median, timesTheirs, timesTheirsByProcessor } from "./statistics.mjs";

const everybody = [
  { name: "ours", title: "Thuma Couriers" },
  { name: "bare", title: "bare Node" },
  ...frameworks.map(({ name, title }) => ({ name, title })),
];
const sites = everybody.filter(({ name }) => name !== "bare");
const fresh = scenarios.filter(({ isKept }) => !isKept);

/** The targets. */
const wanted = {
  keptTimesSvelteKit: 10,
  keptTimesBare: 0.8,
  /** By processor time on the same work. */
  freshTimes: {
    sveltekit: { draft: 1, valid: 0.8, invalid: 1 },
    astro: { draft: 1, valid: 1, invalid: 1 },
  },
  startMs: 1_500,
  memoryMb: 150,
};

/** All figures as Markdown. */
export function report(figures) {
  const { looks, plan } = figures;
  return [
    circumstances(figures),
    "### Requests a second, compressed for the wire",
    requestsTable(looks),
    "### How many times theirs",
    ratioTable(looks),
    "### The same work on both sides: how many times theirs by processor time",
    sameWorkRatioTable(looks),
    "### The same work on both sides: processor time of the server for one request, in µs",
    processorTable(looks, fresh, [everybody[0], ...bothWays]),
    "### Latency in ms with 16 requests always under way: median / 99th percentile",
    latencyTable(looks),
    "### Processor time of the server for one request, in µs",
    processorTable(looks),
    "### Requests a second, uncompressed",
    uncompressedTable(looks),
    "### Ours alone",
    ownTable(figures),
    `### Start and memory`,
    startTable(figures, plan),
    "### Bytes on the wire, first visit: page + style sheet + script",
    bytesTable(figures),
    journeyLine(figures),
    warnings(figures),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function circumstances({ plan, machine }) {
  const { processors, isBound, loadBefore } = machine;
  const pinned = isBound ? "server and load each bound to one" : "nothing bound to a processor";
  return `${new Date().toISOString().slice(0, 10)}, ${processors} processors (${pinned}), Node ${process.versions.node}; ${plan.rounds} round${plan.rounds > 1 ? "s" : ""} of ${plan.seconds} s, medians; load average ${loadBefore.toFixed(1)} before it began.`;
}

function requestsTable(looks) {
  const rows = scenarios.map(({ name, title }) => [
    title,
    ...everybody.map((one) => whole(figureOf(looks, name, "compressed", one.name, "perSecond"))),
  ]);
  return table(["", ...everybody.map(({ title }) => title)], rows);
}

function ratioTable(looks) {
  const rows = scenarios.map(({ name, title, isKept }) => {
    const ratio = (theirs) => timesTheirs(looks, name, "compressed", theirs);
    const byProcessor = (theirs) => timesTheirsByProcessor(looks, name, "compressed", theirs);
    const judged = (theirs, least) => (isKept ? withVerdict(ratio(theirs), least) : times(ratio(theirs)));
    return [
      title,
      judged("sveltekit", wanted.keptTimesSvelteKit),
      times(byProcessor("sveltekit")),
      judged("bare", wanted.keptTimesBare),
      times(byProcessor("bare")),
      times(ratio("astro")),
      times(ratio("nextjs")),
    ];
  });
  const head = ["", "SvelteKit", "by processor time", "bare Node", "by processor time", "Astro", "Next.js"];
  return table(head, rows);
}

/** Each framework twice: doing its own work in a step, and ours. */
const bothWays = frameworks.flatMap(({ name, title }) => [
  { name, title, least: {} },
  { name: sameWorkOf(name), title: `${title}, same work`, least: wanted.freshTimes[name] ?? {} },
]);

function sameWorkRatioTable(looks) {
  const rows = fresh.map((scenario) => [
    scenario.title,
    ...bothWays.map(({ name, least }) => {
      const ratio = timesTheirsByProcessor(looks, scenario.name, "compressed", name);
      return scenario.name in least ? withVerdict(ratio, least[scenario.name]) : times(ratio);
    }),
  ]);
  return table(["", ...bothWays.map(({ title }) => title)], rows);
}

function latencyTable(looks) {
  const rows = scenarios.map(({ name, title }) => [
    title,
    ...everybody.map((one) => {
      const figure = (key) => fine(figureOf(looks, name, "compressed", one.name, key));
      return `${figure("p50Ms")} / ${figure("p99Ms")}`;
    }),
  ]);
  return table(["", ...everybody.map(({ title }) => title)], rows);
}

function processorTable(looks, asked = scenarios, contestants = everybody) {
  const rows = asked.map(({ name, title }) => [
    title,
    ...contestants.map((one) => whole(figureOf(looks, name, "compressed", one.name, "processorUs"))),
  ]);
  return table(["", ...contestants.map(({ title }) => title)], rows);
}

function uncompressedTable(looks) {
  const rows = scenarios
    .filter(({ isKept }) => isKept)
    .map(({ name, title }) => [
      title,
      ...everybody.map((one) => whole(figureOf(looks, name, "uncompressed", one.name, "perSecond"))),
      times(timesTheirs(looks, name, "uncompressed", "sveltekit")),
      times(timesTheirs(looks, name, "uncompressed", "bare")),
    ]);
  return table(["", ...everybody.map(({ title }) => title), "times SvelteKit", "times bare Node"], rows);
}

function ownTable({ api, writes, plan }) {
  const ofApi = (looks) => ["perSecond", "p50Ms", "p99Ms"].map((key) => median(looks.map((look) => look[key])));
  const ofWrites = ({ perSecond, p50Ms, p99Ms }) => [perSecond, p50Ms, p99Ms];
  const row = (title, [perSecond, p50Ms, p99Ms]) => [title, whole(perSecond), fine(p50Ms), fine(p99Ms)];
  return table(
    ["", "requests/s", "median ms", "99th percentile ms"],
    [
      row("`GET /v1/boxes`", ofApi(api.boxes)),
      row("`POST /v1/quote/local`", ofApi(api.quote)),
      row(`a quote saved: the parcel step's POST (${plan.journeys} customers, 8 at once)`, ofWrites(writes.quote)),
      row("a booking: the review's POST (the same customers)", ofWrites(writes.booking)),
    ],
  );
}

function startTable({ starts, memory, plan }) {
  const judged = (name, text, isOk) => (name === "ours" ? `${text} (${isOk ? "ok" : "**miss**"})` : text);
  const rows = [
    [
      `start to the first page, median of ${plan.starts}, ms (ours < ${whole(wanted.startMs)})`,
      ...sites.map(({ name }) => {
        const ms = median(starts[name].later);
        return judged(name, whole(ms), ms < wanted.startMs);
      }),
    ],
    [
      "the very first start, ms (ours makes and fills its database)",
      ...sites.map(({ name }) => judged(name, whole(starts[name].first), starts[name].first < wanted.startMs)),
    ],
    ["resident memory after the first page, MB", ...sites.map(({ name }) => whole(memory[name].atStart))],
    [
      `… after ${whole(plan.mixedRequests)} mixed requests, MB (ours < ${wanted.memoryMb})`,
      ...sites.map(({ name }) => judged(name, whole(memory[name].after), memory[name].after < wanted.memoryMb)),
    ],
  ];
  return table(["", ...sites.map(({ title }) => title)], rows);
}

function bytesTable({ bytes }) {
  const paths = Object.keys(bytes.ours);
  const rows = paths.map((path) => [
    `\`${path}\``,
    ...sites.map(({ name }) => {
      const { page, style, script } = bytes[name][path];
      return `${whole(page)} + ${whole(style)} + ${whole(script)} = ${whole(page + style + script)}`;
    }),
  ]);
  return table(["", ...sites.map(({ title }) => title)], rows);
}

function journeyLine({ journey }) {
  const { received, sent } = journey;
  return `Our journey from home to the payment page, scripts off, on a new connection each time: ${whole(received)} bytes received, ${whole(sent)} sent.`;
}

function figureOf(looks, scenario, way, contestant, key) {
  return median(looksAt(looks, { scenario, way, contestant }).map((look) => look[key]));
}
