import { z } from 'zod';
import {
  ADVENTURE_ROLES,
  chroniclerAnswer,
  completionAnswer,
  discoveryAnswer,
  extractorAnswer,
  refinementAnswer,
  scholarAnswer,
} from '../adventure-agents';
import { episode } from '../adventures';
import { usage } from '../calls';
import {
  answererFields,
  eventsOf,
  exits,
  noteOfStory,
  objectiveEnder,
  objectiveSource,
  priority,
  providerField,
  rungField,
  story,
} from './shapes';

const answerFields = () => ({
  ...answererFields(),
  rung: rungField(),
  calls: z.int().describe('calls that the answer took'),
  usage: usage.describe('`promptTokens`, `completionTokens` of them'),
});
/** Fields of a ruling: by the critic, or by the machine, which asks nobody. */
const rulingFields = () => ({
  ...answerFields(),
  provider: providerField()
    .nullable()
    .describe(`${providerField().description}; null where the machine ruled`),
  rung: rungField().nullable().describe(`${rungField().description}; null where the machine ruled`),
});
const storyField = () =>
  story().describe(
    'the story where it stands: `snapshot`, `text` it printed, `upper` window, `awaits`, `stopped`, `notes`, `reading` (place, score and the highest one possible, moves, inventory, what is in sight, which readers say so and how sure that is)',
  );
const exitsField = () =>
  exits().describe(
    'ways out, tried and taken back: `{direction, to, text, deadly}`; null where nothing was tried or it is switched off',
  );
const placeField = () =>
  z.int().nullable().describe('where the player was before it: number of the place, or null');
const objectiveField = () =>
  z.string().describe('id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person');
const sharedField = () =>
  z.string().nullable().describe('hash of the story whose other runs may use it; null: it stays in this run');

