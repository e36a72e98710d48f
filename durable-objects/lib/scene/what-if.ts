import { sleep } from '../../../src/base/sleep';
import type { Receipt } from '../../../src/contract/access';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { liveEvents } from '../../../src/contract/events/fold/undone';
import type { MemoryPort } from '../../../src/contract/memories';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Branch, ScriptRound } from '../../../src/contract/what-if';
import type { ModelDefaults } from '../../../src/model/profiles';
import { resolveProfileChanges } from '../../../src/model/profiles';
import { fitsRow, ROW_LIMIT } from '../../../src/room/row-limit';
import type { Address, BranchRequest, ReplayPage, SceneApi } from '../../../src/room/rpc';
import type { StepContext } from '../../../src/room/step-context';
import { findForkPoint, forkPast } from '../../../src/scene/fork';
import { reduceScene } from '../../../src/scene/reduce';
import { changeEvents } from '../../../src/scene/setup/change';
import type { SceneState } from '../../../src/scene/state';
import { isOver } from '../../../src/scene/table/state';
import { changeLine } from '../../../src/scene/what-if/change';
import { digestLines, linesOfRound, moveReferences, writeScript } from '../../../src/scene/what-if/script';
import type { Bundle } from '../../../src/storage/bundles';
import { readPast } from '../room/fork';
import { Ledger } from '../room/ledger';
import type { LoadedRoom } from '../room/loaded-room';
import type { Replay, ReplayedCall, ReplayRound } from '../room/parts';
import type { RoomCore } from '../room/room-core';
import { readMeta } from '../room/schema';
import { roomStub } from '../stubs';

/**
 * Keys in `meta` of a branch: its source, the script of round `n`, and a stored answer of round `n`: intent and
 * result, one per line.
 */
const ORIGIN = 'replay';
const roundKey = (n: number): string => `${ORIGIN}/${n}`;
const answerKey = (n: number, step: string): string => `${roundKey(n)}/${step}`;

type Origin = Pick<BranchRequest, 'source' | 'salt'>;
type StoredRound = ScriptRound & Pick<ReplayPage, 'commits'>;

/** The source's side of a branch: one round for it to play again. */
export async function readReplayPage(
  { state, ledger }: LoadedRoom<SceneState>,
  bundle: (round: number) => Promise<Bundle | null>,
  { from, to, page, adopted }: { from: number; to: number; page: number; adopted: number },
): Promise<Result<ReplayPage>> {
  const eventsOf = (n: number) => ledger.roundEvents(n);
  let point = findForkPoint(state, Math.min(from - 1, state.rounds), eventsOf);
  for (let n = from - 2; !point.ok && n >= 0; n -= 1) point = findForkPoint(state, n, eventsOf);
  if (!point.ok) return point;
  const live: Event[] = [];
  for (const event of liveEvents(ledger.walkBack())) {
    if (event.seq <= point.value.seq) break;
    live.push(event);
  }
  const script = await writeScript(live.reverse(), from, to);
  if (!script.ok) return script;
  const [first] = script.value;
  const early = first?.inputs.some((input) => input <= point.value.seq) ?? false;
  if (early && first) {
    const detail = `round ${first.round} answers a line that was sent while the round before was played`;
    return fail({ code: 'conflict', detail, fix: 'Choose an earlier round as `from`.' });
  }
  if (first && first.start.seq <= adopted) {
    const detail = `round ${first.round} was copied from another scene, which has its calls`;
    const fix = 'Choose a later round as `from`, or ask the scene in `forkedFrom`.';
    return fail({ code: 'conflict', detail, fix });
  }
  const round = script.value[page];
  if (!round) {
    const detail = 'the scene changed while its rounds were copied';
    return fail({ code: 'conflict', detail, fix: 'Try again.' });
  }
  const { firstStep, seq } = round.start;
  const steps = (await bundle(round.round))?.steps ?? [];
  return ok({
    forkAt: point.value.round,
    to: script.value.at(-1)?.round ?? to,
    total: script.value.length,
    round,
    commits: [...ledger.commitsOfRound(round.round, seq).keys()],
    answers: steps
      .filter(({ n, status }) => n >= firstStep && status === 'done')
      .map(({ key, intent, result }) => ({
        step: key,
        intent: JSON.stringify(intent),
        result: JSON.stringify(result),
      })),
  });
}

