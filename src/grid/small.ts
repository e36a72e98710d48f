import { jsonInstruction, toProviderSchema } from 'answer-reader';
import { z } from 'zod';
import type { CountTokens } from '../base/tokens';
import type { ActionId, Suggestion } from '../contract/agents';
import type { Ask } from '../room/step-context';
import type { ExplorerBrief } from './briefs';
import { CLICK, pickAction, rankOpen, type Situation } from './choose';
import type { PromptWindow } from './fit-shown';
import { smallExplorerPrompts } from './prompts';

/** Schemas by what is on offer: schemas are cached by identity. */
const schemas = new Map<string, z.ZodType<Suggestion>>();

/** The schema of a small model's suggestion: an action on offer, a place where one takes it, and no thoughts. */
function smallSuggestionOf(situation: Situation): z.ZodType<Suggestion> {
  const { available } = situation;
  // It ends the run, which a small model would do by accident.
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

/** The parts of call A for a small model. The example of its form is what the service would try itself. */
export function askSmall(
  brief: ExplorerBrief,
  window: PromptWindow,
  count: CountTokens,
): Pick<Ask<Suggestion>, 'messages' | 'messagesFor' | 'schema' | 'example'> {
  const { situation } = brief;
  const schema = smallSuggestionOf(situation);
  const { target } = pickAction(situation);
  const takesPlace = situation.available.includes(CLICK);
  const example = {
    target_action: target?.id ?? null,
    ...(takesPlace && { target_x: target?.x ?? null, target_y: target?.y ?? null }),
  };
  const form = jsonInstruction(toProviderSchema(schema), example);
  return { ...smallExplorerPrompts(brief, form, window, count), schema, example };
}
