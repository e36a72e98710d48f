import type { Objective } from '../state-types';
import { isSameObjective } from './same';
import { cleanObjective } from './words';

/** An id as models write it: `A1`, `a1.`, `[A1]`, `**A1**`, `objective A1: …`. */
const LABEL = /^[\s"'`([{*#-]*(?:(?:objective|goal|id)\s*[:#]?\s*)?([adp]\d{1,6})(?![\p{L}\p{N}])(.*)$/isu;
/** Marks between an id and a text, or after the id. */
const MARKS = /^[\s"'`)\]}.*:;,–—-]+/u;
/** Parts of a prompt's line around the text: its priority, its author, and its first turn. */
const PRIORITY = /^\[(?:high|normal|low)\]\s*/i;
const REMARKS = /(?:\s*\((?:since turn \d+|asked by the player)\))+$/i;

/** Reads the id at the beginning of a model's text, and the words after it; null when it begins with none. */
export function readLabel(raw: string): { id: string; rest: string; isMarked: boolean } | null {
  const [, id, after = ''] = LABEL.exec(raw.slice(0, 1_000)) ?? [];
  if (id === undefined) return null;
  const marks = MARKS.exec(after)?.[0] ?? '';
  const rest = after.slice(marks.length).replace(PRIORITY, '').replace(REMARKS, '').trim();
  return { id: id.toUpperCase(), rest, isMarked: /\S/.test(marks) || PRIORITY.test(after.trim()) };
}

/** Ids alone: `A1, A2 and D3`. */
const IDS = /^[\s[(]*[adp]\d+[\s\])]*(?:(?:,|;|&|\band\b)+[\s[(]*[adp]\d+[\s\])]*)*\.?\s*$/i;

/**
 * Finds the objectives that a model names: by an id in any dress, by several ids, or by the text of one (case, spacing and
 * punctuation aside). An id that the words after it contradict names nothing. Returns `[]` when nothing in the list is
 * meant.
 */
export function findNamed(objectives: readonly Objective[], raw: string): Objective[] {
  const byId = (id: string): Objective[] => objectives.filter((one) => one.id === id);
  if (IDS.test(raw)) {
    const ids = [...raw.matchAll(/[adp]\d+/gi)].map(([id]) => id.toUpperCase());
    return [...new Set(ids)].flatMap(byId);
  }
  const text = cleanObjective(raw);
  const sameText = objectives.find((one) => text !== '' && isSameObjective(one.text, text));
  if (sameText) return [sameText];
  const label = readLabel(raw);
  if (!label) return [];
  const [byLabel] = byId(label.id);
  if (!byLabel || label.rest === '' || isSaid(byLabel, label.rest)) return byLabel ? [byLabel] : [];
  const isAnother = objectives.some((one) => one !== byLabel && isSaid(one, label.rest));
  return label.isMarked && !isAnother ? [byLabel] : [];
}

const isSaid = ({ text, wordings }: Objective, said: string): boolean =>
  [text, ...wordings.map((wording) => wording.text)].some((one) => isSameObjective(one, said));
