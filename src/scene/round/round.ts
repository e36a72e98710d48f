import { isSmall } from '../../base/answerer';
import { type CountTokens, loadTokenizer } from '../../base/tokens';
import type { DirectorPlan, DirectorReconciliation, SpokenLine } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { MemoryPort, Recollection } from '../../contract/memories';
import type { DecisionRule, StepContext } from '../../room/step-context';
import { inferDeltas } from '../infer/infer';
import type { SuggestedDelta } from '../prompt/envelope';
import type { Line } from '../state';
import { applyChanges, characterId, type FactChange, listCast, profileOf, type SceneState } from '../state';
import { playTableRound } from '../table/play-table';
import { audienceOfAnswer, audienceOfWhisper, isWhisper } from '../whispers';
import { type AgentInputs, type AgentRequest, type AgentTools, gatherInputs } from './agents';
import { type AgentResult, allReached, askAgent } from './ask-agent';
import { askCharacter } from './ask-character';
import { askDirector } from './ask-director';
import { askWorld } from './ask-world';
import { summarizeCards } from './card-summaries';
import { chooseSpeakers, namesSpeaker } from './choose-speakers';
import {
  type AnyPlan,
  type Cue,
  changeEvents,
  leaveAsItIs,
  nameOf,
  passEvents,
  type ResolvedPlan,
  resolveByRule,
  resolvePlan,
  resolveReconciliation,
  resolveWithoutPlan,
} from './director';
import { mayCueEarly } from './early-cue';
import { EarlySpeaker } from './early-speaker';
import { playDraft, playNarration, playRewriting } from './interludes';
import { decideLine, lineEvents, type SpokenTurn, type Turn } from './lines';
import {
  keepMemories,
  numberLines,
  presentNow,
  readRecalled,
  recallMemories,
  type Witnessed,
} from './memories';
import { Recorder } from './record';
import { SecretRedactor } from './secret-redactor';
import { countUnsummarized, summarizeDue } from './summaries';
import { readHearers } from './talk';

/** Names that begin the steps of a round; together they make the version of its journal. */
export const ROUND_STEPS = [
  'open',
  'state',
  'suggested',
  'cue',
  'director.1',
  'director.2',
  'character.1',
  'character.2',
  'group.1',
  'group.2',
  'world',
  'summary',
  'narrator',
  'regenerate',
  'continue',
  'draft',
  'table',
  'clue',
  'judge',
  'close',
] as const;

/**
 * Play one round (docs/direct.md#how-a-round-works): director, and meanwhile what the characters remember; characters in order, the
 * first as soon as the part of the plan that concerns it is there; director again, at most one more pass of characters,
 * the world agent where it is switched on; a summary when one is due; what they will remember, close. An explicitly
 * empty list of actors, with nobody addressed and nobody leaving, closes the round at once: there is nothing to
 * reconcile.
 *
 * An agent that can't be reached fails the round. Of unusable answers, a director's plan is replaced by the rule and a
 * character is skipped; both are recorded. Memories, summary and world agent may fail, and the record says so.
 * @throws RoundFailure when a model can't be reached; what was stored before stays, and a retry goes on from that ask
 */
export async function playRound(ctx: StepContext<SceneState>, memory: MemoryPort): Promise<void> {
  const count = await loadTokenizer();
  const [first] = ctx.state.answering;
  if (ctx.state.table) return playTableRound(ctx, count, ctx.state.table);
  if (first?.type === 'narration') return playNarration(ctx, count, memory);
  if (first?.type === 'regenerate' || first?.type === 'continue') return playRewriting(ctx, count, first);
  if (first?.type === 'draft') return playDraft(ctx, count, first);
  await new RoundPlay(ctx, count, memory).play();
}

/** One pass of the director. `plan` null: its answer was not usable, and the rule decided. */
interface Pass {
  plan: AnyPlan | null;
  resolvedPlan: ResolvedPlan;
}

