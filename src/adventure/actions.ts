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
import { type AnyAction, actionsFor, type Wait } from '../room/actions';
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
import { adventureView, givenView, objectivesView } from './reporting/views';
import type { AdventureState } from './state-types';

const adventureAction = actionsFor<ActionRun<AdventureState>>();

const params = {
  objective: z
    .string()
    .regex(/^[ADP]\d{1,6}$/, 'use the id of an objective, e.g. A2')
    .describe('Id of the objective'),
};
const answer = { schema: objectiveList, about: 'All objectives' };

const COMMAND_WAIT: Wait<CommandGiven> = {
  byDefault: '1',
  about: '0: answer at once; `command.executed` tells what it led to',
  answers: { over: 'It was typed; `text` is what the story answered', stored: 'It is stored' },
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
  summary: 'Type the next command yourself, or suggest one',
  description:
    'Of text adventures. `take` types it in place of the adventurer; `suggest` tells the adventurer of it, who decides. With `wait=1` the answer comes with the text of the story.',
  body: giveCommandBody,
  answer: { schema: commandGiven, about: '' },
  wait: COMMAND_WAIT,
  run: (room, { body }) => room.accept((state) => decideCommand(state, body), givenView),
});

/** In the order of the documents. */
export const PEOPLE_ACTIONS = [
  adventureAction({
    name: 'listObjectives',
    method: 'get',
    path: '/objectives',
    who: 'key',
    summary: 'Objectives with their whole history',
    description: 'Of text adventures. Ended ones are listed too, with who ended them.',
    answer: { schema: objectiveList, about: 'Active ones first, as the prompt has them' },
    run: ({ state }) => ok(objectivesView(state)),
  }),
  adventureAction({
    name: 'addObjective',
    method: 'post',
    path: '/objectives',
    who: 'key',
    summary: 'Give the adventurer an objective',
    description: 'Of text adventures. It is in the prompt of the next turn.',
    body: addObjective,
    answer: { ...answer, status: 201 },
    run: (room, { body }) => room.accept((state) => decideAdd(state, body), objectivesView),
  }),
  adventureAction({
    name: 'orderObjectives',
    method: 'put',
    path: '/objectives/order',
    who: 'key',
    summary: 'Put active objectives in another order',
    description:
      'Of text adventures. The first ones are told first, and those at the end may be left out of a prompt.',
    body: orderObjectives,
    answer,
    run: (room, { body }) => room.accept((state) => decideOrder(state, body), objectivesView),
  }),
  adventureAction({
    name: 'changeObjective',
    method: 'patch',
    path: '/objectives/{objective}',
    who: 'key',
    summary: 'Reword an objective, move it, or say that it is done',
    description:
      'Of text adventures. Fields that are not sent stay. Only an active objective can be changed.',
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
    summary: 'Give an objective up; its history stays',
    description: 'Of text adventures. It leaves the prompt with the next turn.',
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
    summary: 'Name the place where the story stands',
    description: 'Of text adventures. A save of the same name is replaced.',
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
    summary: 'Take the story back: undo the last move, or go to a save or a turn',
    description:
      'Of text adventures. Without a body the last move is undone. The ledger keeps everything; map, notes and objectives stay as they are.',
    body: restoreStory.default({}),
    answer: { schema: run, about: 'The run' },
    run: (room, { body }) =>
      room.accept((state) => decideRestore(state, body ?? {}, (n) => room.ledger.ofRound(n)), adventureView),
  }),
];

export const ADVENTURE_ACTIONS: readonly AnyAction<ActionRun<AdventureState>>[] = [
  ...RUN_ACTIONS,
  ...PEOPLE_ACTIONS,
];
