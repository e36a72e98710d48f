import { jsonInstruction, toProviderSchema } from 'answer-reader';
import { z } from 'zod';
import type { CountTokens } from '../base/tokens';
import type { ActionId, Suggestion } from '../contract/agents';
import type { Ask } from '../room/step-context';
import type { ExplorerBrief } from './briefs';
import { CLICK, pickAction, rankOpen, type Situation } from './choose';
import type { PromptWindow } from './fit-shown';
import { smallExplorerPrompts } from './prompts';

/** Schemas by offered actions: the gateway caches schemas by identity, so reuse them. */
const schemas = new Map<string, z.ZodType<Suggestion>>();

/** Suggestion schema for a small model: an offered action, a position if it takes one, and no reasoning. */
function smallSuggestionSchema(situation: Situation): z.ZodType<Suggestion> {
  const { available } = situation;
  // A null target ends the run, which a small model would do by accident.
  const mayEnd = rankOpen(situation).length === 0;
  const key = `${available.join(' ')} ${mayEnd}`;
  const cachedSchema = schemas.get(key);
  if (cachedSchema) return cachedSchema;
  const action = z.enum(available as readonly [ActionId, ...ActionId[]]);
  const target = {
    target_action: mayEnd ? action.nullable().describe('null: nothing is left to learn') : action,
  };
  const place = z.int().nullable().default(null);
  const askedSchema = available.includes(CLICK)
    ? z.object({ ...target, target_x: place, target_y: place })
    : z.object(target);
  const schema = askedSchema.transform(
    (value): Suggestion => ({
      current_board_assessment: '',
      reasoning: '',
      target_x: null,
      target_y: null,
      setup_sequence: null,
      expected_information_gain: '',
      expects_change: null,
      ...value,
    }),
  ) as unknown as z.ZodType<Suggestion>;
  schemas.set(key, schema);
  return schema;
}

/** Call A for a small model. The example in the prompt is the service's own pick. */
export function askSmall(
  brief: ExplorerBrief,
  window: PromptWindow,
  count: CountTokens,
): Pick<Ask<Suggestion>, 'messages' | 'messagesFor' | 'schema' | 'example'> {
  const { situation } = brief;
  const schema = smallSuggestionSchema(situation);
  const { target } = pickAction(situation);
  const takesPlace = situation.available.includes(CLICK);
  const example = {
    target_action: target?.id ?? null,
    ...(takesPlace && { target_x: target?.x ?? null, target_y: target?.y ?? null }),
  };
  const form = jsonInstruction(toProviderSchema(schema), example);
  return { ...smallExplorerPrompts(brief, form, window, count), schema, example };
}
