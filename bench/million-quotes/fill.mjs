import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";

const MINUTES = 60 * 1000;
const HOURS = 60 * MINUTES;
const DAYS = 24 * HOURS;
const YEARS_OF_HISTORY = 2;
const SPAN_MS = YEARS_OF_HISTORY * 365 * DAYS;
const HELD_MS = 7 * DAYS;

const PAID = 0.2;
const LEFT_UNPAID = 0.06;
const WITHOUT_PRICE = 0.03;
const BY_ACCOUNT = 0.55;
const DAYS_ON_THE_ROAD = 4;
const PAID_BACK_WITHIN_MS = 5 * DAYS;

/**
 * Fills an empty, migrated file with that many quotes over two years, twice as many a day at the end as at the
 * beginning, and with what follows from them: one in five is paid and sent, most of the rest expire. Prices, forms and
 * emails are the site's own. Every run gives the same data.
 * @param site functions of the site: `templates` (priced forms), `email`, `referenceNumber`
 */
export function fill(file, quoteCount, accountCount, site) {
  const db = new Database(file);
  db.pragma("synchronous = OFF");
  db.pragma("cache_size = -2000000");
  db.pragma("foreign_keys = OFF");
  const indexes = setIndexesAside(db);
  const now = Date.now();
  const random = seeded(20261121);
  const insert = inserts(db);
  const accounts = accountsOf(accountCount, insert, db, now, random);

  for (let from = 0; from < quoteCount; from += 20_000) {
    db.transaction(() => {
      for (let n = from; n < Math.min(from + 20_000, quoteCount); n += 1) {
        const at = momentOf(n / quoteCount, now, random);
        addQuote(n, at, { insert, site, accounts, random, now });
      }
    })();
  }
  db.transaction(() => addTheRest(insert, now, random, site))();
  for (const sql of indexes) db.exec(sql);
  // The index for `staff find`. The next opening creates and fills it again.
  db.exec("DROP TABLE search_index");
  db.close();
}

/** Linear growth: the daily number doubles over the whole time. */
function momentOf(share, now, random) {
  const grown = Math.sqrt(1 + 3 * share) - 1;
  const day = Math.floor((grown * SPAN_MS) / DAYS) * DAYS;
  return Math.min(now - SPAN_MS + day + random() * DAYS, now - MINUTES);
}

function addQuote(n, at, { insert, site, accounts, random, now }) {
  const id = newId();
  const quoteNo = site.referenceNumber("Q", String((n * 7654321 + 12345) % 10_000_000).padStart(7, "0"));
  const isBare = random() < WITHOUT_PRICE;
  const template = pick(isBare ? site.bareTemplates : site.templates, random);
  const owner = random() < BY_ACCOUNT ? pickSkewed(accounts, random) : null;
  const email = owner?.email ?? `guest${Math.floor(random() * 400_000)}@example.co.za`;
  const fate = isBare ? bareFate(at, now, random) : fateOf(at, now, random);
  const journey = owner ? template.type : "publicQuote";
  const form = personalised(template.formSnapshot, email, at, random);
  const booked = fate.booked ? iso(at + 4 * MINUTES) : null;
  insert.quotes.run(
    id,
    quoteNo,
    newId(),
    journey,
    template.type,
    fate.status,
    owner ? null : newId(),
    owner?.uid ?? null,
    email,
    template.fromPostal,
    template.toPostal,
    template.toCountry,
    template.boxId,
    template.quantity,
    template.grandTotalCents ?? (booked ? 45_000 : null),
    template.apiBase,
    template.request,
    JSON.stringify(form),
    template.response,
    template.formHash,
    template.message,
    iso(at),
    iso(at),
    iso(at + HELD_MS),
    booked,
    fate.asked ? iso(at + 2 * MINUTES) : null,
    iso(at + 9 * MINUTES),
    fate.cancelled ? iso(at + DAYS) : null,
  );
  if (!fate.booked) return;
  const cents = template.grandTotalCents ?? 45_000;
  pay(id, n, at, cents, fate, { insert, random, now });
  const quote = { ...asBooked(template, form), id, quoteNo, email };
  if (fate.paid) travel(quote, n, at, fate, { insert, site, random, now, cents });
}