class RoundPlay {
  readonly #ctx: StepContext<SceneState>;
  readonly #tools: AgentTools;
  readonly #memory: MemoryPort;
  readonly #n: number;
  readonly #shared: AgentInputs;
  readonly #recorder = new Recorder();
  #memories: ReadonlyMap<string, Recollection[]> = new Map();
  #earlySpeaker: EarlySpeaker | null = null;
  /** Lines of this round, in the order they were heard. */
  readonly #replies: Line[] = [];
  /** The same, with who was there; the inputs come first. */
  readonly #said: Witnessed[] = [];
  readonly #skipped: string[] = [];
  /** Changes of world and trackers, seen by everyone from now on and stored once, at the close. */
  readonly #world: FactChange[] = [];
  readonly #trackers: FactChange[] = [];

  constructor(ctx: StepContext<SceneState>, count: CountTokens, memory: MemoryPort) {
    this.#ctx = ctx;
    this.#tools = { count, seed: ctx.seed };
    this.#memory = memory;
    this.#shared = gatherInputs(ctx, countUnsummarized(ctx.state));
    this.#n = this.#shared.round;
  }

  play(): Promise<void> {
    // What was true for those who spoke stays true when the round is given up.
    return this.#recorder.keep(
      this.#n,
      () => this.#play(),
      () => this.#overlay(),
    );
  }

  async #play(): Promise<void> {
    const { state } = this.#ctx;
    const { inputs } = this.#shared;
    const addressees = [...new Set(state.answering.flatMap((input) => input.to))];
    const recall = () => recallMemories(this.#ctx, this.#memory, this.#shared, this.#tools.count);
    // What the words say, a small model is not asked.
    const isPlain = isSmall(profileOf(state, 'director')) && namesSpeaker(state, inputs, addressees);
    if (state.settings.director === 'off' || isPlain) {
      await this.#performByRule(
        addressees,
        recall,
        isPlain ? 'the words named who speaks' : 'the scene has no director',
      );
      return this.#close();
    }
    await this.#ctx.commit('open', [this.#directing(1)]);
    // The director needs no memories: they come to mind while it thinks.
    const resolve = (now: SceneState, plan: AnyPlan | null) =>
      plan === null
        ? resolveWithoutPlan(now, addressees)
        : resolvePlan(now, plan as DirectorPlan, addressees);
    if (mayCueEarly(state, inputs)) this.#earlySpeaker = this.#makeEarlySpeaker(addressees);
    const first = await this.#direct(1, resolve, recall).finally(() => this.#keepRecalled());
    // Whoever comes in now comes in to what was just said; whoever leaves has heard it.
    const hearers = [...new Set([...presentNow(state), ...first.resolvedPlan.entered])];
    this.#said.push(...inputs.map((line) => ({ line, present: hearers })));
    const isEmpty =
      (first.plan as DirectorPlan | null)?.actingCharacters?.length === 0 &&
      first.resolvedPlan.groups.length === 0;
    if (isEmpty && state.settings.worldAgent) {
      this.#recorder.note('nobody acted: the world agent was not asked');
    }
    if (!isEmpty) {
      // A small model names ids alone: there is nothing that it could reconcile.
      const isLast = state.settings.maxDirectorPasses < 2 || isSmall(profileOf(state, 'director'));
      const isLight = state.settings.director === 'light';
      await this.#perform(1, first, isLast || isLight ? [] : [this.#directing(2)]);
      if (isLast) await this.#keepSuggested('the director has one pass');
      else if (isLight) await this.#keepState();
      else await this.#reconcile();
      await this.#keepWorld();
    }
    await this.#close();
  }

  /** Lets those speak whom the rule chooses. Nobody is asked who that is, or what came of it. @param why nobody is */
  async #performByRule(
    addressees: string[],
    recall: () => Promise<EventDraft[]>,
    why: string,
  ): Promise<void> {
    const { state, seed } = this.#ctx;
    const { inputs, past } = this.#shared;
    const lastSpeaker = characterId(past.at(-1)?.actor ?? '');
    const chosenIds = chooseSpeakers(state, { inputs, addressed: addressees, lastSpeaker }, seed);
    const resolvedPlan = resolveByRule(state, chosenIds);
    const first = this.#announce(1, resolvedPlan.groups[0]);
    await this.#ctx.commit('open', async () => [
      ...(await recall()),
      ...changeEvents(state, 1, this.#n, resolvedPlan),
      ...first,
    ]);
    this.#keepRecalled();
    this.#recorder.pass(1, null, resolvedPlan);
    const hearers = [...new Set([...presentNow(state), ...resolvedPlan.entered])];
    this.#said.push(...inputs.map((line) => ({ line, present: hearers })));
    await this.#perform(1, { plan: null, resolvedPlan }, []);
    await this.#keepSuggested(why);
  }

  /** What lines suggest is so where no director says what is. @param why nobody does */
  async #keepSuggested(why: string): Promise<void> {
    const events = this.#suggestedEvents(why);
    if (events.length > 0) await this.#ctx.commit('suggested', events);
  }

  #suggestedEvents(why: string): EventDraft[] {
    const { state } = this.#ctx;
    const suggested = inferDeltas(
      this.#replies.filter((line) => !isWhisper(line)),
      listCast(state),
    );
    this.#recorder.record.suggested = suggested;
    this.#recorder.note(`${why}: states are what the lines suggest`);
    const updates = suggested.map(({ id, field, value }) => ({ id, field, value }));
    return changeEvents(state, 1, this.#n, { updates, entered: [], exited: [] });
  }

  /**
   * Keeps the state behind the lines of a light director's round. Whoever has spoken meanwhile does not wait for it: the
   * lines themselves then say what is so.
   */
  async #keepState(): Promise<void> {
    const events = await this.#ctx.commit('state', async () =>
      this.#ctx.live().queue.length > 0
        ? this.#suggestedEvents('somebody was waiting')
        : [this.#directing(2)],
    );
    if (events.some(({ kind }) => kind === 'director.started')) await this.#reconcile();
  }

  #keepRecalled(): void {
    const { memories, counts, notes } = readRecalled(this.#ctx.played());
    this.#memories = new Map(Object.entries(memories));
    this.#recorder.record.memory.recalled = counts;
    this.#recorder.note(...notes);
  }

  async #reconcile(): Promise<void> {
    this.#recorder.record.suggested = inferDeltas(this.#replies, listCast(this.#ctx.state));
    const second = await this.#direct(2, (now, plan) =>
      plan === null ? leaveAsItIs() : resolveReconciliation(now, plan as DirectorReconciliation),
    );
    const skippedIds = await this.#perform(2, second, []);
    for (const id of skippedIds) this.#recorder.note(`${id} was still to act and could not`);
  }

  async #direct(
    pass: 1 | 2,
    resolve: (state: SceneState, plan: AnyPlan | null) => ResolvedPlan,
    during?: () => Promise<EventDraft[]>,
  ): Promise<Pass> {
    const { state } = this.#ctx;
    const redactor = this.#redactor();
    const request = askDirector(this.#inputsOf(), pass, this.#tools);
    const earlySpeaker = pass === 1 ? this.#earlySpeaker : null;
    const answer = this.#ask(`director.${pass}`, 'director', request, {
      decide: ({ answer }) => {
        const withheld: string[] = [];
        const plan = answer.ok ? redactor.plan(answer.value, withheld) : null;
        const outcome = resolve(state, plan);
        const whole = { ...outcome, audited: [...outcome.audited, ...withheld] };
        return { answer, plan, ...(earlySpeaker?.follow(whole) ?? { all: whole, rest: whole }) };
      },
      // Who acts is announced together with the answer, so that a round costs no more rows than it must.
      events: ({ answer, rest }) => [
        ...passEvents(state, pass, this.#n, answer, rest),
        ...(earlySpeaker?.hasBegun ? [] : this.#announce(pass, rest.groups[0])),
      ],
      during,
      early: earlySpeaker?.rule(),
    });
    const { plan, all, rest } = await answer.catch(
      (failure: unknown) => earlySpeaker?.end(failure, this.#recorder) ?? Promise.reject(failure),
    );
    this.#world.push(...rest.world);
    this.#trackers.push(...rest.trackers);
    this.#recorder.pass(pass, plan, all);
    return { plan, resolvedPlan: all };
  }

  /** The first speaker, if the director's answer lets it begin before the whole of it is there. */
  #makeEarlySpeaker(addressees: string[]): EarlySpeaker {
    return new EarlySpeaker({
      ctx: this.#ctx,
      round: this.#n,
      redactor: this.#redactor(),
      addressees,
      announce: ({ groups: [first] }) => this.#announce(1, first),
      begin: ({ cue, openGuidance, world, trackers }) => {
        this.#memories = new Map(Object.entries(readRecalled(this.#ctx.played()).memories));
        this.#world.push(...world);
        this.#trackers.push(...trackers);
        const request = askCharacter(this.#inputsOf(cue.id), 1, openGuidance, cue, this.#tools);
        return { turn: this.#turn(1, cue), request };
      },
    });
  }

  /**
   * Let the groups act one after the other; those of one group at the same time, not hearing each other.
   *
   * @param after stored together with the last line
   * @returns ids of those who were skipped
   */
  async #perform(
    pass: 1 | 2,
    { plan, resolvedPlan: { groups } }: Pass,
    after: EventDraft[],
  ): Promise<string[]> {
    const openGuidance = plan?.openGuidance ?? null;
    const skippedIds: (string | null)[] = [];
    for (const [index, group] of groups.entries()) {
      const cues = this.#inCastOrder(group);
      const next = groups[index + 1];
      const following = next ? this.#announce(pass, next) : after;
      const [only, ...others] = cues;
      const early = pass === 1 && index === 0 ? await this.#earlySpeaker?.hear(this.#recorder) : null;
      if (early) {
        const { turn, spokenTurn, present } = early;
        await this.#ctx.commit('group.1:0', [...lineEvents(turn, spokenTurn), ...following]);
        skippedIds.push(this.#hear(turn, spokenTurn, present));
      } else if (only && others.length === 0) {
        skippedIds.push(await this.#act(pass, openGuidance, only, following));
      } else {
        skippedIds.push(...(await this.#actTogether(pass, openGuidance, cues, index, following)));
      }
    }
    return skippedIds.filter((id) => id !== null);
  }

  async #act(
    pass: 1 | 2,
    openGuidance: string | null,
    cue: Cue,
    following: EventDraft[],
  ): Promise<string | null> {
    const turn = this.#turn(pass, cue);
    const present = presentNow(this.#ctx.state);
    const request = askCharacter(this.#inputsOf(cue.id), pass, openGuidance, cue, this.#tools);
    const result = await this.#ask(`character.${pass}:${cue.id}`, turn.actor, request, {
      decide: (answer) => decideLine(turn, answer),
      events: (decided) => [...lineEvents(turn, decided), ...following],
    });
    return this.#hear(turn, result, present);
  }

  async #actTogether(
    pass: 1 | 2,
    openGuidance: string | null,
    cues: Cue[],
    index: number,
    following: EventDraft[],
  ): Promise<(string | null)[]> {
    const present = presentNow(this.#ctx.state);
    // Every prompt is made before the first answer, so nobody hears anybody.
    const requests = cues.map((cue) => ({
      turn: this.#turn(pass, cue),
      request: askCharacter(this.#inputsOf(cue.id), pass, openGuidance, cue, this.#tools),
    }));
    const { agents } = this.#recorder.record;
    const since = agents.length;
    const turns = await allReached(
      requests.map(({ turn, request }) => {
        const decide = (result: AgentResult<SpokenLine>) => ({ turn, spoken: decideLine(turn, result) });
        return this.#ask(`character.${pass}:${turn.cue.id}`, turn.actor, request, { decide });
      }),
    );
    // They end in any order; a replay must come to the same record.
    agents.push(...agents.splice(since).sort((a, b) => (a.step < b.step ? -1 : 1)));
    await this.#ctx.commit(`group.${pass}:${index}`, [
      ...turns.flatMap(({ turn, spoken }) => lineEvents(turn, spoken)),
      ...following,
    ]);
    return turns.map(({ turn, spoken }) => this.#hear(turn, spoken, present));
  }

  async #keepWorld(): Promise<void> {
    const { record } = this.#recorder;
    if (!this.#ctx.state.settings.worldAgent) return;
    const agentInputs = { ...this.#inputsOf(), suggested: this.#suggestedAloud() };
    const request = askWorld(agentInputs, this.#tools);
    const report = await askAgent(this.#ctx, this.#recorder, 'world', 'world', request, {
      decide: ({ answer }) => (answer.ok ? answer.value : null),
      unreached: null,
    });
    record.worldAgent = report ? 'asked' : 'failed';
    if (!report)
      return this.#recorder.note('the world agent failed: world and trackers are as the director left them');
    const withheld: string[] = [];
    const { worldUpdates, trackers } = this.#redactor().facts(report, withheld);
    this.#recorder.note(...withheld);
    this.#world.push(...(worldUpdates ?? []));
    this.#trackers.push(...(trackers ?? []));
  }

  #redactor(): SecretRedactor {
    const { past, inputs } = this.#shared;
    return new SecretRedactor(this.#ctx.state, [...past, ...inputs, ...this.#replies]);
  }

  /** Infers changes from the lines that everyone heard. */
  #suggestedAloud(): SuggestedDelta[] {
    const { suggested } = this.#recorder.record;
    if (!this.#replies.some(isWhisper)) return suggested;
    return inferDeltas(
      this.#replies.filter((line) => !isWhisper(line)),
      listCast(this.#ctx.state),
    );
  }

  #ask<T, D>(
    step: string,
    agent: string,
    request: AgentRequest<T>,
    rule: DecisionRule<AgentResult<T>, D>,
  ): Promise<D> {
    return askAgent(this.#ctx, this.#recorder, step, agent, request, rule);
  }

  /** Records a turn and its hearers; returns the id of a skipped character, else null. */
  #hear({ cue }: Turn, { line }: SpokenTurn, present: string[]): string | null {
    if (!line) {
      this.#skipped.push(cue.id);
      return cue.id;
    }
    this.#replies.push(line);
    this.#said.push({ line, present });
    return null;
  }

  #turn(pass: 1 | 2, cue: Cue): Turn {
    const { state } = this.#ctx;
    const { inputs } = this.#shared;
    return {
      ...{ round: this.#n, pass, cue, actor: `character:${cue.id}`, name: nameOf(state, cue.id) },
      thoughts: state.settings.thoughts,
      hearers: (line, profile) => {
        const names = readHearers(profile, line);
        return audienceOfAnswer(inputs, cue.id) ?? (names && audienceOfWhisper(state, cue.id, names));
      },
    };
  }

  /** @param id of the character that is told */
  #inputsOf(id?: string): AgentInputs {
    const { state } = this.#ctx;
    return {
      ...this.#shared,
      state,
      world: applyChanges(state.world, this.#world),
      trackers: applyChanges(state.trackers, this.#trackers),
      replies: [...this.#replies],
      skipped: [...this.#skipped],
      suggested: this.#recorder.record.suggested,
      ...(id !== undefined && { memories: this.#memories.get(id) ?? [] }),
    };
  }

  #inCastOrder(group: Cue[]): Cue[] {
    const { castOrder } = this.#ctx.state;
    return group.toSorted((a, b) => castOrder.indexOf(a.id) - castOrder.indexOf(b.id));
  }

  #directing(pass: 1 | 2): EventDraft {
    return { kind: 'director.started', actor: 'director', round: this.#n, payload: { pass } };
  }

  #announce(pass: 1 | 2, group: Cue[] | undefined): EventDraft[] {
    const { state } = this.#ctx;
    return this.#inCastOrder(group ?? []).map(({ id }) => ({
      kind: 'character.started',
      actor: `character:${id}`,
      round: this.#n,
      payload: { pass, name: nameOf(state, id) },
    }));
  }

  /** World and trackers as this round changed them; stored once. */
  #overlay(): EventDraft[] {
    if (this.#world.length + this.#trackers.length === 0) return [];
    const payload: PayloadOf<'world.updated'> = { world: this.#world, trackers: this.#trackers };
    return [{ kind: 'world.updated', actor: 'director', round: this.#n, payload }];
  }

  async #close(): Promise<void> {
    const { state } = this.#ctx;
    const spokenLines = numberLines(this.#said, this.#ctx.played()).filter(({ line }) => line.text !== '');
    const messages = [...this.#shared.past, ...spokenLines.map(({ line }) => line)];
    await summarizeDue(this.#ctx, this.#recorder, this.#inputsOf(), messages, this.#tools);
    const hasDirector = state.settings.director !== 'off' && !isSmall(profileOf(state, 'director'));
    if (hasDirector) await summarizeCards(this.#ctx, this.#recorder, this.#tools);

    await this.#ctx.commit('close', async () => {
      const memories = await keepMemories(state, this.#memory, this.#recorder, spokenLines);
      const actors = [...new Set(this.#replies.flatMap(({ actor }) => characterId(actor) ?? []))];
      return [...memories, ...this.#overlay(), ...this.#recorder.close(this.#n, actors, this.#skipped)];
    });
  }
}
