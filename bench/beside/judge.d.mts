export type Pair = { isOursFirst: boolean; ours: number; theirs: number };
export type Judged = { ours: number; theirs: number; oursFirst: number; theirsFirst: number; isSlower: boolean };

export declare const MOST_TIMES: number;
export declare function judged(pairs: Pair[]): Judged;
export declare function slowerTwice<Row extends { first?: Judged; again?: Judged }>(rows: Row[]): Row[];
