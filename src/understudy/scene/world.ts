import type { WorldReport } from '../../contract/agents';
import type { WorldBrief } from '../../scene/round/briefs';
import type { Line } from '../../scene/state';

/** Characters of a line that are read. */
const MAX_READ = 4000;
/** Longest value, in words. */
const MAX_WORDS = 3;

/**
 * The offline world agent: a fact changes when a line that everyone heard plainly says so (`The door is open now.`),
 * and by nothing else. It keeps no trackers.
 */
export function keepWorld({ envelope }: WorldBrief): WorldReport {
  const { world, request, replies } = envelope;
  const changes = new Map<string, string>();
  // Facts of the world are everyone's: what was whispered changes none.
  const publicLines = [...request.inputs, ...replies].filter(({ audience }) => audience.includes('*'));
  for (const sentence of publicLines.flatMap(statementsOf)) {
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

/** The sentences of a line that state something, in lower case; what is quoted or asked states nothing. */
const statementsOf = ({ text }: Line): string[] =>
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

/** `the door is open now` → `open`; null when the sentence says no such thing of this key. */
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
