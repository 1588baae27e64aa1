import type { Entries } from "../say";
import { dates } from "./dates";
import { delays } from "./delays";
import { forms } from "./forms";
import { contactPage, lite, lost, stopMessages } from "./help";
import { landmark } from "./landmark";
import { parcelState } from "./parcel-state";
import { receiver } from "./receiver";
import { shell } from "./shell";
import { tracking } from "./tracking";
import { waybill } from "./waybill";

/** All that customers read in English, by message and page. */
export const english = {
  contactPage,
  dates,
  delays,
  forms,
  landmark,
  lite,
  lost,
  parcelState,
  receiver,
  shell,
  stopMessages,
  tracking,
  waybill,
} satisfies Entries;