function fateOf(at, now, random) {
  const chance = random();
  if (chance < PAID && at < now - 10 * MINUTES) {
    const cancelled = random() < 0.004;
    return { booked: true, paid: true, cancelled, status: cancelled ? "cancelled" : "waybill_created" };
  }
  if (chance < PAID + LEFT_UNPAID) {
    const status = pick(
      ["pending_payment", "pending_payment", "payfast_cancelled", "payfast_failed", "cancelled"],
      random,
    );
    return { booked: true, status };
  }
  return { status: chance > 0.997 ? "error" : "quoted" };
}

/** A third of the quotes without an instant price ask for one; staff answer within a day or two. */
function bareFate(at, now, random) {
  if (random() > 0.33) return { status: "manual" };
  if (at > now - (1 + random()) * DAYS) return { status: "manual", asked: true };
  if (random() < 0.3) return { status: "waybill_created", asked: true, booked: true, paid: true };
  return { status: "pending_payment", asked: true, booked: true };
}

function pay(quoteId, n, at, cents, fate, { insert, random, now }) {
  const started = iso(at + 4 * MINUTES);
  const settled = fate.paid ? iso(at + 6 * MINUTES) : null;
  const state = fate.paid ? "complete" : fate.status === "payfast_failed" ? "failed" : "started";
  const paymentId = newId();
  insert.payments.run(
    paymentId,
    quoteId,
    state,
    "live",
    cents,
    state === "started" ? null : `${1_000_000 + n}`,
    fate.paid ? cents : null,
    fate.paid ? -Math.round(cents * 0.035) : null,
    started,
    settled,
  );
  if (state !== "started") notice(insert, quoteId, at + 6 * MINUTES, n, cents, "settle");
  const isPaidBack = at < now - PAID_BACK_WITHIN_MS;
  if (fate.cancelled && isPaidBack) insert.refunds.run(`R${n}`, paymentId, cents, iso(at + 2 * DAYS));
  if (fate.paid && random() < 0.001) {
    const second = newId();
    insert.payments.run(second, quoteId, "duplicate", "live", cents, `d${n}`, cents, -900, started, settled);
    if (isPaidBack) insert.refunds.run(`S${n}`, second, cents, iso(at + 2 * DAYS));
  }
  if (random() < 0.002) notice(insert, quoteId, at + 7 * MINUTES, n, 1, "refused");
}

function notice(insert, quoteId, at, n, cents, outcome) {
  const amount = (cents / 100).toFixed(2);
  const body =
    `m_payment_id=${quoteId}&pf_payment_id=${1_000_000 + n}&payment_status=COMPLETE&item_name=Thuma+Shipment&item_description=Courier+booking` +
    `&amount_gross=${amount}&amount_fee=-${(cents * 0.00035).toFixed(2)}&amount_net=${amount}&custom_str1=${quoteId}&custom_str2=&custom_str3=&custom_str4=` +
    `&custom_str5=&custom_int1=&custom_int2=&custom_int3=&custom_int4=&custom_int5=&name_first=&name_last=&email_address=thandi%40example.co.za` +
    `&merchant_id=10000100&signature=9a4f2c7f1f6b7e9d3c5a8b1e2d4f6a7c`;
  const reason = outcome === "refused" ? "The amount is not the one that was asked for." : null;
  insert.notices.run(newId(), iso(at), "197.97.145.150", body, quoteId, outcome, reason);
}

const road = ["booked", "collected", "in_transit", "out_for_delivery", "delivered"];

