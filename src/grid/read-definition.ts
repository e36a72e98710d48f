import { readRules } from 'rule-learner';
import { toJsonObject } from '../base/json';
import type { ActionId, Analysis } from '../contract/agents';
import type { ActionKnowledge } from '../contract/run-knowledge';
import type { AnalystBrief } from './briefs';
import type { Definition } from './knowledge';

/**
 * Reads the definition in an answer: the number of an inferred rule of this action, a rule in JSON, or words.
 * If an effect was observed and the answer has no definition, uses the inferred rules.
 *
 * @returns null to keep the current definition
 */
export function readDefinition(
  { action_definition: said, had_effect: hadEffect }: Analysis,
  action: ActionId,
  known: ActionKnowledge,
  { rules }: Pick<AnalystBrief, 'rules'>,
): Definition | null {
  const own = rules.filter((rule) => rule.action === action);
  const inferred: Definition | null =
    own.length > 0 ? { text: own.map(({ text }) => text).join(' '), basis: 'inferred' } : null;
  const words = said?.trim() ?? '';
  if (words === '') return known.definition === null && hadEffect ? inferred : null;
  const number = /^(?:rules?\s*#?\s*)?(\d+)\b[\d\s,.and]*$/i.exec(words)?.[1];
  if (number !== undefined) return own.some(({ n }) => n === Number(number)) ? inferred : null;
  if (own.some(({ text }) => text === words) || inferred?.text === words) return inferred;
  return readStated(words, action) ?? { text: words, basis: 'words' };
}

/** A rule in JSON; null if the text is not JSON or not a testable rule. */
function readStated(words: string, action: ActionId): Definition | null {
  if (!/^[[{]/.test(words)) return null;
  let json: unknown;
  try {
    json = JSON.parse(words);
  } catch {
    return null;
  }
  const rules = (Array.isArray(json) ? json : [json]).map((rule) => ({ ...Object(rule), action }));
  const reading = readRules(rules);
  if (!reading.ok) return null;
  const { model } = reading;
  const text = model.define(action) ?? words;
  return { text, basis: 'stated', stated: toJsonObject(model.toJSON()) };
}
