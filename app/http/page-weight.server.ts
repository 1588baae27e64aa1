/** What of a page goes to this browser besides its content. */
export type PageWeight = {
  /** No script and nothing for show: its owner asked for that, or it says that data is dear or the line slow. */
  isLight: boolean;
  /** The first page of a visit, which may show the loading screen. */
  opensVisit: boolean;
};

/** Reads one request header, by its name in small letters. */
type ReadHeader = (name: string) => string | null | undefined;

/**
 * How much a page may weigh for whoever asks for it. Pages differ by this and by nothing else that a browser says of
 * itself, so a kept page is kept once for each answer.
 */
export function pageWeight(header: ReadHeader): PageWeight {
  const isLight = header("save-data") === "on";
  return { isLight, opensVisit: !isLight && comesFromOutside(header("sec-fetch-site")) };
}

/** Typed, bookmarked, or come from another site. Old browsers don't say, and get no loading screen. */
function comesFromOutside(cameFrom: string | null | undefined): boolean {
  return cameFrom === "none" || cameFrom === "cross-site";
}
