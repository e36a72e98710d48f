import type { LoadedRoom } from '../../durable-objects/lib/room/loaded-room';
import type { RoomParts } from '../../durable-objects/lib/room/parts';
import type { RoomState } from '../../src/room/room-state';

/** The parts of a room that does nothing, for one part that is tried alone. @param own what that part makes use of */
export const roomParts = <S extends RoomState>(
  storage: DurableObjectStorage,
  own: { [Part in keyof RoomParts<S>]?: Partial<RoomParts<S>[Part]> } = {},
) =>
  ({
    ctx: { storage },
    sockets: { broadcast: () => {}, broadcastTransient: () => {} },
    jobs: { settling: { startIfDue: () => {} } },
    probe: async () => {},
    ...own,
  }) as unknown as RoomParts<S>;

/** A room that is awake as a part needs it, which always plays what is open. */
export const loadedRoom = <S extends RoomState>(
  own: { [Part in keyof LoadedRoom<S>]?: Partial<LoadedRoom<S>[Part]> } & Pick<LoadedRoom<S>, 'ledger'>,
) => ({ plays: () => true, fold: () => {}, ...own }) as unknown as LoadedRoom<S>;