/** Events of a run that plays a text adventure, in the order in which a turn has them. */
export const ADVENTURE_EVENTS = eventsOf('run', {
  'episode.started': {
    about: 'The story begins, or begins again.',
    payload: () =>
      z.object({
        n: z.int().describe('its number'),
        seed: z.string().describe('of its randomness'),
        story: storyField(),
        exits: exitsField(),
        notes: z.array(noteOfStory()).describe('what other runs of the story remember'),
        knowledge: z.string().nullable().describe('what is known of the story; null: nothing'),
      }),
  },
  'command.given': {
    about: 'A person suggests a command, or takes one over.',
    payload: () =>
      z.object({
        command: z.string().describe('what to type'),
        mode: z
          .enum(['suggest', 'take'])
          .describe('`suggest`: the adventurer is told of it; `take`: it is typed in the next turn'),
      }),
  },
  'story.saved': {
    about: 'A person saved the game, or typed `save` and the story saved itself.',
    payload: () =>
      z.object({
        name: z.string().describe('a later save of the same name takes its place'),
        turn: z.int().describe('the turn whose outcome is kept'),
      }),
  },
  'story.restored': {
    about: 'A person takes the story back to where it stood before. Map, notes and objectives stay.',
    payload: () =>
      z.object({
        to: z
          .int()
          .describe(
            'the turn whose outcome counts again; negative: the file that was restored behind that turn',
          ),
        save: z.string().nullable().describe('name of the save; null: an undo, a turn, or a file'),
        file: z
          .boolean()
          .optional()
          .describe(
            'absent: from a turn or a save of the run; true: from a Quetzal file, and `to` is the last turn before it',
          ),
        story: storyField(),
        exits: exitsField(),
      }),
  },
  'command.proposed': {
    about: 'What the adventurer answered.',
    payload: () =>
      z.object({
        step: z.string().describe('`adventurer:0`; `:1`, `:2` after a rejection'),
        thinking: z.string().describe('its reasoning'),
        action: z.string().describe('the action as it was answered'),
        commands: z.array(z.string()).describe('the commands it was cleaned to'),
        cleaned: z.array(z.string()).describe('what was changed or left out, in words'),
        newObjective: z
          .object({ text: z.string(), priority: priority(), parent: z.string().nullable() })
          .nullable()
          .describe('`{text, priority, parent}` it declares; null as a rule'),
        completeObjective: z
          .string()
          .nullable()
          .describe('what it says is done, by id or text; null as a rule'),
        faults: z
          .array(z.string())
          .describe('what in these two fields was left out or taken otherwise, and why; it is told so'),
        fallback: z.boolean().describe('true: nothing usable was answered, and `look` is typed instead'),
        ...answerFields(),
      }),
  },
  'critic.rejected': {
    about: 'A command was not sent; the adventurer is asked again. What it declared with it counts.',
    payload: () =>
      z.object({
        step: z.string().describe('step that ruled'),
        command: z.string().describe('the command'),
        by: z
          .enum(['machine', 'critic'])
          .describe("`machine`: by the story's own tree, without a model; `critic`: by its score"),
        score: z.number().nullable().describe('of the critic, −1…1; null where the machine ruled'),
        reason: z.string().describe('why'),
        override: z.null().describe('null here'),
        ...rulingFields(),
      }),
  },
  'critic.accepted': {
    about: 'The critic let a command pass, or was overruled.',
    payload: () =>
      z.object({
        step: z.string().describe('step that ruled'),
        command: z.string().describe('the command'),
        by: z.enum(['machine', 'critic']).describe('`critic`, or `machine`: it was the last try of the turn'),
        score: z
          .number()
          .nullable()
          .describe('of the critic, −1…1; null when nothing usable was answered, or the machine ruled'),
        reason: z.string().describe('why'),
        override: z
          .enum(['stuck', 'out_of_tries', 'no_answer'])
          .nullable()
          .describe(
            'why it passes although the score says no: `stuck`, `out_of_tries`, `no_answer`; null: it does not',
          ),
        ...rulingFields(),
      }),
  },
  'command.executed': {
    about: 'A command was typed, and what came of it.',
    payload: () =>
      z.object({
        episode: z.int().describe('number of the episode'),
        command: z.string().describe('what was typed'),
        by: z.enum(['adventurer', 'player']).describe('`adventurer` or `player`'),
        given: z.int().nullable().describe('seq of the `command.given` it answers; null for others'),
        thinking: z.string().nullable().describe('of the adventurer; null for a person'),
        from: placeField(),
        to: z.int().nullable().describe('where the player is after it'),
        effect: z
          .boolean()
          .describe(
            "whether it changed the story's world: text alone, clocks and what waiting changes too are no effect",
          ),
        moved: z.boolean().describe('whether the place changed'),
        died: z.boolean().describe('whether the player died of it'),
        story: storyField(),
        exits: exitsField(),
      }),
  },
  'agent.answered': {
    about: 'An agent behind the adventurer answered; what follows of it has events of its own.',
    payload: () =>
      z.object({
        step: z.string().describe('`extract`, `remember`, `complete`, `discover`, `refine` or `synthesize`'),
        role: z.enum(ADVENTURE_ROLES).describe('`extractor`, `chronicler`, `keeper` or `scholar`'),
        answer: z
          .union([
            extractorAnswer,
            chroniclerAnswer,
            completionAnswer,
            discoveryAnswer,
            refinementAnswer,
            scholarAnswer,
          ])
          .describe('the answer, as it was given'),
        ...answerFields(),
      }),
  },
  'objective.added': {
    about: 'A goal of several turns.',
    payload: () =>
      z.object({
        id: objectiveField(),
        text: z.string().describe('what is to be done'),
        source: objectiveSource().describe('`agent`, `discovered` or `player`'),
        priority: priority().describe('`high`, `normal` or `low`'),
        parent: z.string().nullable().describe('id of the objective it is a part of, or null'),
        place: z.string().nullable().describe('where it was declared, as `L<number>`, or null'),
      }),
  },
  'objective.completed': {
    about: 'It is done.',
    payload: () =>
      z.object({
        id: objectiveField(),
        by: objectiveEnder().describe('`adventurer`, `keeper`, `player` or `service`'),
        why: z.string().describe('what shows it'),
      }),
  },
  'objective.merged': {
    about: 'Several objectives became one.',
    payload: () =>
      z.object({
        into: z.string().describe('id of the one that stays'),
        from: z.array(z.string()).describe('ids of those that became part of it'),
        text: z.string().nullable().describe('its new wording; null: it stays'),
        why: z.string().describe('what was merged'),
      }),
  },
  'objective.dropped': {
    about: 'It is given up.',
    payload: () =>
      z.object({
        id: objectiveField(),
        by: objectiveEnder().describe('`keeper`, `player` or `service` (nothing happened to it for long)'),
        why: z.string().describe('why'),
      }),
  },
  'objective.changed': {
    about: 'A person reworded or moved it.',
    payload: () =>
      z.object({
        id: objectiveField(),
        text: z.string().nullable().describe('new wording; null: it stays'),
        priority: priority().nullable().describe('new priority; null: it stays'),
        parent: z
          .string()
          .nullable()
          .optional()
          .describe('new parent, null: none any more; absent: it stays'),
        order: z
          .array(z.string())
          .nullable()
          .describe('ids of all active objectives in their new order; null: it stays'),
      }),
  },
  'objective.refused': {
    about: 'One that was declared, or named as done, and not taken.',
    payload: () =>
      z.object({
        source: objectiveSource().describe('`agent`, `discovered` or `player`'),
        text: z.string().describe('what was declared, or the id that was named'),
        why: z
          .enum([
            'empty',
            'too_long',
            'vague',
            'no_place',
            'duplicate',
            'too_many',
            'unknown',
            'no_parent',
            'no_evidence',
          ])
          .describe(
            '`empty`, `too_long`, `vague`, `duplicate`, `too_many`; `no_place`: the objective was added, and names this place, which is not on the map; `unknown`: there is no such active objective; `no_parent`: ' +
              'the same of a parent, without which the objective was added; `no_evidence`: it was named as done, and nothing that the story showed speaks for it',
          ),
        of: z
          .string()
          .nullable()
          .describe(
            'the objective it repeats, that was added without its parent, or was not completed; null for others',
          ),
      }),
  },
  'stuck.warned': {
    about: 'Nothing goes forward; the adventurer is told.',
    payload: () =>
      z.object({
        kind: z
          .enum(['oscillation', 'same_place', 'no_progress'])
          .describe('`oscillation`, `same_place` or `no_progress`'),
        turns: z.int().describe('for how many turns'),
        message: z.string().describe('what the adventurer is told'),
      }),
  },
  'knowledge.written': {
    about: 'What is known of the story, whole, for later turns and later episodes.',
    payload: () =>
      z.object({
        text: z.string().describe('the knowledge'),
        reason: z.enum(['interval', 'episode']).describe('`interval` or `episode`: at its end'),
        episode: z.int().describe('number of the episode'),
        story: sharedField(),
      }),
  },
  'episode.completed': {
    about: 'The story ended, or nothing went forward any more.',
    payload: () =>
      z.object({
        n: z.int().describe('its number'),
        end: episode.shape.end
          .unwrap()
          .describe('`won`, `died`, `quit`, `error`, `stuck`, `turns` or `stopped`'),
        turns: z.int().describe('turns it took'),
        why: z.string().optional().describe('fault that stopped the story; absent unless `end` is `error`'),
        deaths: z.int().describe('deaths in it; some stories bring the player back'),
        score: z.int().nullable().describe('score at the end, or null'),
        best: z.int().nullable().describe('highest score in it, or null'),
        maximum: z
          .int()
          .optional()
          .describe('highest score possible, as the story says; absent: it does not'),
      }),
  },
});
