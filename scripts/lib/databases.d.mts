export declare function listDatabases(file?: string): string[];
