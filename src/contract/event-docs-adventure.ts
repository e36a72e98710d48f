import { type EventDoc, PROVIDER, RUNG } from './event-doc';
import type { EventKind } from './events';

const ANSWERED = {
  provider: PROVIDER,
  calls: 'calls that the answer took',
  usage: '`promptTokens`, `completionTokens` of them',
};
const STORY =
  'the story where it stands: `snapshot`, `text` it printed, `upper` window, `awaits`, `stopped`, `notes`, `reading` (place, score, moves, inventory, what is there, and how sure that is)';
const EXITS =
  'ways out, tried and taken back: `{direction, to, text, deadly}`; null where nothing was tried or it is switched off';
const PLACE = 'where the player was before it: number of the place, or null';
const OBJECTIVE = 'id of the objective: `A…` of the adventurer, `D…` discovered, `P…` of a person';
const SHARED = 'hash of the story whose other runs may use it; null: it stays in this run';

/** Events of a run that plays a text adventure, in the order in which a turn has them. */
export const ADVENTURE_EVENT_DOCS = {
  'episode.started': {
    rooms: 'run',
    about: 'The story begins, or begins again.',
    payload: {
      n: 'its number',
      seed: 'of its randomness',
      story: STORY,
      exits: EXITS,
      notes: 'what other runs of the story remember',
      knowledge: 'what is known of the story; null: nothing',
    },
  },
  'command.given': {
    rooms: 'run',
    about: 'A person suggests a command, or takes one over.',
    payload: {
      command: 'what to type',
      mode: '`suggest`: the adventurer is told of it; `take`: it is typed in the next turn',
    },
  },
  'command.proposed': {
    rooms: 'run',
    about: 'What the adventurer answered.',
    payload: {
      step: '`adventurer:0`; `:1`, `:2` after a rejection',
      thinking: 'its reasoning',
      action: 'the action as it was answered',
      commands: 'the commands it was cleaned to',
      cleaned: 'what was changed or left out, in words',
      newObjective: '`{text, priority, parent}` it declares; null as a rule',
      completeObjective: 'id it says is done; null as a rule',
      fallback: 'true: nothing usable was answered, and `look` is typed instead',
      ...ANSWERED,
      rung: RUNG,
    },
  },
  'critic.rejected': {
    rooms: 'run',
    about:
      'A command was not sent, and the objective that came with it not taken; the adventurer is asked again.',
    payload: {
      step: 'step that ruled',
      command: 'the command',
      by: "`machine`: by the story's own tree, without a model; `critic`: by its score",
      score: 'of the critic, −1…1; null where the machine ruled',
      reason: 'why',
      override: 'null here',
      ...ANSWERED,
      rung: RUNG,
    },
  },
  'critic.accepted': {
    rooms: 'run',
    about: 'The critic let a command pass, or was overruled.',
    payload: {
      step: 'step that ruled',
      command: 'the command',
      by: '`critic`, or `machine`: it was the last try of the turn',
      score: 'of the critic, −1…1; null when nothing usable was answered, or the machine ruled',
      reason: 'why',
      override:
        'why it passes although the score says no: `stuck`, `out_of_tries`, `no_answer`; null: it does not',
      ...ANSWERED,
      rung: RUNG,
    },
  },
  'command.executed': {
    rooms: 'run',
    about: 'A command was typed, and what came of it.',
    payload: {
      episode: 'number of the episode',
      command: 'what was typed',
      by: '`adventurer` or `player`',
      given: 'seq of the `command.given` it answers; null for others',
      thinking: 'of the adventurer; null for a person',
      from: PLACE,
      to: 'where the player is after it',
      effect:
        "whether it changed the story's world: text alone, clocks and what waiting changes too are no effect",
      moved: 'whether the place changed',
      died: 'whether the player died of it',
      story: STORY,
      exits: EXITS,
    },
  },
  'agent.answered': {
    rooms: 'run',
    about: 'An agent behind the adventurer answered; what follows of it has events of its own.',
    payload: {
      step: '`extract`, `remember`, `complete`, `discover`, `refine` or `synthesize`',
      role: '`extractor`, `chronicler`, `keeper` or `scholar`',
      answer: 'the answer, as it was given',
      ...ANSWERED,
      rung: RUNG,
    },
  },
  'objective.added': {
    rooms: 'run',
    about: 'A goal of several turns.',
    payload: {
      id: OBJECTIVE,
      text: 'what is to be done',
      source: '`agent`, `discovered` or `player`',
      priority: '`high`, `normal` or `low`',
      parent: 'id of the objective it is a part of, or null',
      place: 'where it was declared, as `L<number>`, or null',
    },
  },
  'objective.completed': {
    rooms: 'run',
    about: 'It is done.',
    payload: {
      id: OBJECTIVE,
      by: '`adventurer`, `keeper`, `player` or `service`',
      why: 'what shows it',
    },
  },
  'objective.merged': {
    rooms: 'run',
    about: 'Several objectives became one.',
    payload: {
      into: 'id of the one that stays',
      from: 'ids of those that became part of it',
      text: 'its new wording; null: it stays',
      why: 'what was merged',
    },
  },
  'objective.dropped': {
    rooms: 'run',
    about: 'It is given up.',
    payload: {
      id: OBJECTIVE,
      by: '`keeper`, `player` or `service` (nothing happened to it for long)',
      why: 'why',
    },
  },
  'objective.changed': {
    rooms: 'run',
    about: 'A person reworded or moved it.',
    payload: {
      id: OBJECTIVE,
      text: 'new wording; null: it stays',
      priority: 'new priority; null: it stays',
      parent: 'new parent, null: none any more; absent: it stays',
      order: 'ids of all active objectives in their new order; null: it stays',
    },
  },
  'objective.refused': {
    rooms: 'run',
    about: 'One that was declared, or named as done, and not taken.',
    payload: {
      source: '`agent`, `discovered` or `player`',
      text: 'what was declared, or the id that was named',
      why: '`empty`, `too_long`, `vague`, `duplicate`, `too_many`; `unknown`: there is no such active objective',
      of: 'the objective it repeats; null for others',
    },
  },
  'stuck.warned': {
    rooms: 'run',
    about: 'Nothing goes forward; the adventurer is told.',
    payload: {
      kind: '`oscillation`, `camping` or `no_progress`',
      turns: 'for how many turns',
      message: 'what the adventurer is told',
    },
  },
  'knowledge.written': {
    rooms: 'run',
    about: 'What is known of the story, whole, for later turns and later episodes.',
    payload: {
      text: 'the knowledge',
      reason: '`interval` or `episode`: at its end',
      episode: 'number of the episode',
      story: SHARED,
    },
  },
  'episode.completed': {
    rooms: 'run',
    about: 'The story ended, or nothing went forward any more.',
    payload: {
      n: 'its number',
      end: '`won`, `died`, `quit`, `error`, `stuck`, `turns` or `stopped`',
      turns: 'turns it took',
      deaths: 'deaths in it; some stories bring the player back',
      score: 'score at the end, or null',
      best: 'highest score in it, or null',
    },
  },
} as const satisfies { [K in EventKind]?: EventDoc };
