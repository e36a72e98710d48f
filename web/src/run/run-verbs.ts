import type { Run } from '../../../src/contract/runs';
import { termLabel } from '../words/terms';

export type Verb = 'start' | 'pause' | 'resume' | 'stop' | 'step';

const LABEL: Record<Verb, string> = {
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  step: 'One turn',
};
const OFFERED: Record<Run['status'], Verb[]> = {
  created: ['start', 'step', 'stop'],
  running: ['pause', 'stop'],
  paused: ['resume', 'step', 'stop'],
  failed: ['resume', 'stop'],
  finished: [],
};

/** Lists the actions that a run's status allows, with their labels, the likely first. A failed turn is tried again. */
export const offerVerbs = ({ status, failed }: Pick<Run, 'status' | 'failed'>): [Verb, string][] =>
  OFFERED[failed && status === 'paused' ? 'failed' : status].map((verb) => [
    verb,
    verb === 'resume' && failed ? `Retry turn ${failed.n}` : LABEL[verb],
  ]);

/** Formats the reason for a pause; null if not paused or unknown. */
export const describePause = ({ status, pauseReason }: Pick<Run, 'status' | 'pauseReason'>): string | null =>
  status === 'paused' && pauseReason ? `Paused: ${termLabel(pauseReason.replace(/\.$/, ''))}.` : null;