function travel(quote, n, at, fate, { insert, site, random, now, cents }) {
  const waybillNo = site.referenceNumber("TH", String((n * 765432101 + 987) % 1_000_000_000).padStart(9, "0"));
  const issued = at + 6 * MINUTES;
  const isStuck = random() < 0.0005;
  const pace = (0.5 + random()) * (DAYS_ON_THE_ROAD / road.length) * DAYS;
  const events = fate.cancelled
    ? [
        ["booked", issued],
        ["cancelled", issued + HOURS],
      ]
    : road
        .map((kind, step) => [kind, issued + step * pace])
        .filter(([, when], step) => when < now && !(isStuck && step > 2));
  const [last, lastAt] = events.at(-1);
  insert.waybills.run(waybillNo, quote.id, iso(issued), last, iso(lastAt));
  for (const [kind, when] of events)
    insert.events.run(newId(), waybillNo, kind, iso(when), kind === "booked" ? null : "Germiston");
  const message = site.email(quote, waybillNo, cents, new Date(issued));
  mail(insert, message, issued, "sent", null, quote.id);
}

function mail(insert, message, at, state, lastError = null, quoteId = null) {
  const sent = state === "sent" ? iso(at + 2000) : null;
  insert.mails.run(
    newId(),
    message.key,
    state,
    message.to,
    message.subject,
    message.text,
    message.html,
    0,
    state === "dead" ? 7 : 1,
    iso(at),
    lastError,
    iso(at),
    sent,
    quoteId,
  );
}

/** The part of a booking's form and price that an email contains. */
function asBooked({ boxId, quantity, response }, formSnapshot) {
  return { formSnapshot, boxId, quantity, response: JSON.parse(response) };
}

/** The tables that don't grow with the quotes. */
function addTheRest(insert, now, random, site) {
  const [template] = site.templates;
  const booked = asBooked(template, template.formSnapshot);
  for (let n = 0; n < 300; n += 1) {
    const message = site.email(
      { ...booked, id: `late${n}`, quoteNo: "Q00000000", email: `late${n}@example.co.za` },
      "TH0000000000",
      100,
      new Date(now),
    );
    mail(insert, message, now - random() * 20 * DAYS, n < 260 ? "dead" : "queued", "Error: 550 no such mailbox");
  }
  for (let n = 0; n < 4_000; n += 1) {
    const at = iso(now - random() * SPAN_MS);
    const province = pick(["Gauteng", "Limpopo", "KwaZulu-Natal", "Western Cape", "Free State"], random);
    insert.drivers.run(
      newId(),
      site.referenceNumber("D", String(n + 1_000_000)),
      province,
      newId(),
      newId(),
      at,
      at,
      ...(random() < 0.97 ? [at, "declined", at] : [null, null, null]),
    );
  }
  for (let n = 0; n < 20_000; n += 1)
    insert.limits.run(`guessesFromAddress:${newId()}${newId()}`, 3, iso(now + random() * HOURS));
  for (let n = 0; n < 10_000; n += 1) {
    insert.links.run(`${newId()}${newId()}`, `u${n % 4000}`, `a${n}@example.co.za`, iso(now - DAYS), iso(now + DAYS));
  }
}

function accountsOf(count, insert, db, now, random) {
  const accounts = Array.from({ length: count }, (_, n) => ({ uid: newId(), email: `customer${n}@example.co.za` }));
  db.transaction(() => {
    for (const [n, { uid, email }] of accounts.entries()) {
      const at = iso(now - random() * SPAN_MS);
      insert.users.run(
        uid,
        email,
        at,
        `Customer ${n}`,
        "+27821234567",
        "customer",
        "$argon2id$v=19$".padEnd(97, "x"),
        newId(),
        at,
        at,
        at,
      );
      insert.sessions.run(
        `${newId()}${newId()}`,
        "customer",
        uid,
        newId(),
        "Chrome on Android",
        at,
        at,
        iso(now + 20 * DAYS),
      );
    }
  })();
  return accounts;
}

