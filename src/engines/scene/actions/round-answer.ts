import { type TurnAccepted, turnAccepted } from '../../../api/rounds';
import type { Event } from '../../../events/events';
import { advanceTurn } from '../../../events/fold/progress';
import type { Wait } from '../../../room/actions';

const hasEnded = ({ status }: TurnAccepted): boolean => status !== 'queued' && status !== 'running';

/** Says whether inputs go on waiting: for the scene to be opened again, or for a failed round to be retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');

/** Waits for the end of the round that answers an input. */
export const ROUND_WAIT: Wait<TurnAccepted> = {
  byDefault: '0',
  about: '1: answer when the round has ended, or after two minutes',
  answers: {
    over: 'With wait=1: the round has ended',
    stored: 'It is stored, and its round is queued or running',
  },
  begin: ({ after, ...state }) => ({ after: after ?? state.inputSeq, state }),
  advance: advanceTurn,
  waits: ({ status }, event) => status === 'running' || (status === 'queued' && !isHeld(event)),
  isOver: hasEnded,
};
/** The answer of every action that a round follows. */
export const ROUND_ANSWER = { answer: { schema: turnAccepted, about: '' }, wait: ROUND_WAIT };
