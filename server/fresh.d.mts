export declare const sourceFiles: string[];
export declare const sourceFolders: string[];
export declare function brandFolder(): string | null;
