#!/usr/bin/env node
// In the repository this runs the TypeScript; the published package has only the bundle.
import { existsSync } from 'node:fs';

if (existsSync(new URL('./src/main.ts', import.meta.url))) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./src/main.ts');
} else await import('./dist/main.js');
