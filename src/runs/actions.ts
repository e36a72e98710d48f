import { z } from 'zod';
import { digits } from '../contract/digits';
import type { Event } from '../contract/events/events';
import { runId } from '../contract/ids';
import { fail, ok, type Result } from '../contract/problems';
import {
  type AnyComparison,
  anyComparison,
  anyKnowledge,
  anyTurn,
  type RunControlled,
  runControlled,
} from '../contract/runs';
import { type ActionRoom, type ActionTool, actionsFor } from '../room/actions';
import { type Controlled, controlled, decideControl, resumed, type Verb } from './control';

export interface ActionRun<S extends Controlled = Controlled> extends ActionRoom<S> {
  showTurn(events: Event[]): z.output<typeof anyTurn>;
  showKnowledge(): z.output<typeof anyKnowledge>;
  /** `conflict` if the other run is of the other kind. */
  compareWith(run: string): Promise<Result<AnyComparison>>;
}

const runAction = actionsFor<ActionRun>();

/** Controls that let a run continue also retry its failed turn. */
function control(room: ActionRun, verb: Verb): Result<RunControlled> {
  const { failed } = room.state;
  return failed && (verb === 'resume' || verb === 'start' || verb === 'step')
    ? room.retry(failed.open.n, [resumed(verb === 'step' ? 1 : null)], controlled)
    : room.accept((state) => decideControl(state, verb), controlled);
}

const VERBS: Readonly<Record<Verb, { summary: string; description: string }>> = {
  start: {
    summary: 'Start the run',
    description: 'Turns follow one another until the game, a budget or a verb ends them.',
  },
  pause: {
    summary: 'Pause after the current turn',
    description: 'The turn that is being played ends first. `POST …/resume` goes on.',
  },
  resume: {
    summary: 'Go on; a failed turn is tried again',
    description: 'From a pause or a failed turn. Calls of that turn that were answered are not made again.',
  },
  stop: {
    summary: 'End the run after the current step; the report is made',
    description: 'The run is finished then, and takes nothing more. Stopping it again changes nothing.',
  },
  step: {
    summary: 'Play one turn, then pause',
    description: 'For watching a run turn by turn. A failed turn is tried again.',
  },
};

/** Tools by verb. Resuming uses the `start` tool. */
const VERB_TOOLS: Readonly<Partial<Record<Verb, Omit<ActionTool, 'args'>>>> = {
  start: {
    name: 'start_run',
    title: 'Let a run go on by itself',
    description:
      'Start a run, or let a paused one go on: its agent plays turn after turn until it has finished or its budget is ' +
      'spent. Answers at once; `watch_run` shows how it goes. `step_run` plays single turns instead.',
  },
  pause: {
    name: 'pause_run',
    title: 'Pause a run',
    description: 'Pause a run that goes on by itself; the turn that is being played is played to its end.',
  },
  stop: {
    name: 'stop_run',
    title: 'End a run',
    description: 'End a run for good. It cannot go on afterwards; its report and knowledge stay readable.',
  },
  step: {
    name: 'step_run',
    title: 'Play turns of a run',
    description:
      'Have the agent of a run play one turn, or several one after the other, and see what it did. The run is paused ' +
      'afterwards. Works on a run that was just made or is paused; a failed turn is tried again.',
  },
};

export const CONTROL_ACTIONS = (Object.keys(VERBS) as Verb[]).map((verb) =>
  runAction({
    ...(VERB_TOOLS[verb] && { tools: [{ ...VERB_TOOLS[verb], args: {} }] }),
    name: `${verb}Run`,
    method: 'post',
    path: `/${verb}`,
    who: 'key',
    ...VERBS[verb],
    answer: { schema: runControlled, about: 'Accepted; the events tell the rest', status: 202 },
    run: (room) => control(room, verb),
  }),
);

export const readTurn = runAction({
  name: 'readTurn',
  method: 'get',
  path: '/turns/{n}',
  who: 'key',
  summary: 'One turn: what was proposed, done and made of it',
  description:
    'For a grid game the action, its frames and what they taught; for a text adventure the command, the answer of the story and the words of the critic. The newest turn may still be being played.',
  params: { n: digits(z.int().positive()).describe('Number of the turn') },
  answer: { schema: anyTurn, about: 'The turn' },
  run: ({ state, ledger, showTurn }, { params: { n } }) =>
    n > state.rounds
      ? fail({ code: 'not_found', what: 'turn', id: String(n) })
      : ok(showTurn(ledger.ofRound(n))),
});

export const readKnowledge = runAction({
  name: 'readKnowledge',
  method: 'get',
  path: '/knowledge',
  who: 'key',
  summary: 'What the run has learnt so far',
  description:
    'For a grid game each action with its status, definition and evidence; for a text adventure its notes, places and objectives.',
  answer: { schema: anyKnowledge, about: 'The knowledge, with the evidence' },
  tools: [
    {
      name: 'read_knowledge',
      title: 'Read what a run has learnt',
      description:
        'What the agent of a run knows by now: of a grid game what each action does and how well that is proven, of a ' +
        'text adventure what it has noted and remembers.',
      args: {},
    },
  ],
  run: ({ showKnowledge }) => ok(showKnowledge()),
});

export const compareRuns = runAction({
  name: 'compareRuns',
  method: 'get',
  path: '/compare',
  who: 'key',
  summary: 'This run beside another of its kind: what each has reached or knows, and where they part',
  description:
    'Of two grid games: definitions side by side, and the first step at which the two did different things. Of two text adventures: scores, costs, places and objectives side by side, the score by moves, and the first move that differs. Runs of two games are compared as far as that makes sense. A grid game and a text adventure are not.',
  query: { with: runId.meta({ description: 'The other run' }) },
  answer: { schema: anyComparison, about: 'Both runs side by side' },
  run: (room, { query }) => room.compareWith(query.with),
});

export const RUN_ACTIONS = [...CONTROL_ACTIONS, readTurn, readKnowledge, compareRuns];