/** Makes a room a branch of `source`: a fork with the changes, and the rounds that it plays again. */
export async function makeBranch(
  core: RoomCore<SceneState>,
  address: Address,
  { source, from, to, changes, salt }: BranchRequest,
  defaults: ModelDefaults,
  receipt: Receipt | null,
): Promise<Result<Branch>> {
  const stub = () => roomStub<SceneApi>(core.env, address.tenant, source);
  const first = await stub().replayPage(from, to, 0);
  if (!first.ok) return first;
  const pages = [first.value];
  while (pages.length < first.value.total) {
    const page = await stub().replayPage(from, first.value.to, pages.length);
    if (!page.ok) return page;
    pages.push(page.value);
  }
  const { forkAt } = first.value;
  const copied = await readPast((after) => stub().past(forkAt, after));
  if (!copied.ok) return copied;
  const { events } = copied.value;
  let state: SceneState | null = null;
  for (const [index, event] of events.entries()) {
    state = reduceScene(state, event);
    // Let other requests run: the past may have tens of thousands of events.
    if (index % 500 === 499) await sleep(0);
  }
  if (!state) throw new RangeError('the past is empty');
  const title = `${state.title} (what if${salt})`;
  const { past, first: fork } = forkPast(address.id, { past: events, later: [], round: forkAt }, { title });
  const { line, ...change } = changes;
  const changed = changeEvents(state, change, resolveProfileChanges(change.profiles ?? {}, defaults));
  if (!changed.ok) return changed;
  // The source recalled by its own settings, for its own cast.
  const recallsAnew = change.settings?.memory !== undefined || change.characters?.add !== undefined;
  const script = pages.map(({ round }) => (recallsAnew ? { ...round, recalled: null } : round));
  const rewritten = line ? changeLine(state, past, script, line) : ok({ edits: [], script });
  if (!rewritten.ok) return rewritten;
  const origin: Origin = { source, salt };
  const drafts = [...changed.value, ...rewritten.value.edits];
  const rounds = pages.map(({ commits }, index): [string, string] => [
    roundKey(forkAt + 1 + index),
    JSON.stringify({ ...rewritten.value.script[index], commits }),
  ]);
  // The first round is stored in one row with the changes.
  const firstRow = JSON.stringify(drafts) + (rounds[0]?.[1] ?? '');
  if (![firstRow, ...rounds.map(([, row]) => row)].every(fitsRow))
    return fail({ code: 'too_large', what: 'changes and lines of a round', limit: ROW_LIMIT });
  const answers = pages.flatMap((page, index) =>
    page.answers.map(({ step, intent, result }): [string, string] => [
      answerKey(forkAt + 1 + index, step),
      `${intent}\n${result}`,
    ]),
  );
  return core.createFrom(
    address,
    receipt,
    past,
    [...fork, ...drafts],
    ({ id, title }) => ({ id, title, from, to: first.value.to }),
    // A prompt and an answer that do not fit in one row are not reused.
    [[ORIGIN, JSON.stringify(origin)], ...rounds, ...answers.filter(([, value]) => fitsRow(value))],
  );
}

/** The branch's side: plays the rounds of its script before its own. */
export class SceneReplay implements Replay<SceneState> {
  readonly #core: () => RoomCore<SceneState>;
  readonly #sql: SqlStorage;
  #origin: Origin | null = null;
  readonly #rounds = new Map<number, StoredRound>();
  #forgotten = 0;

  /** @param core lazy, because the room's engine needs this object before the room exists */
  constructor(sql: SqlStorage, core: () => RoomCore<SceneState>) {
    this.#sql = sql;
    this.#core = core;
  }

  get salt(): string {
    return this.#readOrigin()?.salt ?? '';
  }

