import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Connection,
  connect,
  type Draft,
  type Room,
  type RoomState,
  type Stage,
  type Typist,
} from '../../../packages/client/src/index';
import type { Event } from '../../../src/contract/events/events';
import { type PageProblem, type RoomAddress, stageOptions } from '../api/api';
import { readOr } from '../api/event';
import { useSeen } from './seen';

let client: Stage | undefined;
/** The client that follows rooms. Only pages of rooms import it: its code would be a fifth of the first page's. */
function stage(): Stage {
  client ??= connect(stageOptions());
  return client;
}

/** Events loaded at first. */
const WINDOW = 500;
const whole = (event: Event): Event => event;

export interface RoomView<R> extends Pick<Room<R>, 'loadEarlier' | 'reach' | 'leave' | 'refresh' | 'reload'> {
  /** Null while loading, and when `problem` is set. */
  room: R | null;
  problem: PageProblem | null;
  /** A stretch of the ledger without gaps, up to now. */
  events: readonly Event[];
  /** The visible stretch: `events`, or an old position that is not joined to them yet. */
  shown: readonly Event[];
  later: readonly Event[];
  /** Events of the last socket message; empty for loaded history. */
  fresh: readonly Event[];
  drafts: readonly Draft[];
  live: Connection;
  hasEarlier: boolean;
  typists: readonly Typist[];
  /** Notifies others that the person is typing; `false` after sending or leaving the field. */
  typing: (on: boolean, as?: string) => void;
}

/**
 * Follows a room with the client. `changesRoom` tells which events make the room worth reading again; `trim` cuts an event
 * down to the part to keep.
 */
export function useRoom<R extends { head: number }>(
  kind: RoomAddress['kind'],
  id: string,
  changesRoom: (event: Event) => boolean,
  trim: (event: Event) => Event = whole,
): RoomView<R> {
  const live = useMemo(() => {
    const options = {
      last: WINDOW,
      // The client's event types and the pages' are generated from one catalog; a test compares them.
      refreshes: (event: unknown) => changesRoom(event as Event),
      keep: <E>(event: E): E => readOr(event, () => trim(event as Event) as E),
    };
    return kind === 'scenes' ? stage().scene(id, options) : stage().run(id, options);
  }, [kind, id, changesRoom, trim]);
  const [, draw] = useState<unknown>(null);
  useEffect(() => {
    const stop = live.watch(() => draw(live.state));
    void live.open();
    return () => {
      stop();
      live.close();
    };
  }, [live]);
  const typing = useCallback(
    (on: boolean, as?: string) => {
      if ('typing' in live) live.typing(on, as);
    },
    [live],
  );
  const state = live.state as unknown as RoomState<R>;
  const { loadEarlier, reach, leave, refresh, reload } = live;
  useSeen(id, state.events.at(-1)?.seq ?? 0);
  return {
    ...state,
    room: state.room,
    events: state.events as readonly Event[],
    shown: state.shown as readonly Event[],
    later: state.later as readonly Event[],
    fresh: state.fresh as readonly Event[],
    live: state.connection,
    ...{ typing, loadEarlier, reach, leave, refresh, reload },
  };
}
