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
  /** Answer when the round has ended, or after two minutes. */
  wait?: boolean;
  /** Makes it once: what is sent again under the same key is said once. Default: a new one. */
  key?: string;
}

/** A scene. A key sees all of it; a seat sees what its person may. */
export interface SceneRoom extends Room<Scene | SceneSeen> {
  /** Lists what was said, as it counts now, of the events in `state`. */
  readonly lines: readonly Line[];
  /** Says something aloud. The answer comes when it is stored. */
  say: (text: string, options?: SayOptions) => Promise<TurnAccepted>;
  /** Says something that only those in `to` hear: ids of characters, or `persona:<id>`. */
  whisper: (text: string, to: readonly string[], options?: Omit<SayOptions, 'to'>) => Promise<TurnAccepted>;
  /** Lets the scene go on without saying anything. */
  continue: (options?: SayOptions) => Promise<TurnAccepted>;
  /**
   * Tells the others that this person types: call it with every key that is pressed, and with false when the field is left.
   * `as` is the id of a persona, for a key.
   */
  typing: (on: boolean, as?: string) => void;
}

/** Kinds of events that change what `GET` answers. */
const CHANGES = /^(round|scene|state|world|cast|player|seat|autonomy|game|run)\./;

/** Makes the scene of that id. */
export function makeScene(calls: Calls, requests: RoomRequests, id: string, options: RoomOptions): SceneRoom {
  const room = makeRoom<Scene | SceneSeen>(requests, `/v1/scenes/${encodeURIComponent(id)}`, id, {
    refreshes: ({ kind }) => CHANGES.test(kind),
    ...options,
  });
  const tell = makeTyping(room.send);
  let fold: { events: readonly Event[]; lines: readonly Line[] } = { events: [], lines: [] };
  const take = async (body: TurnInput, { wait, key }: SayOptions): Promise<TurnAccepted> => {
    // Whoever follows the scene hears what comes of this: it is followed from before it on.
    await room.whenOpen();
    tell(false, 'personaId' in body ? body.personaId : undefined);
    return calls.POST('/v1/scenes/{id}/turns', {
      path: { id },
      query: { wait: wait ? '1' : '0' },
      body,
      ...(key === undefined ? {} : { key }),
    });
  };
  const speakerOf = ({ as }: SayOptions) => (as === undefined ? {} : { personaId: as });
  return {
    ...room,
    get state() {
      return room.state;
    },
    get lines() {
      const { events } = room.state;
      if (fold.events !== events) fold = { events, lines: foldLines(events) };
      return fold.lines;
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
