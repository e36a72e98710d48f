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
import { type ActionRoom, type ActionTool, listActionsFor } from '../room/actions';
import { type ControlResult, controlResult, decideControl, resumeEvents, type Verb } from './control';

export interface ActionRun<S extends ControlResult = ControlResult> extends ActionRoom<S> {
  showTurn(events: Event[]): z.output<typeof anyTurn>;
  showKnowledge(): z.output<typeof anyKnowledge>;
  /** `conflict` if the other run is of the other kind. */
  compareWith(run: string): Promise<Result<AnyComparison>>;
}

const runAction = listActionsFor<ActionRun>();

/** Controls that let a run continue also retry its failed turn. */
function control(room: ActionRun, verb: Verb): Result<RunControlled> {
  const { failed } = room.state;
  return failed && (verb === 'resume' || verb === 'start' || verb === 'step')
    ? room.retry(failed.open.n, [resumeEvents(verb === 'step' ? 1 : null)], controlResult)
    : room.accept((state) => decideControl(state, verb), controlResult);
}

const VERBS: Readonly<Record<Verb, { summary: string; description: string }>> = {
  start: {
    summary: 'Start a run',
    description: 'Plays turns until the game ends, a budget is exhausted, or the run is paused or stopped.',
  },
  pause: {
    summary: 'Pause a run',
    description: 'Finishes the current turn first. Continue with `POST …/resume`.',
  },
  resume: {
    summary: 'Resume a run',
    description:
      'Continues a paused run, or retries a failed turn. Completed calls of that turn are not repeated.',
  },
  stop: {
    summary: 'Stop a run',
    description:
      'Ends the run after the current step and creates the report. A stopped run cannot be resumed. Safe to repeat.',
  },
  step: {
    summary: 'Play one turn',
    description: 'Plays one turn and pauses again, to watch a run turn by turn. Retries a failed turn.',
  },
};

/** Tools by verb. Resuming uses the `start` tool. */
const VERB_TOOLS: Readonly<Partial<Record<Verb, Omit<ActionTool, 'args'>>>> = {
  start: {
    name: 'start_run',
    title: 'Start or resume a run',
    description:
      'Start a run, or resume a paused one: its agent plays turns until it finishes or its budget is exhausted. Returns immediately; use `watch_run` to see its progress. Use `step_run` to play single turns instead.',
  },
  pause: {
    name: 'pause_run',
    title: 'Pause a run',
    description: 'Pause an active run after its current turn.',
  },
  stop: {
    name: 'stop_run',
    title: 'Stop a run',
    description: 'Stop a run for good. It cannot be resumed; its report and knowledge remain available.',
  },
  step: {
    name: 'step_run',
    title: 'Play turns of a run',
    description:
      'Play one or more turns of a run and see what its agent did. The run is paused afterwards. Works on a new or paused run; a failed turn is retried.',
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
    answer: { schema: runControlled, about: 'Accepted; see the events for the result', status: 202 },
    run: (room) => control(room, verb),
  }),
);

export const readTurn = runAction({
  name: 'readTurn',
  method: 'get',
  path: '/turns/{n}',
  who: 'key',
  summary: 'Get a turn',
  description:
    "Grid games: the action, its frames and the new knowledge. Text adventures: the command, the story's answer and the critic's ruling. The latest turn may still be in progress.",
  params: { n: digits(z.int().positive()).describe('Number of the turn') },
  answer: { schema: anyTurn, about: 'The turn' },
  run: ({ state, ledger, showTurn }, { params: { n } }) =>
    n > state.rounds
      ? fail({ code: 'not_found', what: 'turn', id: String(n) })
      : ok(showTurn(ledger.roundEvents(n))),
});

export const readKnowledge = runAction({
  name: 'readKnowledge',
  method: 'get',
  path: '/knowledge',
  who: 'key',
  summary: 'Get the knowledge of a run',
  description:
    'Grid games: each action with status, definition and evidence. Text adventures: knowledge, memories, and commands without effect or deadly ones by place.',
  answer: { schema: anyKnowledge, about: 'The knowledge, with the evidence' },
  tools: [
    {
      name: 'read_knowledge',
      title: 'Read the knowledge of a run',
      description:
        'Get what the agent of a run has learned: in a grid game, what each action does and how certain that is; in a text adventure, its knowledge and memories.',
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
  summary: 'Compare two runs',
  description:
    'Grid games: rules side by side, and the first step at which the runs differ. Text adventures: scores, costs, places and objectives side by side, scores by move, and the first move that differs. Runs of different games are compared as far as possible. Returns 409 for a grid game and a text adventure.',
  query: { with: runId.meta({ description: 'Id of the other run' }) },
  answer: { schema: anyComparison, about: 'The comparison' },
  run: (room, { query }) => room.compareWith(query.with),
});

export const RUN_ACTIONS = [...CONTROL_ACTIONS, readTurn, readKnowledge, compareRuns];
