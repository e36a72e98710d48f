/**
 * Holds how comments and names read (docs/glossary.md says which words). Part of `npm run lint`. It counts two things in
 * `src`, `durable-objects`, `packages`, `web` and `scripts`: comments that begin with a fragment ("What a seat may do.")
 * instead of a sentence, and local constants that are named by a bare participle (`known`, `kept`). Both counts have a ceiling as a
 * share; lower the ceiling when the share falls, never raise it.
 *
 * `node scripts/check-words.mjs --list [folder]` lists what it counts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Highest share of doc comments that begin with a fragment, and of local constants that are bare participles. */
const CEILINGS = { fragments: 0.016, participles: 0.005 };

/** First words that only begin a clause, which never becomes a sentence. */
const CLAUSE =
  /^(what|whatever|whether|who|whom|whose|whoever|which|whichever|how|why|of|that|than|and|or|but|nor|so that|as if|as far|as long|not|no longer|none of|other than|else|too|also|there)\b(?!['’]s\b)/i;
/** First words that begin a sentence only when a main clause follows behind a comma. */
const SUBORDINATE =
  /^(when|whenever|where|wherever|if|unless|until|while|because|since|as|once|after|before|for|with|without|by|from|in|on|at|to|through|beside|besides)\b/i;
/** Participles, which say nothing about the thing that a constant holds. */
const PARTICIPLES = new Set(
  `been begun bound broken brought built bought caught chosen cut dealt done drawn driven eaten fallen fed felt
  fought found forgotten forgiven frozen given gone grown heard held hidden hit kept known laid led left lent lost made
  meant met paid put read rung said seen sent set shown shut sold sought spent split spoken spread stolen struck sung
  sunk sworn taken taught thought thrown told torn understood won worn written`.split(/\s+/),
);

const listed = argv.indexOf('--list');
const only = listed > 0 ? (argv[listed + 1] ?? '') : '';
const counts = { comments: 0, fragments: [], constants: 0, participles: [] };

for (const folder of ['src', 'durable-objects', 'packages', 'web', 'scripts']) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (
      !/\.(tsx?|mjs)$/.test(file) ||
      /\.test\.ts$/.test(file) ||
      /node_modules|\bdist\b|client\/src\/openapi\.ts/.test(file) ||
      !file.startsWith(only)
    )
      continue;
    readFile(file, readFileSync(join(root, file), 'utf8'));
  }
}

function readFile(file, text) {
  for (const found of text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
    const words = found[1].replaceAll(/^\s*\* ?/gm, '').trim();
    if (words === '' || words.startsWith('@')) continue;
    counts.comments += 1;
    const sentence = words.split(/\.\s|\.$|\n\n|\n@/)[0];
    if (isFragment(sentence))
      counts.fragments.push(
        `${file}:${lineOf(text, found.index)} ${sentence.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      );
  }
  for (const found of text.matchAll(/^[ \t]+(?:const|let) ([A-Za-z_$][\w$]*)\b/gm)) {
    counts.constants += 1;
    if (isParticiple(found[1])) counts.participles.push(`${file}:${lineOf(text, found.index)} ${found[1]}`);
  }
  for (const found of text.matchAll(/^[ \t]+(?:const|let) (?:\{([^}=]*)\}|\[([^\]=]*)\])\s*=/gm)) {
    for (const name of (found[1] ?? found[2]).split(',')) {
      const localName = name.split(':').pop().replace('...', '').trim();
      if (localName === '') continue;
      counts.constants += 1;
      // A field bound by its own name is named where the field is declared.
      if ((name.includes(':') || found[2] !== undefined) && isParticiple(localName))
        counts.participles.push(`${file}:${lineOf(text, found.index)} ${localName}`);
    }
  }
}

function isFragment(sentence) {
  const start = sentence.replace(/^[^\p{L}`"'{[(]*/u, '');
  if (CLAUSE.test(start)) return true;
  return SUBORDINATE.test(start) && !sentence.includes(',') && !sentence.includes(':');
}

function isParticiple(name) {
  return (
    PARTICIPLES.has(name) ||
    (/^[a-z]+ed$/.test(name) &&
      !/^(need|seed|feed|speed|weed|bed|red|shed|sled|embed|exceed|breed)$/.test(name))
  );
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

const shares = {
  fragments: counts.fragments.length / Math.max(1, counts.comments),
  participles: counts.participles.length / Math.max(1, counts.constants),
};
const percent = (share) => `${(100 * share).toFixed(1)} %`;
if (listed > 0) for (const line of [...counts.fragments, ...counts.participles]) console.log(line);
console.log(
  `Of ${counts.comments} comments ${percent(shares.fragments)} begin with a fragment; of ${counts.constants} local constants ${percent(shares.participles)} are bare participles.`,
);
if (listed > 0) exit(0);
for (const [what, ceiling] of Object.entries(CEILINGS)) {
  if (shares[what] <= ceiling) continue;
  console.error(
    `${what}: ${percent(shares[what])}, more than the ceiling of ${percent(ceiling)}; --list shows them all.`,
  );
  process.exitCode = 1;
}
