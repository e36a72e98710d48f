import type { InlineConfig } from 'vite';

export declare const packageBuild: (name: string) => InlineConfig;
export declare const clientBuild: InlineConfig;
