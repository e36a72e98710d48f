import { errorMessage } from '../../../src/base/error-message';
import { lazy } from '../../../src/base/memoize';
import { sleep } from '../../../src/base/sleep';
import { liveEvents } from '../../../src/contract/events/fold/undone';
import type { MemoryPort, WorldApi, WrittenMemory } from '../../../src/contract/memories';
import { roundOfLine } from '../../../src/scene/actions/lines';
import type { ActionScene } from '../../../src/scene/actions/scene-room';
import { memoryChange } from '../../../src/scene/memory-change';
import { inherit, reviseMemories } from '../../../src/scene/round/memories';
import { isUndone, type SceneState } from '../../../src/scene/state';
import type { LoadedRoom } from '../room/loaded-room';
import type { FollowUp, RoomCore } from '../room/room-core';
import { readAddress, readMeta, writeMeta } from '../room/schema';
import { worldStub } from '../stubs';
import { createMemoryPort, type SceneMemory } from './memory-port';

/** Key in `meta`: line changes up to this seq are reflected in the memories. */
const REVISED = 'memories_revised';
const REVISION_BATCH = 20;
/** Longest wait of a recall or list for changes that the world does not have yet. */
const CATCH_UP_MS = 2000;
/** Keys in `meta` of a restored scene: parts of the owner's memories that its world does not have yet, as JSON. */
const WRITTEN = 'memories_written/';
const WRITTEN_PART = 100;

/** Rows of `meta` for {@link SceneMemories}, which applies them once the scene is restored. */
export const writtenRows = (memories: readonly WrittenMemory[]): [key: string, value: string][] =>
  Array.from({ length: Math.ceil(memories.length / WRITTEN_PART) }, (_, part) => [
    `${WRITTEN}${String(part).padStart(6, '0')}`,
    JSON.stringify(memories.slice(part * WRITTEN_PART, (part + 1) * WRITTEN_PART)),
  ]);

/** True if the world does not have the newest changes of memories yet. */
const isUnsent = ({ state, outbox }: LoadedRoom<SceneState>): boolean => state.memoriesAt > outbox.followed;

function* unsentChanges({ state, ledger, outbox }: LoadedRoom<SceneState>) {
  for (const event of ledger.walk(outbox.followed + 1, state.memoriesAt)) {
    const change = memoryChange(event);
    if (change) yield { seq: event.seq, at: event.at, ...change };
  }
}

/** Stores a scene's memories in its world and updates them when lines change or are rolled back. */
export class SceneMemories {
  readonly #core: () => RoomCore<SceneState>;
  readonly #sql: SqlStorage;
  /** Of calls outside of rounds. */
  readonly #stub: (state: Pick<SceneState, 'memory'>) => WorldApi;
  readonly #world: SceneMemory;
  #mayHaveWritten = true;
  readonly port: MemoryPort;
  readonly followUp: FollowUp<SceneState> = {
    isDue: (room) =>
      isUnsent(room) || this.#listUnrevised(room.state).length > 0 || this.#nextWritten() !== null,
    run: async () => {
      await this.#send();
      await this.#restoreWritten();
      await this.#revise();
    },
  };

