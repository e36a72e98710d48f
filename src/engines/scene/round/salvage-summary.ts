import type { SummaryReport } from '../../../api/agents';
import type { Json } from '../../../base/json';
import { makeGuard, rejectionReason } from '../../../model/structured';

/** What a summary was asked for: the rounds, and what there was of the scene so far. */
export interface SummaryAsked {
  rounds: ReadonlySet<number>;
  running: string | null;
}

/** Most characters of a sentence of a round, and of the whole scene, in an answer of another form: about 200 words. */
const MAX_SENTENCE = 400;
const MAX_RUNNING = 1_500;
const MIN_WORDS = 3;
const RUNNING = ['running', 'summary', 'text', 'content'] as const;
const SENTENCE = ['text', 'sentence', 'summary', 'content'] as const;
const NO_SECRETS = makeGuard([]);
/** `Round 3: They talked.`, as the line of a list or not. */
const OF_ROUND = /^[\s\-*•#>]*(?:\d+[.)]\s*)?\**round\s+(\d{1,6})\**\s*[:.\-–—]+\**\s*(\S.*)$/i;

/**
 * What can be used of a summary that is not as it was asked for: sentences of the rounds that were asked about, and the
 * scene so far, out of an object that lacks something or has too much, or out of prose. Placeholders are no sentences.
 *
 * @param json the object in the answer, if there was one
 * @returns null: nothing can be used
 */
export function salvageSummary(answer: string, json: Json, asked: SummaryAsked): SummaryReport | null {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const found = isObject ? readObject(json) : readProse(answer);
  const seen = new Set<number>();
  const bullets = found.bullets.flatMap(({ round, text }) => {
    if (!asked.rounds.has(round) || seen.has(round)) return [];
    const sentence = usable(text, MAX_SENTENCE);
    if (sentence === null) return [];
    seen.add(round);
    return [{ round, text: sentence }];
  });
  const running =
    found.running.map((text) => usable(text, MAX_RUNNING)).find((text) => text !== null) ?? null;
  if (running === null && bullets.length === 0) return null;
  const sum = running ?? asked.running ?? bullets.map(({ text }) => text).join(' ');
  return { bullets, running: sum };
}

interface Found {
  bullets: SummaryReport['bullets'];
  /** The first that can be used counts. */
  running: string[];
}

function readObject(json: { [key: string]: Json }): Found {
  const { bullets } = json;
  const listed = Array.isArray(bullets) ? bullets : [];
  return {
    bullets: listed.flatMap((one) => {
      if (typeof one === 'string') return readRound(one);
      if (typeof one !== 'object' || one === null || Array.isArray(one)) return [];
      const round = Number(one.round);
      const [text] = pickTexts(one, SENTENCE);
      return Number.isInteger(round) && text !== undefined ? [{ round, text }] : [];
    }),
    running: pickTexts(json, RUNNING),
  };
}

const pickTexts = (object: { [key: string]: Json }, names: readonly string[]): string[] =>
  names.flatMap((name) => (typeof object[name] === 'string' ? [object[name]] : []));

function readProse(answer: string): Found {
  const lines = answer
    .replace(/```\w*/g, '')
    .split('\n')
    .map((line) => line.replace(/^[\s#>*•-]+/, '').trim())
    .filter((line) => line !== '');
  const bullets = lines.flatMap(readRound);
  const rest = lines.filter((line) => readRound(line).length === 0);
  return { bullets, running: [rest.join(' ')] };
}

function readRound(line: string): SummaryReport['bullets'] {
  const [, round, text] = OF_ROUND.exec(line) ?? [];
  return text === undefined ? [] : [{ round: Number(round), text }];
}

/** The words of it, as far as they go; null when they say nothing, or are not those of minutes. */
function usable(text: string, most: number): string | null {
  const words = text.toWellFormed().replace(/\s+/g, ' ').trim();
  if (words.split(' ').length < MIN_WORDS) return null;
  if (rejectionReason(words, NO_SECRETS) !== null) return null;
  if (words.length <= most) return words;
  const cut = words.slice(0, most);
  const whole = /^.*[.!?…]["'”’)]*(?=\s)/.exec(cut)?.[0] ?? cut.slice(0, cut.lastIndexOf(' '));
  return whole === '' ? cut : whole;
}
