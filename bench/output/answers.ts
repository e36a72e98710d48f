import type { parseStructured } from 'answer-reader';
import type { JsonObject } from '../../src/base/json';
import { analysis, directorPlan, spokenLineOf, suggestion } from '../../src/contract/agents';

/**
 * The schema type of `parseStructured`, without an import of zod, because this folder may have its own zod.
 */
export type Schema = Parameters<typeof parseStructured<unknown>>[1];

export interface Answer {
  schemaName: string;
  schema: Schema;
  value: JsonObject;
}

const line = spokenLineOf(['say', 'act', 'whisper']);

const of = (schemaName: string, schema: Schema, values: JsonObject[]): Answer[] =>
  values.map((value) => ({ schemaName, schema, value }));

/** Schemas of the stage; the answers contain the usual difficulties: quotes, braces, commas. */
export const ANSWERS: readonly Answer[] = [
  ...of('line', line, [
    { thought: null, kind: 'say', text: 'Hello there.' },
    { thought: 'Stay calm, say little.', kind: 'act', text: 'She puts the cup down, slowly: nobody moves.' },
    { kind: 'say', text: "Don't open it, it's the wrong door. I'm sure!" },
    { kind: 'say', text: 'He said "wait", then "run" and left.\nNobody followed him.' },
    { thought: null, kind: 'whisper', text: 'Una cena così? Crème brûlée, naïve 🎭 and a {brace} or [two].' },
    { text: 'The key is under the mat: C:\\temp\\new, third slab.', kind: 'say' },
  ]),
  ...of('plan', directorPlan, [
    {
      openGuidance: 'Rain starts. Keep it short, please.',
      actingCharacters: [
        { id: 'keeper', guidance: 'ask for the lamp', priority: 2, order: null },
        { id: 'pilot', guidance: null, priority: 1, order: null },
      ],
      stateUpdates: [{ id: 'keeper', field: 'mood', value: 'wary, not angry' }],
    },
    {
      openGuidance: null,
      worldUpdates: [
        { key: 'tide', value: 'high' },
        { key: 'gate', value: null },
      ],
      trackers: [{ key: 'trust', value: '3' }],
      actingCharacters: [{ id: 'pilot', guidance: "don't answer", priority: 12, order: 1 }],
    },
  ]),
  ...of('suggestion', suggestion, [
    {
      current_board_assessment: 'A 3 by 3 room, one exit (north).',
      reasoning: 'ACTION2 was never tried next to a wall.',
      target_action: 'ACTION2',
      setup_sequence: ['ACTION1', 'ACTION1', 'ACTION4'],
      expected_information_gain: 'whether walls stop it',
    },
  ]),
  ...of('analysis', analysis, [
    {
      interpretation: 'The block moved one cell up.',
      action_definition: 'moves the block up by 1',
      is_consistent_with_previous: true,
      objects_involved: ['block', 'wall'],
      context_description: 'open floor, no wall near',
      had_effect: true,
      no_effect_reason: null,
      environment_updates: [
        { kind: 'object', name: 'block', text: 'can be pushed', confidence: 0.75 },
        'walls stop the block',
      ],
      confidence: 0.9,
    },
    {
      interpretation: 'Nothing changed, "as expected".',
      context_description: "the block's at the wall",
      had_effect: false,
      no_effect_reason: 'blocked',
      confidence: 1,
    },
  ]),
];
