import type { Entries } from "../say";
import { accounts } from "./accounts";
import { bookings } from "./bookings";
import { charges } from "./charges";
import { emails } from "./emails";
import { letters } from "./letters";
import { money } from "./money";
import { parcel } from "./parcel";
import { several } from "./several";
import { statement } from "./statement";
import { texts } from "./texts";
import { toReceiver } from "./to-receiver";
import { toSender } from "./to-sender";
import { wishes } from "./wishes";

/** All that customers read in English in emails, text messages and statements. */
export const messages = {
  ...{
    accounts,
    bookings,
    charges,
    emails,
    letters,
    money,
    parcel,
    several,
    statement,
    texts,
    toReceiver,
    toSender,
    wishes,
  },
} satisfies Entries;
