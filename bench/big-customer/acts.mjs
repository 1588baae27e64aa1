import { PASSWORD } from "./customers.mjs";

/**
 * What is done for a customer, by its name. All of it reads, draws or changes many of their bookings.
 * @param customer as `aCustomer` makes it
 * @param manager an office browser
 * @param waits for what goes on after an answer: `erased(uid)` until nothing of an account is left, `finished()` until what
 *   the office has begun is done
 */
export function actsOf(
  { email, receiver, uid, visitor, key, orderId, toCollect, pieces },
  manager,
  { erased, finished },
) {
  const office = async (name, answers, ...buttons) => {
    await manager.open(`/office/do/${name}`);
    for (const [at, button] of buttons.entries()) await manager.press(button, at === 0 ? answers : {});
    if (buttons.at(-1) === "Do it" && !/Corrected|Deleted|Marked|Done/i.test(manager.page.text))
      throw new Error(`${name} was not done: ${manager.page.text.slice(0, 800)}`);
  };
  const mark = (kind, ...buttons) => office("mark", { mark: kind, waybill: toCollect.join("\n") }, ...buttons);
  const byKey = async (path) => read(await visitor.send(path, { headers: { Authorization: `Bearer ${key}` } }));
  const many = toCollect.length;
  return {
    "the dashboard": () => visitor.open("/dashboard"),
    "a search that finds nothing": () => visitor.open("/dashboard?q=e+a+i+o+u+n+s+t+r+q+zz"),
    "the payment page of a hundred parcels": () => visitor.open(`/payfast/order/${orderId}`),
    "`GET /v1/bookings?limit=100`": () => byKey("/v1/bookings?limit=100"),
    "a PDF of a hundred labels, of one parcel": () => byKey(`/v1/bookings/${pieces}/label.pdf`),
    "a PDF of a hundred labels, of as many parcels": async () =>
      read(await visitor.send("/waybills/to-collect.pdf", {})),
    "a list of all bookings (office)": () => manager.open("/office/list/bookings?rows=9999999"),
    [`Check of ${many} parcels scanned`]: () => mark("collected", "Check"),
    [`Do it of ${many} parcels scanned`]: () => mark("collected", "Check", "Do it"),
    "the same, delivered": () => mark("delivered", "Check", "Do it"),
    "Download my data": async () => read(await visitor.send("/account/data", {})),
    "Download the copy (office)": async () => {
      await manager.open("/office/do/export-customer");
      await read(await manager.pressOnce("Download the copy", { person: email }));
    },
    "Check of correct customer": () => office("correct-customer", { person: email, phone: "083 111 2222" }, "Check"),
    "Do it of correct customer, until it is done": async () => {
      await office("correct-customer", { person: email, phone: "083 111 2223" }, "Check", "Do it");
      await finished();
    },
    "Check of forget customer (their receiver)": () => office("forget-customer", { person: receiver }, "Check"),
    "Do it of forget customer (their receiver), until it is done": async () => {
      await office("forget-customer", { person: receiver }, "Check", "Do it");
      await finished();
    },
    "Delete my account, until it is erased": async () => {
      await visitor.open("/account/delete");
      await visitor.press("Delete my account", { currentPassword: PASSWORD });
      await erased(uid);
    },
  };
}

/** Reads an answer to its end, and keeps nothing of it. */
async function read(answer) {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${(await answer.text()).slice(0, 400)}`);
  for await (const _ of answer.body);
}
