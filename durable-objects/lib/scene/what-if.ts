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
import type { Address, BranchRequest, ReplayAnswer, ReplayScript, SceneApi } from '../../../src/room/rpc';
import type { StepContext } from '../../../src/room/step-context';
import { findCompleted, forkPast } from '../../../src/scene/fork';
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
import type { Replay, ReplayedCall, ReplayRound } from '../room/replay';
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

interface Origin extends Pick<BranchRequest, 'source' | 'salt'> {
  /** Rounds of the branch that are replayed. */
  first: number;
  last: number;
}

/** Events between yields to other requests: a scene may have tens of thousands. */
const BATCH = 500;

/** The source's side of a branch: the rounds to play again. */
export async function readScript(
  { state, ledger }: LoadedRoom<SceneState>,
  range: { from: number; to: number },
  adopted: number,
): Promise<Result<ReplayScript>> {
  const before = Math.min(range.from - 1, state.rounds);
  const point = findCompleted(state, before, (n) => ledger.roundEvents(n));
  const live: Event[] = [];
  const later: Event[] = [];
  let end = 0;
  for (const event of liveEvents(ledger.walkBack())) {
    if (event.seq <= point.seq) break;
    if (event.kind === 'round.completed' && (event.round ?? 0) <= range.to) end = Math.max(end, event.seq);
    (event.seq <= end ? live : later).push(event);
    if (event.seq % BATCH === 0) await sleep(0);
  }
  const commitsOf = (round: number, seq: number) => [...ledger.commitsOfRound(round, seq).keys()];
  const script = await writeScript({ live: live.reverse(), later: later.reverse() }, range, commitsOf);
  if (!script.ok) return script;
  const [first] = script.value;
  if (first?.inputs.some((input) => input <= point.seq)) {
    const detail = `round ${first.round} answers a line that was sent while the round before was played`;
    return fail({ code: 'conflict', detail, fix: 'Choose an earlier round as `from`.' });
  }
  if (first && first.start.seq <= adopted) {
    const detail = `round ${first.round} was copied from another scene, which has its calls`;
    const fix = 'Choose a later round as `from`, or ask the scene in `forkedFrom`.';
    return fail({ code: 'conflict', detail, fix });
  }
  return ok({ forkAt: point.round, rounds: script.value });
}

export const listAnswers = (bundle: Bundle | null, firstStep: number): ReplayAnswer[] =>
  (bundle?.steps ?? [])
    .filter(({ n, status }) => n >= firstStep && status === 'done')
    .map(({ key, intent, result }) => ({
      step: key,
      intent: JSON.stringify(intent),
      result: JSON.stringify(result),
    }));

/** Makes a room a branch of `source`: a fork with the changes, and the rounds that it plays again. */
export async function makeBranch(
  core: RoomCore<SceneState>,
  address: Address,
  { source, from, to, changes, salt }: BranchRequest,
  defaults: ModelDefaults,
  receipt: Receipt | null,
): Promise<Result<Branch>> {
  const stub = () => roomStub<SceneApi>(core.env, address.tenant, source);
  const read = await stub().replayScript(from, to);
  if (!read.ok) return read;
  const { forkAt, rounds } = read.value;
  const copied = await readPast((after) => stub().past(forkAt, after));
  if (!copied.ok) return copied;
  const { events } = copied.value;
  let state: SceneState | null = null;
  for (const [index, event] of events.entries()) {
    state = reduceScene(state, event);
    if (index % BATCH === 0) await sleep(0);
  }
  if (!state) throw new RangeError('the past is empty');
  const title = `${state.title} (what if${salt})`;
  const { past, first: fork } = forkPast(address.id, { past: events, later: [], round: forkAt }, { title });
  const { line, ...change } = changes;
  const changed = changeEvents(state, change, resolveProfileChanges(change.profiles ?? {}, defaults));
  if (!changed.ok) return changed;
  // The source recalled by its own settings, for its own cast.
  const recallsAnew = change.settings?.memory !== undefined || change.characters?.add !== undefined;
  const script = recallsAnew ? rounds.map((round) => ({ ...round, recalled: null })) : rounds;
  const rewritten = line ? changeLine(state, past, script, line) : ok({ edits: [], script });
  if (!rewritten.ok) return rewritten;
  const drafts = [...changed.value, ...rewritten.value.edits];
  const isReplaced = ({ kind, payload }: Event) =>
    (kind === 'line.edited' || kind === 'line.chosen') && payload.seq === line?.seq;
  const texts = rewritten.value.script.map(({ after = [], ...round }) =>
    JSON.stringify({ ...round, after: after.filter((event) => !isReplaced(event)) }),
  );
  // The events before the first round are stored in one row with the changes.
  if (![JSON.stringify(drafts) + (texts[0] ?? ''), ...texts].every(fitsRow))
    return fail({ code: 'too_large', what: 'changes and lines of a round', limit: ROW_LIMIT });
  const first = forkAt + 1;
  const origin: Origin = { source, salt, first, last: forkAt + rounds.length };
  const rows: [key: string, value: string][] = [[ORIGIN, JSON.stringify(origin)]];
  for (const [index, { round, start }] of rounds.entries()) {
    rows.push([roundKey(first + index), texts[index] ?? '']);
    for (const { step, intent, result } of await stub().replayAnswers(round, start.firstStep)) {
      const answer = `${intent}\n${result}`;
      // A prompt and an answer that do not fit in one row are not reused.
      if (fitsRow(answer)) rows.push([answerKey(first + index, step), answer]);
    }
  }
  return core.createFrom(
    address,
    receipt,
    past,
    [...fork, ...drafts],
    ({ id, title }) => ({ id, title, to: rounds.at(-1)?.round ?? from }),
    rows,
  );
}

