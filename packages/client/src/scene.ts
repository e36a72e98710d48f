import { roundEnd } from '../../../src/contract/events/fold/progress';
import { foldLines, type Line } from './lines';
import type { Calls } from './requests';
import { makeRoom, type Room, type RoomOptions, type RoomRequests } from './room';
import type { Event, Scene, SceneSeen, TurnAccepted, TurnInput } from './types';
import { makeTyping } from './typing';

/** Says how something is said. */
export interface SayOptions {
  /** Id of the persona that speaks. A seat needs none: it speaks as its own. */
  as?: string;
  /** Ids of characters that are addressed; they answer whatever the director thinks. */
  to?: readonly string[];
  /** Resolve when the round has ended and its lines are in `lines`, or after two minutes. It opens the room. */
  wait?: boolean;
  /** Makes it once: what is sent again under the same key is said once. Default: a new one. */
  key?: string;
}

/** What came of something that was said. */
export interface Said extends TurnAccepted {
  /** With `wait`, the lines of the round, what was said first; else none. */
  lines: readonly Line[];
}

/** A scene. A key sees all of it; a seat sees what its person may. */
export interface SceneRoom extends Room<Scene | SceneSeen> {
  /** Lists what was said, as it counts now, of the events in `state`. */
  readonly lines: readonly Line[];
  /** Says something aloud. Resolves when it is stored, or with `wait` when it is answered. */
  say: (text: string, options?: SayOptions) => Promise<Said>;
  /** Says something that only those in `to` hear: ids of characters, or `persona:<id>`. */
  whisper: (text: string, to: readonly string[], options?: Omit<SayOptions, 'to'>) => Promise<Said>;
  /** Lets the scene go on without saying anything. */
  continue: (options?: SayOptions) => Promise<Said>;
  /**
   * Tells the others that this person types: call it with every key that is pressed, and with false when the field is left.
   * `as` is the id of a persona, for a key.
   */
  typing: (on: boolean, as?: string) => void;
}

/** Kinds of events that change what `GET` answers. */
const CHANGES = /^(round|scene|state|world|cast|player|seat|autonomy|game|run)\./;

/** Longest wait for the events of a round that is over, if no socket can be opened. */
const EVENTS_WITHIN_MS = 30_000;

/** Makes the scene of that id. */
export function makeScene(calls: Calls, requests: RoomRequests, id: string, options: RoomOptions): SceneRoom {
  const room = makeRoom<Scene | SceneSeen>(requests, `/v1/scenes/${encodeURIComponent(id)}`, id, {
    refreshes: ({ kind }) => CHANGES.test(kind),
    ...options,
  });
  const tell = makeTyping(room.send);
  let fold: { events: readonly Event[]; lines: readonly Line[] } = { events: [], lines: [] };
  const readLines = (): readonly Line[] => {
    const { events } = room.state;
    if (fold.events !== events) fold = { events, lines: foldLines(events) };
    return fold.lines;
  };
  /** Waits until the events of a turn that is over are here, or no more events come. */
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
  const take = async (body: TurnInput, { wait = false, key }: SayOptions): Promise<Said> => {
    // Whoever follows the scene hears what comes of this: it is followed from before it on.
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
