export declare function browserPath(from?: string): string;