  /** @param core lazy, because the room's engine needs this object before the room exists */
  constructor(sql: SqlStorage, env: Env, core: () => RoomCore<SceneState>) {
    this.#core = core;
    this.#sql = sql;
    const tenant = lazy(() => readAddress(sql).tenant);
    this.#stub = ({ memory }) => worldStub(env, tenant(), memory.world);
    this.#world = createMemoryPort(env, tenant, (...asked) => core().embed(...asked));
    const recall: MemoryPort['recall'] = async (request) => {
      const forget = await this.#catchUp();
      const opening = core().open();
      // Memories must not quote lines that changed before this round.
      if (opening.ok && this.#listUnrevised(opening.value.state).length > 0)
        throw new Error('memories still tell words that were changed');
      return this.#world.recall({ ...request, forget });
    };
    this.port = { ...this.#world, recall };
  }

  actions(state: SceneState): ActionScene['memories'] {
    const { id, rounds, memory } = state;
    const world = () => this.#stub(state);
    return {
      list: async (query) => {
        const without = await this.#catchUp();
        return world().list({ ...query, scene: id, without });
      },
      add: (body) => world().add({ scene: id, round: rounds, lineage: memory.lineage }, body),
      change: (one, body) => world().change(one, id, body),
      remove: (one) => world().remove(one, id),
    };
  }

  /**
   * Waits a moment for the world to get all changes.
   *
   * @returns rounds whose memories it has yet to delete, as `[first, last]`
   */
  async #catchUp(): Promise<[number, number][]> {
    await Promise.race([this.#core().jobs.followUps.start(), sleep(CATCH_UP_MS)]);
    const opening = this.#core().open();
    return opening.ok ? [...unsentChanges(opening.value)].flatMap(({ forget }) => forget) : [];
  }

  /** The memories that the owner added, edited, pinned or deleted. */
  async *listWritten(state: SceneState): AsyncGenerator<WrittenMemory> {
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<WorldApi['listWritten']>> = await this.#stub(state).listWritten(
        state.id,
        after,
      );
      if (!page.ok) return;
      yield* page.value.items;
      after = page.value.next;
    }
  }

  /** Stores a restored scene's memories in the world. If it fails, the next round tries again. */
  async inherit(): Promise<void> {
    try {
      await (this.#nextWritten() ? this.#core().jobs.followUps.start() : this.#inherit());
    } catch (error) {
      console.warn(`restoring memories of a scene failed: ${errorMessage(error)}`);
    }
  }

  async #inherit(): Promise<void> {
    const opening = this.#core().open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    await inherit(state, () => liveEvents(ledger.walkBack()), this.#world, true);
  }

  #nextWritten(): { key: string; value: string } | null {
    if (!this.#mayHaveWritten) return null;
    const query = 'SELECT key, value FROM meta WHERE key >= ? AND key < ? ORDER BY key LIMIT 1';
    const [row] = this.#sql.exec<{ key: string; value: string }>(query, WRITTEN, `${WRITTEN}~`).toArray();
    this.#mayHaveWritten = row !== undefined;
    return row ?? null;
  }

  /** Applies the owner's memories of a restored scene to its inherited memories. Safe to repeat. */
  async #restoreWritten(): Promise<void> {
    const opening = this.#core().open();
    if (!opening.ok || this.#nextWritten() === null) return;
    const { state } = opening.value;
    await this.#inherit();
    for (let row = this.#nextWritten(); row !== null; row = this.#nextWritten()) {
      const scene = { scene: state.id, lineage: state.memory.lineage };
      const written = await this.#stub(state).restoreWritten(scene, JSON.parse(row.value));
      if (!written.ok) throw new Error(`memories were not restored: ${written.failure.code}`);
      this.#sql.exec('DELETE FROM meta WHERE key = ?', row.key);
    }
  }

  /** Sends the world the changes that it lacks, in order. Safe to repeat: it ignores those it has. */
  async #send(): Promise<void> {
    for (;;) {
      const opening = this.#core().open();
      if (!opening.ok || !isUnsent(opening.value)) return;
      const { state, outbox } = opening.value;
      for (const { seq, at, ...change } of unsentChanges(opening.value)) {
        await this.#core().probe('remember', 'before');
        await this.#world.remember({ ...state.memory, scene: state.id, seq, at, ...change });
        await this.#core().probe('remember', 'sent');
        outbox.follow(seq);
        await this.#core().probe('remember', 'after');
      }
    }
  }

  /**
   * Line changes that memories do not reflect yet, oldest first. Changes during an open round wait for its
   * end, which stores the round's memories.
   */
  #listUnrevised({ changed, open }: SceneState): SceneState['changed'] {
    if (changed.length === 0) return [];
    const revisedUpTo = Number(readMeta(this.#sql, REVISED) ?? '0');
    const start = open?.startSeq ?? Number.POSITIVE_INFINITY;
    return changed.filter(({ at }) => at > revisedUpTo && at < start);
  }

  /**
   * Rewrites memories of changed lines. Memories are built from the lines without a model. Safe to repeat.
   */
  async #revise(): Promise<void> {
    for (;;) {
      const opening = this.#core().open();
      // A revision before the memory itself would be lost.
      if (!opening.ok || isUnsent(opening.value)) return;
      const { state, ledger } = opening.value;
      const pendingChanges = this.#listUnrevised(state);
      const last = pendingChanges[REVISION_BATCH - 1] ?? pendingChanges.at(-1);
      if (!last) return;
      // A rollback changes several lines with one seq; keep them in one batch.
      const batch = pendingChanges.filter(({ at }) => at <= last.at);
      const rounds = new Set(batch.map(({ line }) => roundOfLine(ledger, line)));
      const memories = [...rounds].flatMap((round) =>
        round === null || isUndone(state, round)
          ? []
          : reviseMemories(state, ledger.roundEvents(round)).map((one) => ({ ...one, round })),
      );
      await this.#core().probe('revise', 'before');
      if (memories.length > 0)
        await this.#world.revise({ world: state.memory.world, scene: state.id, memories });
      await this.#core().probe('revise', 'sent');
      writeMeta(this.#sql, REVISED, String(last.at));
      await this.#core().probe('revise', 'after');
    }
  }
}
