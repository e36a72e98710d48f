import { type NewScene, newScene } from '../../src/contract/create-scene';
import type { Event, EventDraft } from '../../src/contract/events/events';
import type { Result } from '../../src/contract/problems';
import type { TurnInput } from '../../src/contract/rounds';
import { requestRound, scheduleEnd } from '../../src/scene/autonomy';
import { revealLines } from '../../src/scene/hidden-lines';
import { type PaceState, type Plan, planNext } from '../../src/scene/pace';
import { reduceScene } from '../../src/scene/reduce';
import { acceptSeat, inviteSeat, join, leave } from '../../src/scene/seats';
import { changeEvents } from '../../src/scene/setup/change';
import { sceneCreated } from '../../src/scene/setup/create';
import type { SceneState } from '../../src/scene/state';
import { turnEvents } from '../../src/scene/turns';
import { draftWith } from './loose-events';
import { must } from './must';
import { PROFILES } from './play-scene';

export const NOON = Date.parse('2026-11-20T12:00:00.000Z');
export const PERSONAS = ['mara', 'jo', 'kit'] as const;
export type Who = (typeof PERSONAS)[number];
const seatOf = (who: Who) => `seat_00000000000${PERSONAS.indexOf(who)}`;

/** A scene and a clock: the behavior of its room, without a room. */
export class SceneClock {
  now = NOON;
  readonly ledger: Event[] = [];
  heldSince: number | null = null;
  typists: PaceState['typists'] = [];
  #state: SceneState | null = null;

  constructor(pace: Partial<NewScene> = {}) {
    const body = newScene.parse({
      ...{ characters: [{ name: 'Ada' }], personas: [{ name: 'Mara' }, { name: 'Jo' }, { name: 'Kit' }] },
      ...pace,
    });
    this.write(must(sceneCreated({ id: 'scn_1', body, profiles: PROFILES, seed: 's' })));
    for (const who of PERSONAS) {
      const seat = {
        role: 'player' as const,
        persona: who,
        label: '',
        invitationHours: 1,
        forMany: false,
        seatHours: null,
      };
      this.write(must(inviteSeat(this.state, seat, seatOf(who), this.now)));
      this.write(must(acceptSeat(this.state, seatOf(who), who, this.now)).drafts);
    }
  }

  get state(): SceneState {
    if (!this.#state) throw new Error('no scene');
    return this.#state;
  }
  write(drafts: EventDraft[]): Event[] {
    return drafts.map((draft) => {
      const event = {
        audience: ['*'],
        ...draft,
        seq: this.ledger.length + 1,
        at: new Date(this.now).toISOString(),
      };
      this.ledger.push(event);
      this.#state = reduceScene(this.#state, event);
      return event;
    });
  }
  tryTo(drafts: Result<EventDraft[]>): Event[] {
    return drafts.ok ? this.write(drafts.value) : [];
  }
  come(...people: Who[]): this {
    for (const who of people) {
      const seat = this.state.seats[seatOf(who)];
      if (seat && !seat.present) this.write([join(this.state, seat)]);
    }
    return this;
  }
  go(who: Who): void {
    const seat = this.state.seats[seatOf(who)];
    if (seat?.present) this.write([leave(this.state, seat, 'gone')]);
  }
  take(body: object, isOwner = false): number {
    const input = { type: 'user', to: [], text: 'Hm.', ...body } as TurnInput;
    return (
      must({ ok: true, value: this.tryTo(turnEvents(this.state, input, isOwner ? 'owner' : 'seat')) })[0]
        ?.seq ?? 0
    );
  }
  /** Spoken by the owner as that persona, without a quota. */
  say = (who: Who, more: object = {}) => this.take({ personaId: who, ...more }, true);
  pass = (who: Who) => this.take({ type: 'continuation', text: undefined, personaId: who });
  start = () => this.take({ type: 'continuation', text: undefined }, true);
  plan(): Plan {
    const { now, typists, heldSince } = this;
    const plan = planNext(this.state, { now, typists, heldSince });
    if (plan.isHeld) this.heldSince ??= now;
    return plan;
  }
  begin(): number[] | null {
    if (this.state.open) return null;
    this.write(scheduleEnd(this.state));
    if (this.plan().goesOn) this.write([requestRound()]);
    const { seqs } = this.plan();
    if (!seqs) return null;
    this.heldSince = null;
    this.write(revealLines(this.state, seqs));
    const n = this.state.rounds + 1;
    const payload = {
      n,
      attempt: 1,
      version: '1',
      inputSeq: seqs.at(-1) ?? 0,
      inputs: seqs,
      seed: 's',
      firstStep: 1,
    };
    this.write([{ kind: 'round.started', actor: 'system', round: n, payload }]);
    return seqs;
  }
  end(kind: 'round.completed' | 'round.failed' | 'round.cancelled' = 'round.completed'): void {
    const { open } = this.state;
    if (!open) return;
    const failure = { code: 'model_failed', purpose: 'x', detail: 'x', fix: 'x' };
    const payload =
      kind === 'round.failed' ? { failure, retry: 'resume' } : { n: open.n, actors: [], skipped: [] };
    this.write([draftWith({ kind, actor: 'system', round: open.n, payload })]);
  }
  set(change: object): void {
    this.write(must(changeEvents(this.state, change)));
  }
}