/** The same form with another person's names. A third ask for a collection day. */
function personalised({ addresses, parcel }, email, at, random) {
  const n = Math.floor(random() * 1_000_000);
  const day = new Date(at + (1 + Math.floor(random() * 4)) * DAYS).toISOString().slice(0, 10);
  const phone = `+2782${String(n).padStart(7, "0")}`;
  return {
    addresses: {
      ...addresses,
      fromName: `Thandi Nkosi ${n}`,
      fromEmail: email,
      fromPhone: phone,
      toName: `Sipho Dlamini ${n}`,
      toPhone: phone,
    },
    parcel: { ...parcel, collectionDay: random() < 0.33 ? day : "", collectionTime: random() < 0.2 ? "morning" : "" },
  };
}

/** A few accounts send every day: the first ones are the busiest. */
function pickSkewed(accounts, random) {
  return accounts[Math.floor(random() ** 1.5 * accounts.length)];
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/**
 * Filling is quicker without indexes and triggers; they are created again at the end. The first start works out what is
 * left empty of a parcel's state, as after an upgrade.
 */
function setIndexesAside(db) {
  const kept = db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
    .all();
  for (const { type, name } of kept) db.exec(`DROP ${type} "${name}"`);
  return kept.map(({ sql }) => sql);
}

function inserts(db) {
  const into = (table, columns) =>
    db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(",")
        .map(() => "?")
        .join(",")})`,
    );
  return {
    quotes: into(
      "quotes",
      "id,quote_no,draft_id,journey,type,status,guest_id,uid,email,from_postal,to_postal,to_country,box_id,quantity,grand_total_cents,api_base,request,form_snapshot,response,form_hash,message,created_at,priced_at,expires_at,booked_at,manual_requested_at,updated_at,cancelled_at",
    ),
    payments: into(
      "payments",
      "id,quote_id,state,mode,amount_cents,pf_payment_id,paid_cents,fee_cents,started_at,settled_at",
    ),
    refunds: into("refunds", "reference,payment_id,amount_cents,noted_at"),
    notices: into("payment_notices", "id,received_at,client_address,body,quote_id,outcome,reason"),
    waybills: into("waybills", "waybill_no,quote_id,issued_at,last_event,last_event_at"),
    events: into("tracking_events", "id,waybill_no,kind,happened_at,place"),
    mails: into(
      "outgoing_mails",
      "id,letter_key,state,to_address,subject,text_body,html_body,is_secret,attempts,next_attempt_at,last_error,queued_at,sent_at,quote_id",
    ),
    users: into(
      "users",
      "uid,email,email_verified_at,name,phone,role,password_hash,registration_key,created_at,last_login_at,updated_at",
    ),
    sessions: into("sessions", "id,kind,who,guest_id,browser,created_at,last_seen_at,expires_at"),
    limits: into("rate_limits", "key,points,expire"),
    links: db.prepare(
      "INSERT INTO action_links (code_hash, purpose, subject, address, created_at, expires_at) VALUES (?, 'verifyEmail', ?, ?, ?, ?)",
    ),
    drivers: db.prepare(
      `INSERT INTO driver_applications (id, reference, from_name, from_surname, from_email, cell, id_number, residence,
         current_province, origin_province, referer, owner_driver, experience, last_experience, delivery_location, vehicle_make,
         vehicle_model, vehicle_year, vehicle_km, vehicle_canopy, vehicle_registration, vehicle_tracking,
         vehicle_tracking_company, fingerprint, form_key, created_at, answered_at,
         read_at, decision, decided_at)
       VALUES (?, ?, 'Thandi', 'Nkosi', 'thandi@example.co.za', '+27821234567', '8001015009087', 'Katlehong',
         ?, 'Limpopo', 'A friend', 'Yes', 'Yes', 'Kasi Runners', 'Soweto', 'Toyota',
         'Hilux', 2015, 120000, 'Yes', 'ABC 123 GP', 'Yes', 'Tracker', ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}

function newId() {
  return randomBytes(16).toString("base64url");
}

function iso(ms) {
  return new Date(ms).toISOString();
}

/** Mulberry32, a small and quick generator with the same numbers at every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
