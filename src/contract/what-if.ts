import { z } from 'zod';
import { changeScene } from './change-scene';
import type { Event, EventDraft } from './events/events';
import { sceneId } from './ids';
import type { Recollection } from './memories';
import { prose } from './prose';

/** Most rounds that are played again, and most branches. */
export const MAX_REPLAYED = 50;
export const MAX_BRANCHES = 8;

export const whatIf = z
  .strictObject({
    from: z.int().min(1).describe('First round to play again'),
    to: z
      .int()
      .min(1)
      .optional()
      .describe(
        `Last round to play again, at most ${MAX_REPLAYED} rounds. Default: the last completed round`,
      ),
    changes: changeScene
      .omit({ title: true, status: true })
      .extend({
        line: z
          .strictObject({ seq: z.int().min(1), text: prose(8000) })
          .optional()
          .describe("New text of a line before round `from`, or of a player's line from then on"),
      })
      .default({})
      .describe('Changed fields, as in `PATCH /v1/scenes/{id}`, and another text for a line')
      .meta({ id: 'WhatIfChanges' }),
    k: z
      .int()
      .min(1)
      .max(MAX_BRANCHES)
      .default(1)
      .describe('Number of branches, each with its own answers to the prompts that changed'),
  })
  .refine(({ from, to = from }) => to >= from, { path: ['to'], error: 'must not be before `from`' })
  .meta({ id: 'WhatIf' });
export type WhatIf = z.infer<typeof whatIf>;

const branch = z.object({ id: sceneId, title: z.string() });

export const branches = z
  .object({
    from: z.int().describe('First round that is played again'),
    to: z.int().describe('Last round of the source that is played again'),
    scenes: z.array(branch).describe('The new scenes, which play their rounds in the background'),
  })
  .meta({ id: 'WhatIfBranches' });
export type Branches = z.infer<typeof branches>;
/** One branch as its room reports it. */
export type Branch = z.infer<typeof branch> & Pick<Branches, 'to'>;

/** A finished round of the source, as a branch plays it again. */
export interface ScriptRound {
  /** Its number in the source. */
  round: number;
  seed: string;
  /** Where its last attempt begins in the source's journal and ledger. */
  start: { firstStep: number; seq: number };
  /** What people did since the round before, oldest first, with seqs of the source. */
  before: Event[];
  /** Of the last round: what people did to lines since its start, with seqs of the source. */
  after?: Event[];
  /** Seqs of the inputs it answers. */
  inputs: number[];
  /** The owner's decisions during the round. */
  decisions: EventDraft[];
  /** Lines of the round with its inputs, in order: a reference to one becomes a reference to its counterpart. */
  lines: { seq: number; actor: string }[];
  /** Names of the steps that stored events. */
  commits: string[];
  /** Null: memory is off, or recall failed. */
  recalled: { heard: string; memories: Record<string, Recollection[]> } | null;
}
