import type { LoadedRoom } from '../../durable-objects/lib/room/loaded-room';
import type { RoomParts } from '../../durable-objects/lib/room/parts';
import type { RoomState } from '../../src/room/room-state';

/**
 * The parts of an inactive room, for testing a single part.
 *
 * @param own the parts that it uses
 */
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

/** A loaded room for a single part, which always plays the open round. */
export const loadedRoom = <S extends RoomState>(
  own: { [Part in keyof LoadedRoom<S>]?: Partial<LoadedRoom<S>[Part]> } & Pick<LoadedRoom<S>, 'ledger'>,
) => ({ plays: () => true, fold: () => {}, ...own }) as unknown as LoadedRoom<S>;
