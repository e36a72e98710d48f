#!/usr/bin/env node
// Runs the command line from its TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
