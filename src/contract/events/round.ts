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
  eventsOf,
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

const nameField = () => z.string().describe('the name, for showing');
const passField = () => z.int().describe('pass of the director it belongs to, 1 or 2');

/** Events of a round of a scene, in the order in which it has them. */
export const ROUND_EVENTS = eventsOf('scene', {
  'round.started': {
    about: 'A round is being played, or played again.',
    payload: () => z.object(startedFields()),
  },
  'memory.recalled': {
    about: 'What every character remembers for this round.',
    audience: 'owner',
    payload: () =>
      z.object({
        memories: z
          .record(z.string(), z.array(recollection()))
          .describe('by id of a character, best first: `{text, scene, round, score}`'),
        failed: z.string().optional().describe('why nothing could be recalled; absent when it could'),
        inherited: z
          .int()
          .optional()
          .describe('once in a fork: how many memories it brought along with its copied past. Else absent'),
      }),
  },
  'director.started': {
    about: 'The director is asked.',
    payload: () => z.object({ pass: passField() }),
  },
  'director.cued': {
    about:
      'The first speaker begins, while the director still writes its plan ([how](direct.md#how-a-round-works)). What is settled here stays, whatever the whole plan says of it.',
    audience: 'owner',
    payload: () =>
      z.object({
        pass: passField(),
        plan: directorPlan.describe('the plan so far: of those who act the first alone'),
      }),
  },
  'director.completed': {
    about:
      "The director's answer. It holds guidance for every character. If its rung is `unusable`, the rule decided instead.",
    audience: 'owner',
    payload: () =>
      z.object({
        pass: passField(),
        plan: z
          .union([directorPlan, directorReconciliation])
          .describe('the answer, as it was given; nothing but nulls when none was usable'),
        ...answererFields(),
        rung: rungField(),
        audited: z.array(z.string()).describe('where the service decided in its place, or did not follow it'),
      }),
  },
  'state.updated': {
    about: 'What the director says of characters, stored before anyone speaks in this pass.',
    audience: 'everyone; of `intentions` the owner, in an event of its own',
    payload: () =>
      z.object({
        pass: passField(),
        updates: z
          .array(stateUpdate())
          .describe(
            '`{id, field, value}`; field is `location`, `mood`, `clothing`, `activity` or `intentions`',
          ),
      }),
  },
  'cast.entered': {
    about: 'The actor comes in.',
    payload: () => z.object({ pass: passField(), name: nameField() }),
  },
  'cast.exited': {
    about: 'The actor goes.',
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        status: z
          .enum(['leaving', 'left'])
          .describe('`leaving`: one more line to come; `left`: gone without another word'),
      }),
  },
  'character.started': {
    about: 'The actor is about to speak.',
    payload: () => z.object({ pass: passField(), name: nameField() }),
  },
  'character.delta': {
    about:
      'The next words of a line that is still being written. Never stored ([above](#lines-still-being-written)).',
    payload: () => deltaMessage.shape.payload,
  },
  'character.spoke': {
    about: 'A line, of a character or of the narrator (actor `narrator`).',
    audience: 'everyone; of an answer to a whisper those who whisper',
    payload: () =>
      z.object({
        pass: z.int().describe(`${passField().description}; 0 for the line the scene opens with`),
        kind: z.string().describe("within the profile's `mayEmit`; `narrate` for an opening by the narrator"),
        text: z.string().describe('the words'),
        name: nameField(),
        ...answererFields(),
        provider: z
          .string()
          .describe(
            `${providerField().description}; \`author\` for an opening, \`import\` for a line that a model wrote before it was imported`,
          ),
        rung: optionalRungField(),
        exit: z.boolean().describe('true for the last line of one that leaves'),
        extra: jsonObject.optional().describe("the profile's further fields; absent when there are none"),
      }),
  },
  'character.thought': {
    about: 'What the actor thought in private while it spoke. Not written with `settings.thoughts: false`.',
    audience: 'owner',
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        text: z.string().describe('at most 4,000 characters; the call has the whole'),
      }),
  },
  'character.skipped': {
    about: 'What the actor answered was not usable; the round goes on without it.',
    payload: () =>
      z.object({
        pass: passField(),
        name: nameField(),
        reason: z.string().describe('in a few words'),
        ...answererFields(),
        rung: z.literal('unusable').describe('always `unusable`'),
      }),
  },
  'line.edited': {
    about: 'A line says something else from now on. The actor is whose line it is.',
    audience: 'as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('of the line'),
        text: z.string().describe('its current text'),
        by: z
          .enum(['owner', 'model'])
          .describe('`owner`: other words for the chosen alternative; `model`: a new one, which is chosen'),
        continues: z
          .literal(true)
          .optional()
          .describe('by a model: the chosen alternative, gone on with; else absent'),
        kind: z.string().optional().describe('by a model: the kind of the new line; else absent'),
        ...answererFields(),
        provider: z.string().optional().describe('by a model: who answered; else absent'),
        rung: rung.optional().describe('by a model: how the answer was won; else absent'),
      }),
  },
  'line.hidden': {
    about: 'The owner hid lines from prompts, or deleted them. From now on the owner alone reads them.',
    audience: 'as the line; of an import the owner',
    payload: () =>
      z.object({
        seqs: z.array(z.int()).describe('of the lines'),
        deleted: z.literal(true).optional().describe('true: deleted; absent: hidden from prompts'),
      }),
  },
  'line.shown': {
    about:
      'A line that was hidden or deleted counts again. The actor is whose line it is; the payload has its words for ' +
      'readers who have never received it.',
    audience: 'as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('of the line'),
        name: nameField(),
        text: z.string().describe('its current text'),
        kind: z.string().describe('kind of the line, such as `say`'),
        round: z.int().optional().describe('round of the line; absent for an input'),
        ...answererFields(),
        provider: z.string().optional().describe('who answered; absent for people'),
      }),
  },
  'line.chosen': {
    about: 'Another alternative of a line counts from now on. The actor is whose line it is.',
    audience: 'as the line',
    payload: () =>
      z.object({
        seq: z.int().describe('of the line'),
        index: z.int().describe('of the alternative: 0 is the line as it was spoken first'),
      }),
  },
  'draft.written': {
    about: 'A line was drafted for a player, who may say it or not. It is no part of the conversation.',
    audience: 'the persona: `persona:<id>`',
    payload: () =>
      z.object({
        personaId: z.string().describe('for whom'),
        text: z.string().describe('the draft'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'summary.written': {
    about: 'Everything said up to here is summarised.',
    payload: () =>
      z.object({
        bullets: z.array(bullet()).describe('`{round, text, lines}`: a sentence for each round'),
        running: z.string().describe('the scene so far'),
        throughRound: z.int().describe('the last round that is in it'),
        throughLine: z
          .int()
          .optional()
          .describe('highest seq of the lines that are in it; absent: not known'),
        messages: z.int().describe('how many messages it took in'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'card.summarized': {
    about: 'Long texts of a card were shortened for the prompts of others.',
    audience: 'owner',
    payload: () =>
      z.object({
        id: z.string().describe('of the character'),
        texts: z
          .array(
            z.object({
              field: z.enum(['description', 'personality', 'goals', 'secrets']),
              of: z.int().describe('a key of the text that was shortened'),
              text: z.string().describe('empty: nothing usable came, and the beginning of the text is shown'),
            }),
          )
          .describe('`{field, of, text}`'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'world.updated': {
    about: 'What a round changed, once, when it closes.',
    payload: () =>
      z.object({
        world: z.array(factChange()).describe('facts, `{key, value}`; null clears'),
        trackers: z.array(factChange()).describe('trackers, `{key, value}`; null clears'),
      }),
  },
  'memory.written': {
    rooms: 'both',
    about:
      'What each character took in during the round; in a text adventure: one thing worth knowing at a place.',
    audience: 'owner; in a run everyone',
    payload: () =>
      z.object({
        memories: z
          .array(
            z.object({
              character: z.string(),
              text: z.string(),
              lines: z.array(z.int()).exactOptional().describe('seqs of the lines it was made from'),
            }),
          )
          .optional()
          .describe('in a scene: `{character, text, lines}`'),
        id: z.string().optional().describe('in a run: `M<n>`'),
        place: z
          .int()
          .nullable()
          .optional()
          .describe('in a run: number of the place where the command was given; null: nowhere in particular'),
        placeName: z.string().nullable().optional().describe('in a run: its name, or null'),
        category: memoryCategory()
          .optional()
          .describe('in a run: `success`, `failure`, `discovery`, `danger`, `puzzle` or `note`'),
        text: z.string().optional().describe('in a run: the memory text'),
        episode: z.int().optional().describe('in a run: number of the episode'),
        corrects: z.array(z.string()).optional().describe('in a run: ids of the memories it corrects'),
        story: z
          .string()
          .nullable()
          .optional()
          .describe('in a run: hash of the story whose other runs may use it; null: it stays in this run'),
      }),
  },
  'game.dealt': {
    about: 'The words of a table game: the whole deal for the owner, and for each player its own word.',
    audience: 'owner; `character:<id>` or `persona:<id>` of the player',
    payload: () =>
      z.object({
        words: wordPair().optional().describe("for the owner: everybody's word, and the odd one out's"),
        odd: z.string().optional().describe('for the owner: id of the odd one out'),
        dealt: z
          .record(z.string(), z.string())
          .optional()
          .describe('for the owner: word by id of the player'),
        people: z
          .array(z.string())
          .optional()
          .describe('for the owner: ids of the players that are personas'),
        word: z.string().optional().describe('for a player: its own word; that is all of its event'),
      }),
  },
  'judge.ruled': {
    about: 'What the judge of a table game says.',
    audience: 'everyone when it ends the game, else the owner',
    payload: () =>
      z.object({
        text: z.string().describe('the ruling'),
        winner: z.string().nullable().describe('id of a player; null: nobody, or not yet'),
        scores: scores().describe('0 to 10, by id of a player'),
        ...answererFields(),
        rung: rungField(),
      }),
  },
  'round.audited': {
    about: '[The record of the round](internals.md#audit-record).',
    audience: 'owner',
    payload: () =>
      z.object({
        passes: z.array(passRecord()).describe('what each pass of the director came to'),
        agents: z
          .array(agentRecord())
          .describe('the agents asked, the size of their prompts, and the problems in their answers'),
        suggested: z
          .array(suggestedDelta())
          .describe("changes read from the lines, for the director's second pass"),
        memory: z
          .object({ recalled: z.record(z.string(), z.int()), written: z.int() })
          .describe('memories recalled and written'),
        summary: z
          .enum(['written', 'failed'])
          .nullable()
          .describe('`written`, `failed`, or null when none was due'),
        worldAgent: z.enum(['off', 'asked', 'failed']).describe('`off`, `asked` or `failed`'),
        notes: z
          .array(z.string())
          .describe('where the service decided, and what failed without failing the round'),
      }),
  },
  'round.completed': {
    about: 'The round is over.',
    payload: () =>
      z.object({
        actors: z.array(z.string()).describe('ids of those who spoke'),
        skipped: z.array(z.string()).describe('ids of those who were to, and could not'),
      }),
  },
  'round.failed': {
    about:
      'The round ended without an end: a model could not be reached (`model_unreachable`), say. Nothing goes on by itself. ' +
      'Everyone is told whether a model was out of reach; what else there is to say, the owner alone.',
    payload: () => z.object(failedFields()),
  },
  'round.cancelled': {
    about: 'The owner cancelled it. What was said stays.',
    payload: () => z.object({ n: z.int().describe('its number') }),
  },
  'round.rolledback': {
    about:
      'What this round wrote from `fromSeq` on is undone: views leave it out, the ledger keeps it. By a retry that ' +
      'begins anew, or by hand; then there is one such event for each round that is undone, and a last one for all.',
    audience: 'everyone; the last of those by hand the owner',
    payload: () =>
      z.object({
        fromSeq: z.int().describe('from here on'),
        attempt: z.int().optional().describe('by a retry: the attempt that is undone; else absent'),
        undone: z
          .tuple([z.int(), z.int()])
          .optional()
          .describe(
            'by hand, in the last of the events, which is for the owner: first and last round that are undone; else absent',
          ),
        restored: beforeRound()
          .optional()
          .describe('with `undone`: everything that rounds change, as it was before the first of them'),
      }),
  },
});
