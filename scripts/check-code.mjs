/**
 * Forbids some code outside a few files. Part of `npm run lint`, because Biome has no rule for these
 * patterns.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const RULES = [
  {
    pattern: /\b(?:set|delete)Alarm\b/,
    allowed: ['durable-objects/lib/jobs.ts'],
    message: 'An object has one alarm and its jobs share it: add a job (durable-objects/lib/jobs.ts).',
  },
  {
    pattern: /\bpayload\s+as\b/,
    allowed: ['src/contract/events'],
    message: 'No payload of an event is cast: narrow the event by its `kind`.',
  },
  {
    pattern:
      /^(?:import|export)\s+(?!type\b)(?:[^;'"]*\bfrom\s*)?['"](?:openai(?:\/[^'"]*)?|@ai-sdk\/[^'"]+)['"]/,
    allowed: [],
    message: 'Libraries of vendors load at the first call: write `import type`, or `await import(…)`.',
  },
];

const complaints = [];
for (const folder of ['src', 'durable-objects', 'packages', 'web']) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!/\.tsx?$/.test(file) || /node_modules|\/dist\/|\.test\.ts$/.test(file)) continue;
    const rules = RULES.filter(({ allowed }) => !allowed.some((place) => `${file}/`.startsWith(`${place}/`)));
    const text = readFileSync(join(root, file), 'utf8');
    // An import may span several lines.
    for (const { pattern, message } of rules)
      for (const { index } of text.matchAll(new RegExp(pattern, 'gm')))
        complaints.push(`${file}:${text.slice(0, index).split('\n').length} ${message}`);
  }
}

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) exit(1);
console.log(`Rules of scripts/check-code.mjs hold: ${RULES.length}.`);
