import { z } from 'zod';
import {
  addObjective,
  type CommandGiven,
  changeObjective,
  commandGiven,
  giveCommand as giveCommandBody,
  objectiveList,
  orderObjectives,
  restoreStory,
  saveStory,
} from '../contract/adventures';
import { advanceCommand, isTyped } from '../contract/events/fold/progress';
import { ok } from '../contract/problems';
import { run } from '../contract/runs';
import { type AnyAction, listActionsFor, type Wait } from '../room/actions';
import { type ActionRun, RUN_ACTIONS } from '../runs/actions';
import {
  decideAdd,
  decideChange,
  decideCommand,
  decideDrop,
  decideOrder,
  decideRestore,
  decideSave,
} from './people';
import { adventureView, objectivesView, queuedCommandView } from './reporting/views';
import type { AdventureState } from './state-types';

const adventureAction = listActionsFor<ActionRun<AdventureState>>();

const params = {
  objective: z
    .string()
    .regex(/^[ADP]\d{1,6}$/, 'use the id of an objective, such as A2')
    .describe('Id of the objective'),
};
const answer = { schema: objectiveList, about: 'All objectives' };

const COMMAND_WAIT: Wait<CommandGiven> = {
  byDefault: '1',
  about: 'Set to 0 to respond immediately; the result is the event `command.executed`',
  answers: { over: "The command was typed; `text` is the story's answer", stored: 'The command is stored' },
  begin: (state) => ({ after: state.seq, state }),
  advance: advanceCommand,
  waits: (state, event) => !isTyped(state, event),
  // Keeps waiting if the run was paused or failed before the command's turn.
  isOver: ({ turn, status }, ended) => ended && (turn !== null || status === 'finished'),
  isPointless: ({ mode }) => mode === 'suggest',
};

export const giveCommand = adventureAction({
  name: 'giveCommand',
  method: 'post',
  path: '/commands',
  who: 'key',
  summary: 'Type or suggest a command',
  description:
    "Text adventures only. `take` types the command instead of asking the adventurer; `suggest` shows it to the adventurer, who decides. With `wait=1`, the response includes the story's answer.",
  body: giveCommandBody,
  answer: { schema: commandGiven, about: '' },
  wait: COMMAND_WAIT,
  run: (room, { body }) => room.accept((state) => decideCommand(state, body), queuedCommandView),
});

/** In the order of the documents. */
export const PEOPLE_ACTIONS = [
  adventureAction({
    name: 'listObjectives',
    method: 'get',
    path: '/objectives',
    who: 'key',
    summary: 'List objectives',
    description: 'Text adventures only. Returns all objectives with their history, including ended ones.',
    answer: { schema: objectiveList, about: 'Active objectives first, in prompt order' },
    run: ({ state }) => ok(objectivesView(state)),
  }),
  adventureAction({
    name: 'addObjective',
    method: 'post',
    path: '/objectives',
    who: 'key',
    summary: 'Add an objective',
    description: 'Text adventures only. The adventurer sees it in its next prompt.',
    body: addObjective,
    answer: { ...answer, status: 201 },
    run: (room, { body }) => room.accept((state) => decideAdd(state, body), objectivesView),
  }),
  adventureAction({
    name: 'orderObjectives',
    method: 'put',
    path: '/objectives/order',
    who: 'key',
    summary: 'Reorder objectives',
    description:
      'Text adventures only. Prompts list active objectives in this order, and may omit those at the end.',
    body: orderObjectives,
    answer,
    run: (room, { body }) => room.accept((state) => decideOrder(state, body), objectivesView),
  }),
  adventureAction({
    name: 'changeObjective',
    method: 'patch',
    path: '/objectives/{objective}',
    who: 'key',
    summary: 'Update an objective',
    description:
      'Text adventures only. Changes the text, priority or parent of an active objective, or completes it. Omitted fields are unchanged.',
    params,
    body: changeObjective,
    answer,
    repeat: 'once',
    run: (room, { params, body }) =>
      room.accept((state) => decideChange(state, params.objective, body), objectivesView),
  }),
  adventureAction({
    name: 'dropObjective',
    method: 'delete',
    path: '/objectives/{objective}',
    who: 'key',
    summary: 'Drop an objective',
    description: 'Text adventures only. Prompts omit it from the next turn on. Its history stays.',
    params,
    answer,
    repeat: 'once',
    run: (room, { params }) => room.accept((state) => decideDrop(state, params.objective), objectivesView),
  }),
  giveCommand,
  adventureAction({
    name: 'saveStory',
    method: 'post',
    path: '/saves',
    who: 'key',
    summary: 'Save the game',
    description:
      'Text adventures only. Saves the current state of the story under a name, and replaces an existing save of that name.',
    body: saveStory,
    answer: { schema: run, about: 'The run' },
    repeat: 'safe',
    run: (room, { body }) => room.accept((state) => decideSave(state, body), adventureView),
  }),
  adventureAction({
    name: 'restoreStory',
    method: 'post',
    path: '/restore',
    who: 'key',
    summary: 'Restore a save or an earlier turn',
    description:
      'Text adventures only. Without a body, undoes the last move. Map, notes and objectives stay, and the ledger keeps everything.',
    body: restoreStory.default({}),
    answer: { schema: run, about: 'The run' },
    run: (room, { body }) =>
      room.accept(
        (state) => decideRestore(state, body ?? {}, (n) => room.ledger.roundEvents(n)),
        adventureView,
      ),
  }),
];

export const ADVENTURE_ACTIONS: readonly AnyAction<ActionRun<AdventureState>>[] = [
  ...RUN_ACTIONS,
  ...PEOPLE_ACTIONS,
];
