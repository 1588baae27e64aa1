/** Where a wizard's page stands, and where it leads. */
export type StepPlace = {
  step: number;
  of: number;
  title: string;
  addressesHref: string;
  parcelHref: string;
  reviewHref: string;
  startAgainAction: string;
  changeAction: string;
};
