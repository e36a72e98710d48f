import { roundEnd } from '../../../src/contract/events/fold/progress';
import type { Calls } from './calls';
import { foldLines, type Line } from './lines';
import { createRoom, type Room, type RoomOptions, type RoomRequests } from './room';
import type { Event, Scene, SceneSeen, TurnAccepted, TurnInput } from './types';
import { createTyping } from './typing';

/** Options of a line. */
export interface SayOptions {
  /** Id of the persona that speaks. Not needed for a seat, which speaks as its own. */
  as?: string;
  /** Ids of addressed characters, which always answer. */
  to?: readonly string[];
  /** Resolve when the round has ended and its lines are in `lines`, or after two minutes. Opens the room. */
  wait?: boolean;
  /** Idempotency key: repeating it with the same key has no further effect. Default: a new one. */
  key?: string;
}

/** Result of a line. */
export interface SendResult extends TurnAccepted {
  /** With `wait`, the lines of the round in order; otherwise empty. */
  lines: readonly Line[];
}

/** A scene. A key sees all of it; a seat sees what its person can see. */
export interface SceneRoom extends Room<Scene | SceneSeen> {
  /** Current lines of the events in `state`. */
  readonly lines: readonly Line[];
  /** Sends a line. Resolves when it is stored, or with `wait` when it is answered. */
  say: (text: string, options?: SayOptions) => Promise<SendResult>;
  /** Whispers to the recipients in `to`: ids of characters, or `persona:<id>`. */
  whisper: (text: string, to: readonly string[], options?: Omit<SayOptions, 'to'>) => Promise<SendResult>;
  /** Continues the scene without a line. */
  continue: (options?: SayOptions) => Promise<SendResult>;
  /**
   * Sends a typing indicator: call it on every key press, and with false when the field loses focus. `as` is the id
   * of a persona, for a key.
   */
  typing: (on: boolean, as?: string) => void;
}

/** Kinds of events that change the response of `GET`. */
const CHANGES = /^(round|scene|state|world|cast|player|seat|autonomy|game|run)\./;

/** Maximum wait for the events of a completed round, if no socket can be opened. */
const EVENTS_WITHIN_MS = 30_000;

export function createScene(
  calls: Calls,
  requests: RoomRequests,
  id: string,
  options: RoomOptions,
): SceneRoom {
  const room = createRoom<Scene | SceneSeen>(requests, `/v1/scenes/${encodeURIComponent(id)}`, id, {
    refreshes: ({ kind }) => CHANGES.test(kind),
    ...options,
  });
  const tell = createTyping(room.send);
  let fold: { events: readonly Event[]; lines: readonly Line[] } = { events: [], lines: [] };
  const readLines = (): readonly Line[] => {
    const { events } = room.state;
    if (fold.events !== events) fold = { events, lines: foldLines(events) };
    return fold.lines;
  };
  /** Waits until the events of a completed turn have arrived, or no more events come. */
  const untilHeard = ({ inputSeq, round }: TurnAccepted): Promise<void> =>
    new Promise((done) => {
      const check = () => {
        const { events, connection } = room.state;
        const isHeard = events.some((event) =>
          round === null
            ? event.seq >= inputSeq
            : event.round === round && event.seq > inputSeq && roundEnd(event),
        );
        if (!isHeard && connection !== 'refused' && connection !== 'closed') return;
        clearTimeout(timer);
        stop();
        done();
      };
      const stop = room.watch(check);
      const timer = setTimeout(() => {
        stop();
        done();
      }, EVENTS_WITHIN_MS);
      check();
    });
  const take = async (body: TurnInput, { wait = false, key }: SayOptions): Promise<SendResult> => {
    // Open the scene first, so that listeners receive the events of this turn.
    await (wait ? room.open() : room.whenOpen());
    tell(false, 'personaId' in body ? body.personaId : undefined);
    const turn = await calls.POST('/v1/scenes/{id}/turns', {
      path: { id },
      query: { wait },
      body,
      ...(key === undefined ? {} : { key }),
    });
    if (!wait) return { ...turn, lines: [] };
    const { inputSeq, round, status } = turn;
    if (status !== 'queued' && status !== 'running') await untilHeard(turn);
    const lines = readLines().filter(
      (line) => line.seq === inputSeq || (round !== null && line.round === round),
    );
    return { ...turn, lines };
  };
  const speakerOf = ({ as }: SayOptions) => (as === undefined ? {} : { personaId: as });
  return {
    ...room,
    get state() {
      return room.state;
    },
    get lines() {
      return readLines();
    },
    say: (text, said = {}) =>
      take({ type: 'user', text, to: [...(said.to ?? [])], ...speakerOf(said) }, said),
    whisper: (text, to, said = {}) =>
      take({ type: 'user', text, to: [...to], whisper: true, ...speakerOf(said) }, said),
    continue: (said = {}) =>
      take({ type: 'continuation', to: [...(said.to ?? [])], ...speakerOf(said) }, said),
    typing: tell,
  };
}
