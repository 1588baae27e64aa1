export declare const sourceFiles: string[];
export declare const sourceFolders: string[];
