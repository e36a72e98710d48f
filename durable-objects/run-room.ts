import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { EventDraft } from '../src/contract/events';
import { type JsonObject, toJsonObject } from '../src/contract/json';
import { fail, ok, type Result } from '../src/contract/problems';
import type { Address, ExportFile, RunApi } from '../src/contract/rooms';
import type {
  ChangeRun,
  CreateRun,
  Knowledge,
  Report,
  Run,
  RunControlled,
  TurnView,
} from '../src/contract/runs';
import { exportRun } from '../src/explore/export';
import { reportMarkdown } from '../src/explore/report';
import { type RunState, reduceRun, runCreated, wantsTurn } from '../src/explore/state';
import { playTurn, TURN_STEPS } from '../src/explore/turn';
import { knowledgeView, runView, turnView } from '../src/explore/views';
import { GAMES } from '../src/games/catalog';
import { callRecord } from '../src/logs/call-record';
import { checkProfiles, resolveProfile } from '../src/model/profiles';
import type { RoomEngine } from './lib/engine';
import { invalid, Room } from './lib/room';

type Verb = 'start' | 'pause' | 'resume' | 'stop' | 'step';

const engine: RoomEngine<RunState> = {
  kind: 'run',
  unit: 'turn',
  stepNames: TURN_STEPS,
  rollsBack: false,
  reduce: reduceRun,
  stateVersion: 1,
  next: (state) => (wantsTurn(state) ? [] : null),
  seed: (state) => state.config.seed,
  status: (state) => (state.failed ? 'failed' : state.status),
  play: (stage) => playTurn(stage, GAMES),
};

/** A run: one agent in one game, and its turns. */
export class RunRoom extends Room<RunState> implements RunApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, engine);
  }

  async create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<Run>> {
    const game = Object.hasOwn(GAMES, body.game) ? GAMES[body.game] : undefined;
    if (!game) {
      const known = Object.keys(GAMES).join(', ');
      return fail({
        code: 'invalid',
        errors: [{ pointer: '/game', message: `there is no game "${body.game}"; there is ${known}` }],
      });
    }
    const errors = checkProfiles(body.profiles, []);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const defaults = readConfig(this.env).model;
    const profiles = {
      explorer: resolveProfile(body.profiles?.explorer, defaults),
      analyst: resolveProfile(body.profiles?.analyst, defaults),
    };
    const title = body.title ?? game.info.title;
    const created = runCreated({ id: address.id, title, body, profiles, seed: body.seed ?? address.id });
    const drafts: EventDraft[] = body.start
      ? [created, { kind: 'run.started', actor: 'system', payload: { steps: null } }]
      : [created];
    return this.core.create(address, receipt, () => ok(drafts), runView);
  }

  async read(): Promise<Result<Run>> {
    return this.#view(runView);
  }

  async change(body: ChangeRun): Promise<Result<Run>> {
    const decide = (): Result<EventDraft[]> =>
      ok([{ kind: 'run.changed', actor: 'system', payload: toJsonObject(body) }]);
    return this.core.accept(null, decide, runView);
  }

  async control(verb: Verb, receipt: Receipt | null): Promise<Result<RunControlled>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { failed } = opened.value.state;
    if (failed && (verb === 'resume' || verb === 'start' || verb === 'step')) {
      const payload = { steps: verb === 'step' ? 1 : null };
      const resumed: EventDraft = { kind: 'run.resumed', actor: 'system', payload };
      return this.core.retry(failed.open.n, receipt, [resumed], controlled);
    }
    return this.core.accept(receipt, (state) => decideControl(state, verb), controlled);
  }

  async turn(n: number): Promise<Result<TurnView>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    if (n < 1 || n > state.rounds) return fail({ code: 'not_found', what: 'turn', id: String(n) });
    return ok(turnView(ledger.ofRound(n)));
  }

  async frame(n: number): Promise<Result<string>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    for (const event of opened.value.ledger.walk()) {
      if (event.kind === 'frame.captured' && event.payload.n === n) return ok(String(event.payload.cells));
    }
    return fail({ code: 'not_found', what: 'frame', id: String(n) });
  }

  async knowledge(): Promise<Result<Knowledge>> {
    return this.#view(knowledgeView);
  }

  async report(): Promise<Result<Report>> {
    return this.#view((state) => ({ markdown: reportMarkdown(state), provider: runView(state).provider }));
  }

  protected async onMessage(): Promise<Result<JsonObject>> {
    const message = 'a run takes no messages but "ping": POST to /start, /pause, /resume, /step or /stop';
    return fail(invalid('/type', message));
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { state, ledger } = opened.value;
    const calls = [];
    for (let n = 1; n <= state.rounds; n += 1) {
      const steps = (await this.bundle(n))?.steps ?? [];
      calls.push(...steps.map((step) => callRecord(state.id, step)));
    }
    yield* exportRun([...ledger.walk()], calls);
  }

  #view<T>(view: (state: RunState) => T): Result<T> {
    const opened = this.core.open();
    return opened.ok ? ok(view(opened.value.state)) : opened;
  }
}

const controlled = (state: RunState): RunControlled => ({
  id: state.id,
  status: state.status,
  turns: state.rounds,
});

/** What a control does in each status; asking for what is already so changes nothing and is no error. */
function decideControl(state: RunState, verb: Verb): Result<EventDraft[]> {
  if (state.status === 'finished') {
    const detail = `The run has finished (${state.finishReason ?? 'ended'}); create a new run to go on.`;
    return verb === 'stop' ? ok([]) : fail({ code: 'finished', room: state.id, detail });
  }
  const draft = (kind: EventDraft['kind'], payload: EventDraft['payload'] = {}): Result<EventDraft[]> =>
    ok([{ kind, actor: 'system', payload }]);
  switch (verb) {
    case 'start':
      return state.status === 'created' ? draft('run.started', { steps: null }) : draftResume(state);
    case 'resume':
      if (state.status === 'created') {
        return fail({ code: 'conflict', detail: 'The run has not started.', fix: 'POST …/start first' });
      }
      return draftResume(state);
    case 'pause':
      return state.status === 'running' ? draft('run.paused', { reason: 'asked' }) : ok([]);
    case 'step':
      if (state.open) {
        return fail({
          code: 'conflict',
          detail: 'A turn is being played.',
          fix: 'wait for it, or pause the run',
        });
      }
      return draft(state.status === 'created' ? 'run.started' : 'run.resumed', { steps: 1 });
    case 'stop':
      return ok([
        ...cancelTurn(state),
        { kind: 'run.finished', actor: 'system', payload: { reason: 'stopped' } },
      ]);
  }
}

/** The turn under way ends with the run: its step comes back to nobody. */
const cancelTurn = ({ open }: RunState): EventDraft[] =>
  open ? [{ kind: 'turn.cancelled', actor: 'system', turn: open.n, payload: { n: open.n } }] : [];

/** A run that was asked for single turns is told to go on, too. */
const draftResume = (state: RunState): Result<EventDraft[]> =>
  state.status === 'paused' || state.steps !== null
    ? ok([{ kind: 'run.resumed', actor: 'system', payload: { steps: null } }])
    : ok([]);
