/**
 * Holds that no payload of an event is cast: `kind` narrows an event to the type of its payload. Part of `npm run lint`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

/** Where a payload may be cast: the pages read fields by name here until they narrow by `kind`. */
const EXCEPTED = ['web/src/api/payload.ts'];

const complaints = ['src', 'durable-objects', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = relative(root, join(entry.parentPath, entry.name));
    const isRead = /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.startsWith('src/events/');
    if (!isRead || EXCEPTED.includes(file)) return [];
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, i) => (/\bpayload\s+as\b/.test(line) ? [`${file}:${i + 1}`] : []));
  }),
);

for (const place of complaints) console.error(`${place} casts a payload; narrow the event by its kind`);
if (complaints.length > 0) exit(1);
console.log('No payload of an event is cast.');
