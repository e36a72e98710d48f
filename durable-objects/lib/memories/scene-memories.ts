import { errorMessage } from '../../../src/base/error-message';
import { liveEvents } from '../../../src/contract/events/fold/undone';
import type { MemoryPort } from '../../../src/contract/memories';
import { roundOfLine } from '../../../src/scene/actions/lines';
import type { ActionScene } from '../../../src/scene/actions/scene-room';
import { inherit, reviseMemories } from '../../../src/scene/round/memories';
import { isUndone, type SceneState } from '../../../src/scene/state';
import type { FollowUp, RoomCore } from '../room/room-core';
import { readAddress, readMeta, writeMeta } from '../room/schema';
import { worldStub } from '../stubs';
import { makeMemoryPort, type SceneMemory } from './memory-port';

/** Key of the seq up to which changes of lines are in the memories of the world. */
const REVISED = 'memories_revised';
/** Changed lines whose memories are rewritten in one request. */
const REVISED_AT_ONCE = 20;

/** Keeps what the characters of one scene remember in its world, and follows lines that are changed or taken back. */
export class SceneMemories {
  readonly #core: () => RoomCore<SceneState>;
  readonly #sql: SqlStorage;
  readonly #env: Env;
  readonly #world: SceneMemory;
  /** The memory that rounds use. */
  readonly port: MemoryPort;
  readonly followUp: FollowUp<SceneState> = {
    isDue: (state) => this.#listUnrevised(state).length > 0,
    run: () => this.#revise(),
  };

  /** @param core asked when it is needed: the engine of the room gets its memory before there is one */
  constructor(sql: SqlStorage, env: Env, core: () => RoomCore<SceneState>) {
    this.#core = core;
    this.#sql = sql;
    this.#env = env;
    const tenant = () => readAddress(sql).tenant;
    this.#world = makeMemoryPort(env, tenant, (...asked) => core().embed(...asked));
    const recall: MemoryPort['recall'] = async (request) => {
      // Memories must not quote lines that changed before this round.
      await core().jobs.followUps.start();
      const opening = core().open();
      if (opening.ok && this.#listUnrevised(opening.value.state).length > 0)
        throw new Error('memories still tell words that were changed');
      return this.#world.recall(request);
    };
    this.port = { ...this.#world, recall };
  }

  /** The memories as the scene's actions read and change them. */
  actions({ id, forget, rounds, memory }: SceneState): ActionScene['memories'] {
    const world = () => worldStub(this.#env, readAddress(this.#sql).tenant, memory.world);
    return {
      // What was taken back is forgotten with the next round that is remembered.
      list: (query) => world().list({ ...query, scene: id, without: forget }),
      add: (body) => world().add({ scene: id, round: rounds, lineage: memory.lineage }, body),
      change: (one, body) => world().change(one, id, body),
      remove: (one) => world().remove(one, id),
    };
  }

  /** Gives the world what a restored scene remembers at once. If it fails, the next round tries again. */
  async inherit(): Promise<void> {
    const opening = this.#core().open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    try {
      await inherit(state, () => liveEvents(ledger.walkBack()), this.#world, true);
    } catch (error) {
      console.warn(`memories of a restored scene: ${errorMessage(error)}`);
    }
  }

  /**
   * Lists changes of lines that memories do not have yet, the oldest first. Those of an open round wait for its end, which
   * stores the memories of that round.
   */
  #listUnrevised({ changed, open }: SceneState): SceneState['changed'] {
    if (changed.length === 0) return [];
    const revisedUpTo = Number(readMeta(this.#sql, REVISED) ?? '0');
    const start = open?.startSeq ?? Number.POSITIVE_INFINITY;
    return changed.filter(({ at }) => at > revisedUpTo && at < start);
  }

  /**
   * Rewrites what the world remembers of lines that changed. Memories are texts of lines, so no model is asked. After a cut
   * it runs again, with the same result.
   */
  async #revise(): Promise<void> {
    for (;;) {
      const opening = this.#core().open();
      if (!opening.ok) return;
      const { state, ledger } = opening.value;
      const pendingChanges = this.#listUnrevised(state);
      const last = pendingChanges[REVISED_AT_ONCE - 1] ?? pendingChanges.at(-1);
      if (!last) return;
      // A rollback changes several at once, which stay together.
      const batch = pendingChanges.filter(({ at }) => at <= last.at);
      const rounds = new Set(batch.map(({ line }) => roundOfLine(ledger, line)));
      const memories = [...rounds].flatMap((round) =>
        round === null || isUndone(state, round)
          ? []
          : reviseMemories(state, ledger.ofRound(round)).map((one) => ({ ...one, round })),
      );
      await this.#core().probe('revise', 'before');
      if (memories.length > 0)
        await this.#world.revise({ world: state.memory.world, scene: state.id, memories });
      await this.#core().probe('revise', 'intent');
      writeMeta(this.#sql, REVISED, String(last.at));
      await this.#core().probe('revise', 'after');
    }
  }

  /** Makes the world forget what was taken back, for its other scenes too. If it fails, the next round does it. */
  async forget(): Promise<void> {
    const opening = this.#core().open();
    if (!opening.ok) return;
    const { id, memory, forget, rounds } = opening.value.state;
    if (forget.length === 0) return;
    await this.#world
      .remember({ ...memory, scene: id, round: rounds, forget, memories: [] })
      .catch((error: unknown) => console.warn('forget: will try again', String(error)));
  }
}