/** The branch's side: plays the rounds of its script before its own. */
export class SceneReplay implements Replay<SceneState> {
  readonly #sql: SqlStorage;
  readonly #rounds = new Map<number, ScriptRound>();
  /** Null: the scene is no branch. Undefined: not read yet. */
  #origin: Origin | null | undefined;
  #forgotten = 0;
  /** True once the events after the last round are stored. */
  #isSettled = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get salt(): string {
    return this.#source()?.salt ?? '';
  }

  next(state: SceneState): ReplayRound | null {
    if (state.open || state.failed || state.status === 'finished' || isOver(state)) return null;
    const n = state.rounds + 1;
    this.#forget(state.rounds);
    const round = this.#round(n);
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
      replays: { scene: this.#source()?.source ?? '', round: round.round },
      before: before.map(({ draft }) => draft),
      inputs,
      decisions: round.decisions.map((draft) => ({ ...draft, round: n })),
    };
  }

  /** What people did to lines after the last of the rounds, once it is played. */
  due(state: SceneState): EventDraft[] {
    const { rounds, open, failed } = state;
    const after = this.#source()?.last === rounds ? (this.#round(rounds)?.after ?? []) : [];
    if (this.#isSettled || after.length === 0 || open || failed || !this.#isReplaying(state)) return [];
    const moved = after.flatMap((event) => moveReferences(event, (seq) => this.#move(state, seq)) ?? []);
    const ledger = new Ledger(this.#sql);
    const end = ledger.roundEvents(rounds).findLast(({ kind }) => kind === 'round.completed')?.seq ?? 0;
    const kinds = new Set(moved.map(({ kind }) => kind));
    this.#isSettled = moved.length === 0;
    for (const { kind } of ledger.walk(end + 1)) if (kinds.has(kind)) this.#isSettled = true;
    return this.#isSettled ? [] : moved.map((event) => withoutSeq(event, rounds));
  }

  call(n: number, step: string): ReplayedCall | null {
    const stored = readMeta(this.#sql, answerKey(n, step));
    if (stored === null) return null;
    const [intent = '', result = ''] = stored.split('\n');
    return { intent, result };
  }

  committed(n: number, step: string): boolean {
    return this.#round(n)?.commits.includes(step) ?? false;
  }

  /** Recalls the same memories as the source, as long as the characters have heard the same lines. */
  memory(ctx: StepContext<SceneState>, memory: MemoryPort): MemoryPort {
    const { open } = ctx.state;
    const recalled = open?.replays && this.#round(open.n)?.recalled;
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
  #isReplaying({ rounds }: SceneState): boolean {
    if (rounds + 1 === this.#source()?.first) return true;
    const live = [...liveEvents(new Ledger(this.#sql).roundEvents(rounds).toReversed())];
    const start = live.find((event) => event.kind === 'round.started');
    return start?.payload.replays !== undefined && live.some(({ kind }) => kind === 'round.completed');
  }

  /** Deletes the answers of a finished round. */
  #forget(n: number): void {
    if (this.#forgotten === n || !this.#round(n)) return;
    const [first, last] = [answerKey(n, ''), answerKey(n, '~')];
    this.#sql.exec('DELETE FROM meta WHERE key >= ? AND key < ?', first, last);
    this.#forgotten = n;
  }

  #round(n: number): ScriptRound | null {
    const origin = this.#source();
    if (!origin || n < origin.first || n > origin.last) return null;
    const round =
      this.#rounds.get(n) ?? (JSON.parse(readMeta(this.#sql, roundKey(n)) ?? 'null') as ScriptRound);
    this.#rounds.set(n, round);
    return round;
  }

  #source(): Origin | null {
    if (this.#origin === undefined)
      this.#origin = JSON.parse(readMeta(this.#sql, ORIGIN) ?? 'null') as Origin | null;
    return this.#origin;
  }

  /** The seq of the line at the same position in this branch; null if another character spoke there. */
  #move(state: SceneState, seq: number): number | null {
    if (seq <= Number(readMeta(this.#sql, 'adopted') ?? '0')) return seq;
    for (let n = state.rounds; n >= (this.#source()?.first ?? n + 1); n -= 1) {
      const source = this.#round(n)?.lines ?? [];
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