  next(state: SceneState): ReplayRound | null {
    if (state.open || state.failed || state.status === 'finished' || isOver(state)) return null;
    const n = state.rounds + 1;
    this.#forget(state);
    const round = this.#round(state, n);
    if (!round || !this.#isReplaying(state)) return null;
    const before: { seq: number; draft: EventDraft }[] = [];
    for (const event of round.before) {
      const moved = moveReferences(event, (seq) => {
        const position = before.findIndex((one) => one.seq === seq);
        return position < 0 ? this.#move(state, seq) : state.head + 1 + position;
      });
      if (moved) before.push({ seq: event.seq, draft: withoutSeq(moved, state.rounds) });
    }
    const inputs = round.inputs.map((seq) => before.findIndex((one) => one.seq === seq));
    // A line that this branch does not have cannot be regenerated.
    if (inputs.includes(-1)) return null;
    return {
      seed: round.seed,
      replays: { scene: this.#readOrigin()?.source ?? '', round: round.round },
      before: before.map(({ draft }) => draft),
      inputs,
      decisions: round.decisions.map((draft) => ({ ...draft, round: n })),
    };
  }

  call(n: number, step: string): ReplayedCall | null {
    const stored = readMeta(this.#sql, answerKey(n, step));
    if (stored === null) return null;
    const [intent = '', result = ''] = stored.split('\n');
    return { intent, result };
  }

  committed(n: number, step: string): boolean {
    const { state } = this.#core();
    return (state && this.#round(state, n)?.commits.includes(step)) ?? false;
  }

  /** Recalls the same memories as the source, as long as the characters have heard the same lines. */
  memory(ctx: StepContext<SceneState>, memory: MemoryPort): MemoryPort {
    const { open } = ctx.state;
    const recalled = open?.replays && this.#round(ctx.state, open.n)?.recalled;
    if (!recalled) return memory;
    const recall: MemoryPort['recall'] = async (request) => {
      const heard: Event[] = [];
      const copied = Number(readMeta(this.#sql, 'adopted') ?? '0');
      for (const event of ctx.past()) {
        if (event.seq <= copied) break;
        heard.push(event);
      }
      const isSame = (await digestLines(heard.reverse())) === recalled.heard;
      return isSame ? recalled.memories : memory.recall(request);
    };
    return { ...memory, recall };
  }

  /** The replay ends with the first round that was cancelled or undone, or that the source did not play. */
  #isReplaying({ rounds, forkedFrom }: SceneState): boolean {
    if (rounds === forkedFrom?.round) return true;
    const live = [...liveEvents(new Ledger(this.#sql).roundEvents(rounds).toReversed())];
    const start = live.find((event) => event.kind === 'round.started');
    return start?.payload.replays !== undefined && live.some(({ kind }) => kind === 'round.completed');
  }

  /** Deletes the answers of the finished round. */
  #forget(state: SceneState): void {
    const { rounds } = state;
    if (this.#forgotten === rounds || !this.#round(state, rounds)) return;
    const [first, last] = [answerKey(rounds, ''), answerKey(rounds, '~')];
    this.#sql.exec('DELETE FROM meta WHERE key >= ? AND key < ?', first, last);
    this.#forgotten = rounds;
  }

  /** Only forks can have rounds to replay, so other scenes need no query. */
  #round({ forkedFrom }: SceneState, n: number): StoredRound | null {
    if (!forkedFrom || !this.#readOrigin()) return null;
    const known = this.#rounds.get(n);
    if (known) return known;
    const stored = readMeta(this.#sql, roundKey(n));
    if (stored === null) return null;
    const round = JSON.parse(stored) as StoredRound;
    this.#rounds.set(n, round);
    return round;
  }

  #readOrigin(): Origin | null {
    const stored = this.#origin ? null : readMeta(this.#sql, ORIGIN);
    if (stored !== null) this.#origin = JSON.parse(stored) as Origin;
    return this.#origin;
  }

  /** The seq of the line at the same position in this branch; null if another character spoke there. */
  #move(state: SceneState, seq: number): number | null {
    if (seq <= Number(readMeta(this.#sql, 'adopted') ?? '0')) return seq;
    for (let n = state.rounds; n > (state.forkedFrom?.round ?? 0); n -= 1) {
      const source = this.#round(state, n)?.lines ?? [];
      const position = source.findIndex((line) => line.seq === seq);
      if (position < 0) continue;
      const live = [...liveEvents(new Ledger(this.#sql).roundEvents(n).toReversed())].reverse();
      const start = live.findLast((event) => event.kind === 'round.started');
      const line = linesOfRound(live, n, start?.payload.inputs ?? [])[position];
      return line?.actor === source[position]?.actor ? (line?.seq ?? null) : null;
    }
    return null;
  }
}

const withoutSeq = ({ seq: _seq, at: _at, round, ...event }: Event, rounds: number): EventDraft =>
  ({ ...event, ...(round !== undefined && { round: rounds }) }) as EventDraft;
