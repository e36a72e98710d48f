import type { WorldReport } from '../../contract/agents';
import type { WorldBrief } from '../../scene/round/briefs';
import type { Line } from '../../scene/state';

/** Characters of a line to read. */
const MAX_READ = 4000;
/** In words. */
const MAX_WORDS = 3;

/**
 * The offline world agent: changes a fact only if a public line states it plainly (`The door is open now.`). Keeps no
 * trackers.
 */
export function keepWorld({ envelope }: WorldBrief): WorldReport {
  const { world, request, replies } = envelope;
  const changes = new Map<string, string>();
  // World facts are public, so whispers must not change them.
  const publicLines = [...request.inputs, ...replies].filter(({ audience }) => audience.includes('*'));
  for (const sentence of publicLines.flatMap(listStatements)) {
    for (const key of Object.keys(world)) {
      const value = readChange(sentence, key);
      if (value !== null) changes.set(key, value);
    }
  }
  const worldUpdates = [...changes]
    .filter(([key, value]) => world[key]?.trim().toLowerCase() !== value)
    .map(([key, value]) => ({ key, value }));
  return { worldUpdates: worldUpdates.length > 0 ? worldUpdates : null, trackers: null };
}

/** Statements of a line, in lower case; without quotations and questions. */
const listStatements = ({ text }: Line): string[] =>
  (
    text
      .slice(0, MAX_READ)
      .replaceAll(/["“«][^"”»\n]{0,1000}["”»]/g, '?')
      .toLowerCase()
      .match(/[^.!?…;*\n]+[.!?…;]*/gu) ?? []
  )
    .filter((sentence) => !sentence.includes('?'))
    .map((sentence) => sentence.replace(/[.!…;\s]+$/, '').trim());

const NOW = /^(?:now|again)$/;
const UNSURE =
  /^(?:not|never|no|nearly|almost|always|if|as|so|too|my|your|mine|yours|his|hers|going|said|told|what|where|why|how)$/;

/** `the door is open now` → `open`; null if the sentence says nothing about this key. */
function readChange(sentence: string, key: string): string | null {
  const words = sentence.replaceAll(',', ' ').split(/\s+/);
  const name = key
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/);
  const from = words[0] === 'the' ? 1 : 0;
  const verb = from + name.length;
  if (!name.every((word, index) => words[from + index] === word)) return null;
  if (!/^(?:is|are)$/.test(words[verb] ?? '')) return null;
  const rest = words.slice(verb + 1);
  const value = rest.filter((word) => !NOW.test(word));
  const isNow = value.length < rest.length;
  const isValue =
    value.length > 0 &&
    value.length <= MAX_WORDS &&
    value.every((word) => /^[\p{L}'’-]+$/u.test(word) && !UNSURE.test(word));
  return isNow && isValue ? value.join(' ') : null;
}
