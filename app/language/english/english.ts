import type { Entries } from "../say";
import { forms } from "./forms";
import { landmark } from "./landmark";
import { parcelState } from "./parcel-state";
import { receiver } from "./receiver";
import { shell } from "./shell";
import { tracking } from "./tracking";
import { waybill } from "./waybill";

/** All that customers read in English, by message and page. */
export const english = {
  forms,
  landmark,
  parcelState,
  receiver,
  shell,
  tracking,
  waybill,
} satisfies Entries;
