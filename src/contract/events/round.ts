import { z } from 'zod';
import { directorPlan, directorReconciliation } from '../agents';
import { rung } from '../calls';
import { jsonObject } from '../json';
import { deltaMessage } from '../socket-messages';
import {
  agentRecord,
  answererFields,
  beforeRound,
  bullet,
  defineEvents,
  factChange,
  failedFields,
  memoryCategory,
  optionalRungField,
  passRecord,
  providerField,
  recollection,
  rungField,
  scores,
  startedFields,
  stateUpdate,
  suggestedDelta,
  wordPair,
} from './shapes';

const nameField = () => z.string().describe('Display name');
const passField = () => z.int().describe('Pass of the director, 1 or 2');

/** Events of a round of a scene, in the order in which a round writes them. */
export const ROUND_EVENTS = defineEvents('scene', {
  'round.started': {
    about: 'A round started, or is being played again.',
    payload: () => z.object(startedFields()),
  },
  'memory.recalled': {
    about: 'The memories that each character recalled for this round.',
    audience: 'the owner',
    payload: () =>
      z.object({
        memories: z
          .record(z.string(), z.array(recollection()))
          .describe('Memories by character id, best match first, as `{text, scene, round, score}`'),
        failed: z.string().optional().describe('Reason why recall failed. Absent if it succeeded'),
        inherited: z
          .int()
          .optional()
          .describe('First recall in a fork: number of memories copied from the source. Absent otherwise'),
      }),
  },
  'director.started': {
    about: 'The director was called.',
    payload: () => z.object({ pass: passField() }),
  },
  'director.cued': {
    about:
      'The first speaker starts while the director is still writing its plan ([details](direct.md#how-a-round-works)). The rest of the plan cannot change these decisions.',
    audience: 'the owner',
    payload: () =>
      z.object({
        pass: passField(),
        plan: directorPlan.describe('The plan so far, with only the first character that acts'),
      }),
  },
  'plan.proposed': {
    about:
      "With `settings.approvePlans`: the plan that needs the owner's approval ([details](direct.md#approving-plans)). No part of it has been played yet.",
    audience: 'the owner',
    payload: () =>
      z.object({
        plan: directorPlan.describe('The plan that the service would play, with every character that acts'),
      }),
  },
  'plan.approved': {
    about: 'The owner approved the plan of the round, which now continues.',
    audience: 'the owner',
    payload: () => z.object({ plan: directorPlan.describe("The plan, with the owner's changes") }),
  },
  'director.completed': {
    about:
      'The director answered, with guidance for every character. If `rung` is `unusable`, the built-in rule decided instead.',
    audience: 'the owner',
    payload: () =>
      z.object({
        pass: passField(),
        plan: z
          .union([directorPlan, directorReconciliation])
          .describe(
            'The answer as received, or the plan that the owner approved. All fields are null if it was unusable',
          ),
        ...answererFields(),
        rung: rungField(),
        audited: z.array(z.string()).describe('Decisions that the service made or overrode'),
      }),
  },
  'state.updated': {
    about: 'The director changed the state of characters. Stored before any character of this pass speaks.',
    audience: 'everyone; `intentions` are in a separate event for the owner',
    payload: () =>
      z.object({
        pass: passField(),
        updates: z
          .array(stateUpdate())
          .describe(
            'Changes as `{id, field, value}`; `field` is `location`, `mood`, `clothing`, `activity` or `intentions`',
          ),
      }),
  },
  'cast.entered': {
    about: 'A character (the actor) entered the scene.',
    payload: () => z.object({ pass: passField(), name: nameField() }),
  },
  'cast.exited': {
    about: 'A character (the actor) is leaving or left the scene.',
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        status: z.enum(['leaving', 'left']).describe('`leaving`: after one more line; `left`: immediately'),
      }),
  },
  'character.started': {
    about: 'A character (the actor) is about to speak.',
    payload: () => z.object({ pass: passField(), name: nameField() }),
  },
  'character.delta': {
    about:
      'The next part of a line that is still being written. Never stored ([details](#lines-still-being-written)).',
    payload: () => deltaMessage.shape.payload,
  },
  'character.spoke': {
    about: 'A character or the narrator (actor `narrator`) spoke.',
    audience: 'everyone; for a reply to a whisper, its participants',
    payload: () =>
      z.object({
        pass: z.int().describe(`${passField().description}; 0 for the opening line of the scene`),
        kind: z
          .string()
          .describe("One of the kinds in the profile's `mayEmit`; `narrate` for an opening by the narrator"),
        text: z.string().describe('Text of the line'),
        name: nameField(),
        ...answererFields(),
        provider: z
          .string()
          .describe(
            `${providerField().description}. \`author\` for an opening line, \`import\` for a model's line in an imported chat`,
          ),
        rung: optionalRungField(),
        exit: z.boolean().describe('True for the last line of a character that leaves'),
        extra: jsonObject.optional().describe('Additional fields of the profile. Absent if none'),
      }),
  },
  'character.thought': {
    about: "The private reasoning behind the actor's line. Not stored if `settings.thoughts` is false.",
    audience: 'the owner',
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        text: z.string().describe('The first 4,000 characters. The stored call has the full text'),
      }),
  },
  'character.skipped': {
    about: "The actor's answer was unusable. The round continues without it.",
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        reason: z.string().describe('Short reason'),
        ...answererFields(),
        rung: z.literal('unusable').describe('Always `unusable`'),
      }),
  },
  'line.edited': {
    about: 'A line was edited or regenerated. The actor is the speaker of the line.',
    audience: 'same as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('Seq of the line'),
        text: z.string().describe('New text'),
        by: z
          .enum(['owner', 'model'])
          .describe(
            '`owner`: the chosen alternative was edited; `model`: a new alternative was added and chosen',
          ),
        continues: z
          .literal(true)
          .optional()
          .describe('Model edits: true if the model extended the chosen alternative. Absent otherwise'),
        kind: z.string().optional().describe('Model edits: kind of the new line. Absent otherwise'),
        ...answererFields(),
        provider: z.string().optional().describe('Model edits: provider that answered. Absent otherwise'),
        rung: rung.optional().describe('Model edits: how the answer was obtained. Absent otherwise'),
      }),
  },
  'line.hidden': {
    about: 'The owner hid lines from prompts or deleted them. From now on, only the owner can read them.',
    audience: 'same as the line; for imported lines, the owner',
    payload: () =>
      z.object({
        seqs: z.array(z.int()).describe('Seqs of the lines'),
        deleted: z.literal(true).optional().describe('True if deleted. Absent if hidden from prompts'),
      }),
  },
  'line.shown': {
    about:
      'A hidden or deleted line was restored. The actor is the speaker. The payload repeats the line for readers who never received it.',
    audience: 'same as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('Seq of the line'),
        name: nameField(),
        text: z.string().describe('Current text'),
        kind: z.string().describe('Kind of the line, such as `say`'),
        round: z.int().optional().describe('Round of the line. Absent for an input'),
        ...answererFields(),
        provider: z.string().optional().describe("Provider that answered. Absent for people's lines"),
      }),
  },
  'line.chosen': {
    about: 'Another alternative of a line was chosen. The actor is the speaker of the line.',
    audience: 'same as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('Seq of the line'),
        index: z.int().describe('Index of the alternative; 0 is the original line'),
      }),
  },
  'draft.written': {
    about:
      'A model suggested a line for a player. It is not part of the conversation until the player sends it.',
    audience: 'the persona: `persona:<id>`',
    payload: () =>
      z.object({
        personaId: z.string().describe('Id of the persona'),
        text: z.string().describe('Suggested text'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'summary.written': {
    about: 'The conversation up to this point was summarized.',
    payload: () =>
      z.object({
        bullets: z.array(bullet()).describe('One sentence per round, as `{round, text, lines}`'),
        running: z.string().describe('Summary of the scene so far'),
        throughRound: z.int().describe('Last summarized round'),
        throughLine: z.int().optional().describe('Highest seq of the summarized lines. Absent if unknown'),
        messages: z.int().describe('Number of newly summarized messages'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'card.summarized': {
    about: 'Long card texts were shortened for the prompts of other characters.',
    audience: 'the owner',
    payload: () =>
      z.object({
        id: z.string().describe('Id of the character'),
        texts: z
          .array(
            z.object({
              field: z.enum(['description', 'personality', 'goals', 'secrets']),
              of: z.int().describe('Key of the original text'),
              text: z
                .string()
                .describe(
                  'Shortened text. Empty if no usable answer came; prompts then show the beginning of the original',
                ),
            }),
          )
          .describe('Shortened texts as `{field, of, text}`'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'world.updated': {
    about: 'The round changed world facts or trackers. Written at most once, at the end of the round.',
    payload: () =>
      z.object({
        world: z
          .array(factChange())
          .describe('Changed facts as `{key, value}`; a null value deletes the fact'),
        trackers: z
          .array(factChange())
          .describe('Changed trackers as `{key, value}`; a null value deletes the tracker'),
      }),
  },
  'memory.written': {
    rooms: 'both',
    about: 'Scenes: new memories of the characters from this round. Runs: a note about a place in the story.',
    audience: 'the owner; in a run, everyone',
    payload: () =>
      z.object({
        memories: z
          .array(
            z.object({
              character: z.string(),
              text: z.string(),
              lines: z.array(z.int()).exactOptional().describe('Seqs of its source lines'),
            }),
          )
          .optional()
          .describe('Scenes: memories as `{character, text, lines}`. Absent in runs'),
        id: z.string().optional().describe('Runs: id, `M<n>`. Absent in scenes'),
        place: z
          .int()
          .nullable()
          .optional()
          .describe('Runs: number of the place where the command was typed, or null. Absent in scenes'),
        placeName: z
          .string()
          .nullable()
          .optional()
          .describe('Runs: name of the place, or null. Absent in scenes'),
        category: memoryCategory()
          .optional()
          .describe(
            'Runs: `success`, `failure`, `discovery`, `danger`, `puzzle` or `note`. Absent in scenes',
          ),
        text: z.string().optional().describe('Runs: text of the memory. Absent in scenes'),
        episode: z.int().optional().describe('Runs: number of the episode. Absent in scenes'),
        corrects: z
          .array(z.string())
          .optional()
          .describe('Runs: ids of the memories it corrects. Absent in scenes'),
        story: z
          .string()
          .nullable()
          .optional()
          .describe(
            'Runs: hash of the story, if other runs of the story can use it; null if it stays in this run. Absent in scenes',
          ),
      }),
  },
  'game.dealt': {
    about: 'The words of a table game were dealt. The owner receives all words, each player only their own.',
    audience: 'the owner; `character:<id>` or `persona:<id>` of each player',
    payload: () =>
      z.object({
        words: wordPair()
          .optional()
          .describe("Owner only: the common word and the odd one out's word. Absent for players"),
        odd: z.string().optional().describe('Owner only: id of the odd one out. Absent for players'),
        dealt: z
          .record(z.string(), z.string())
          .optional()
          .describe('Owner only: words by player id. Absent for players'),
        people: z
          .array(z.string())
          .optional()
          .describe('Owner only: ids of the players that are personas. Absent for players'),
        word: z.string().optional().describe("The player's word. Absent for the owner"),
      }),
  },
  'judge.ruled': {
    about: 'The judge of a table game gave a ruling, or scored the scene for the owner.',
    audience: 'everyone if it ends a game, otherwise the owner',
    payload: () =>
      z.object({
        text: z.string().describe('The ruling'),
        winner: z.string().nullable().describe('Id of the winner. Null if there is none, or none yet'),
        scores: scores().describe('Scores from 0 to 10, by player id; of a scene, by criterion'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'round.audited': {
    about: '[The record of the round](internals.md#audit-record).',
    audience: 'the owner',
    payload: () =>
      z.object({
        passes: z.array(passRecord()).describe('Result of each director pass'),
        agents: z
          .array(agentRecord())
          .describe('Agents that were called, with prompt sizes and problems in their answers'),
        suggested: z
          .array(suggestedDelta())
          .describe("State changes found in the lines, as suggestions for the director's second pass"),
        memory: z
          .object({ recalled: z.record(z.string(), z.int()), written: z.int() })
          .describe('Number of recalled memories by character id, and of memories written'),
        summary: z
          .enum(['written', 'failed'])
          .nullable()
          .describe('`written`, `failed`, or null if no summary was due'),
        worldAgent: z.enum(['off', 'asked', 'failed']).describe('`off`, `asked` or `failed`'),
        notes: z
          .array(z.string())
          .describe('Decisions of the service, and failures that did not fail the round'),
      }),
  },
  'round.completed': {
    about: 'The round is complete.',
    payload: () =>
      z.object({
        actors: z.array(z.string()).describe('Ids of the characters that spoke'),
        skipped: z.array(z.string()).describe('Ids of the characters that were due to speak but could not'),
      }),
  },
  'round.failed': {
    about:
      'The round failed, for example because a model could not be reached (`model_unreachable`). It is not retried automatically. Everyone sees whether a model was unreachable; only the owner sees further details.',
    payload: () => z.object(failedFields()),
  },
  'round.cancelled': {
    about: 'The owner cancelled the round. Lines already written stay.',
    payload: () => z.object({ n: z.int().describe('Number of the round') }),
  },
  'round.rolledback': {
    about:
      'The events of this round from `fromSeq` on are undone: views omit them, the ledger keeps them. Caused by a retry that restarts the round, or by a rollback, which writes one event per undone round and a final one.',
    audience: 'everyone; for the final event of a rollback, the owner',
    payload: () =>
      z.object({
        fromSeq: z.int().describe('First undone seq'),
        attempt: z.int().optional().describe('Retries: the undone attempt. Absent for a rollback'),
        undone: z
          .tuple([z.int(), z.int()])
          .optional()
          .describe('Final event of a rollback: first and last undone round. Absent otherwise'),
        restored: beforeRound()
          .optional()
          .describe('With `undone`: the state before the first undone round. Absent otherwise'),
      }),
  },
});
