import { placeName } from 'story-player/memory';
import { readEnding } from 'zmachine-story';
import { loadTokenizer } from '../base/tokens';
import type { ScholarAnswer } from '../contract/adventure-agents';
import type { EventKind } from '../contract/events/catalogue';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import type { Answer, StepContext } from '../room/step-context';
import { hasAnswer, pauseUnanswered } from '../runs/answers';
import { type AdventurePorts, callsLeftFor, draft, draftAnswer, type Turn } from './ask';
import { chooseCommands, type Plan } from './choose';
import { probeExits, toStanding, typeCommands } from './command/perform';
import { startStory } from './fair/play';
import { declareObjective } from './objectives/declare';
import { readPlaces } from './objectives/evidence';
import { isActive } from './objectives/fold';
import { findNamed } from './objectives/read-fields';
import { findStale, refineObjectives } from './objectives/refine';
import { askPeriodic, askScholar, type Periodic, periodicCalls } from './periodic';
import { draftCompleted, reflect } from './reflect';
import { currentEpisode, isPlayedByPerson, nextCommand, reduceAdventure } from './state';
import type { AdventureState, EpisodeEnd, ObjectiveSource } from './state-types';
import { findTrouble, isOver } from './stuck';

/** Step names of a turn: a step's key before `:` or `/`. They determine the journal's version. */
export const ADVENTURE_STEPS: readonly string[] = [
  ...['begin', 'adventurer', 'critic', 'execute', 'extract', 'remember', 'complete'],
  ...['discover', 'refine', 'synthesize', 'close'],
];

/**
 * Plays one turn of an adventure (docs/adventures.md#a-turn): propose, criticize, type, reflect. All side effects are
 * steps of the context, so the code can replay after a crash. Throws `RoundFailure` if the adventurer cannot be reached
 * or the story is unavailable.
 */
export async function playAdventure(ctx: StepContext<AdventureState>, ports: AdventurePorts): Promise<void> {
  const [player, count] = await Promise.all([ports.player(ctx.state.config), loadTokenizer()]);
  const turn: Turn = { ctx, player, count, setAside: 0 };
  const opens = !currentEpisode(ctx.state);
  if (opens) await beginEpisode(turn, ports);
  // The budget was lowered, or the story stops before any input.
  if (findRunEnd(ctx.state) !== null || findEpisodeEnd(ctx.state) !== null)
    return close(turn, null, NO_EVENTS);
  if (isPlayedByPerson(ctx.state)) {
    // The opening is a turn of its own, so that the first command can be undone.
    const plan = !opens && nextCommand(ctx.state).length > 0 ? await chooseCommands(turn) : null;
    if (plan) await typeCommands(turn, plan);
    return close(turn, plan, NO_EVENTS);
  }
  const periodic = askPeriodic(turn);
  // Prevents an unhandled rejection; the error is rethrown when the turn closes.
  periodic.catch(() => {});
  let plan: Plan;
  try {
    plan = await chooseCommands(turn);
    await typeCommands(turn, plan);
    await reflect(turn);
  } catch (error) {
    // Don't leave requests running after a failed turn.
    await periodic.catch(() => {});
    throw error;
  }
  await close(turn, plan, await periodic);
}

const NO_EVENTS: Periodic = { discovered: null, refined: null, synthesized: null };

/** Starts the story, with notes from other runs and earlier lives. */
async function beginEpisode({ ctx, player }: Turn, ports: AdventurePorts): Promise<void> {
  const { state } = ctx;
  const { options, seed } = state.config;
  const n = state.episodes.length + 1;
  await ctx.commit('begin', async () => {
    // Loaded only for the first episode; later ones have it in the state.
    const memory = options.share && n === 1 ? await ports.shared(state) : { notes: [], knowledge: null };
    // Each life has its own seed; the first uses the run's seed.
    const luck = n === 1 ? seed : `${seed}:${n}`;
    const step = await startStory(state, player, luck);
    const payload: PayloadOf<'episode.started'> = {
      n,
      seed: luck,
      story: toStanding(step),
      exits: await probeExits(state, player, step),
      ...memory,
    };
    return [draft(state, 'episode.started', 'game', payload)];
  });
}

/** The exhausted budget that ends the run after `more` turns, or null. */
function findRunEnd(
  { config, used }: Pick<AdventureState, 'config' | 'used'>,
  more = 0,
): 'turn_budget' | 'call_budget' | null {
  if (used.turns + more >= config.budgets.turns) return 'turn_budget';
  if (used.calls >= config.budgets.calls) return 'call_budget';
  return null;
}

/** Why the episode ends with this turn, or null. */
function findEpisodeEnd(state: AdventureState): EpisodeEnd | null {
  const { story, config } = state;
  // A person can undo a death or restart; only they end the run.
  if (isPlayedByPerson(state)) return null;
  const ending = story === null ? null : readEnding(story);
  if (ending !== null) return ending;
  if (isOver(state)) return 'stuck';
  const { turnsPerEpisode } = config.options;
  const episodeTurns = currentEpisode(state)?.turns ?? 0;
  return turnsPerEpisode !== null && episodeTurns >= turnsPerEpisode ? 'turns' : null;
}

/**
 * The last step: updates objectives, knowledge, episode and run. Uses the live state, because people may have changed
 * objectives, budgets and the run's mode during the turn.
 */
async function close(turn: Turn, plan: Plan | null, periodic: Periodic): Promise<void> {
  const { ctx } = turn;
  const before = ctx.state;
  const turnCount = plan === null ? 0 : 1;
  const ends = findEpisodeEnd(before);
  const isLast = ends !== null || findRunEnd(before, turnCount) !== null;
  // Stores the knowledge of this life for the next one and for other runs.
  turn.setAside = periodicCalls(periodic);
  const callsLeft = callsLeftFor(turn);
  const last =
    isLast &&
    !isPlayedByPerson(before) &&
    periodic.synthesized === null &&
    before.recent.length > 0 &&
    callsLeft > 0
      ? await askScholar(turn, 'synthesize:end', callsLeft)
      : null;
  await ctx.commit('close', async () => {
    const live = ctx.live();
    const over = findRunEnd(live, turnCount);
    const batch = new EventBatch(live);
    if (plan) recordObjectives(batch, plan);
    recordPeriodic(batch, periodic);
    if (last) recordKnowledge(batch, 'synthesize:end', last, 'episode');
    for (const payload of findStale(batch.state)) batch.draft('objective.dropped', 'system', payload);
    const goesOn = ends === null && over === null;
    const isAlone = isPlayedByPerson(batch.state);
    const trouble = goesOn && plan && !isAlone ? findTrouble(batch.state, batch.state.rounds) : null;
    if (trouble) batch.draft('stuck.warned', 'system', trouble);
    if (ends !== null) endEpisode(batch, ends);
    const { rounds, used, episodes, config, status, steps } = batch.state;
    const finishReason = ends !== null && episodes.length >= config.options.episodes ? ends : over;
    const wasUsable = hasAnswer(ctx.played());
    const pause = finishReason === null ? pauseUnanswered(live, wasUsable) : null;
    batch.draft('turn.completed', 'system', {
      n: rounds,
      outcome: plan === null ? 'ended' : 'played',
      used: { turns: used.turns + turnCount, calls: used.calls },
      answered: wasUsable,
      ...(finishReason === null && { paused: status === 'paused' || steps === 1 || pause !== null }),
    });
    if (pause) batch.add(pause);
    const waits =
      isAlone && goesOn && batch.state.status === 'running' && nextCommand(batch.state).length === 0;
    if (waits) {
      const detail = 'a person plays, and has typed nothing yet';
      batch.draft('run.paused', 'system', { reason: 'person', detail });
    }
    // An episode that ends by budget ends after the turn, so that a fork here with a higher budget continues it.
    if (ends === null && over !== null) endEpisode(batch, 'turns');
    if (finishReason !== null) batch.draft('run.finished', 'system', { reason: finishReason });
    return batch.drafts;
  });
}

/** Collects events and the resulting state: each decision sees the events before it. */
class EventBatch {
  readonly drafts: EventDraft[] = [];
  state: AdventureState;

  constructor(state: AdventureState) {
    this.state = state;
  }

  add(...drafts: EventDraft[]): void {
    for (const made of drafts) {
      this.drafts.push(made);
      const seq = this.state.head + 1;
      this.state = reduceAdventure(this.state, { ...made, seq, at: '', audience: ['*'] });
    }
  }

  draft<K extends EventKind>(kind: K, actor: string, payload: PayloadOf<K>): void {
    // The compiler cannot narrow the union by `K`.
    this.add(draft(this.state, kind, actor, payload) as EventDraft);
  }
}

/** Applies the objectives that the adventurer declared and completed, even if its commands were rejected. */
function recordObjectives(batch: EventBatch, { declared, completed }: Plan): void {
  for (const id of completed) {
    const { objectives, rounds } = batch.state;
    // The keeper may have completed it in the same turn.
    const matches = findNamed(
      objectives.filter((one) => isActive(one) || one.ended?.turn === rounds),
      id,
    );
    if (matches.length > 0 && !matches.some(isActive)) continue;
    // Checks the claim against the story.
    const claims = [{ id, evidence: '' }];
    batch.add(...draftCompleted(batch.state, claims, 'adventurer'));
  }
  for (const one of declared) declare(batch, one, 'agent');
}

function declare(batch: EventBatch, declared: Plan['declared'][number], source: ObjectiveSource): void {
  const { state } = batch;
  const place = state.recent.find((move) => move.turn === state.rounds)?.from ?? null;
  const where = source === 'agent' && place !== null ? placeName(place) : null;
  const { kind, payload } = declareObjective(state, { ...declared, source, place: where });
  if (kind === 'refused') {
    batch.draft('objective.refused', 'agent', payload);
    return;
  }
  batch.draft('objective.added', 'agent', payload);
  for (const unknown of readPlaces(payload.text).filter(
    (id) => !state.map.rooms.some((room) => room.id === id),
  )) {
    const question = { source, text: placeName(unknown), why: 'no_place', of: payload.id } as const;
    batch.draft('objective.refused', 'system', question);
  }
  if (declared.parent !== null && payload.parent === null) {
    const refusal = { source, text: declared.parent, why: 'no_parent', of: payload.id } as const;
    batch.draft('objective.refused', 'system', refusal);
  }
}

function recordPeriodic(batch: EventBatch, { discovered, refined, synthesized }: Periodic): void {
  if (discovered) {
    batch.add(...draftAnswer(batch.state, { step: 'discover', role: 'keeper' }, discovered));
    for (const { text, priority } of (discovered.ok && discovered.value.objectives) || []) {
      declare(batch, { text, priority: priority ?? 'normal', parent: null }, 'discovered');
    }
  }
  if (refined) {
    batch.add(...draftAnswer(batch.state, { step: 'refine', role: 'keeper' }, refined));
    if (refined.ok) {
      const { merged, dropped, refused } = refineObjectives(batch.state, refined.value);
      for (const payload of merged) batch.draft('objective.merged', 'agent', payload);
      for (const payload of dropped) batch.draft('objective.dropped', 'agent', payload);
      for (const payload of refused) batch.draft('objective.refused', 'system', payload);
    }
  }
  if (synthesized) recordKnowledge(batch, 'synthesize', synthesized, 'interval');
}

function recordKnowledge(
  batch: EventBatch,
  step: string,
  answer: Answer<ScholarAnswer>,
  reason: PayloadOf<'knowledge.written'>['reason'],
): void {
  batch.add(...draftAnswer(batch.state, { step, role: 'scholar' }, answer));
  const text = answer.ok ? answer.value.knowledge.trim() : '';
  if (text === '') return;
  const { config, episodes } = batch.state;
  const story = config.options.share ? config.story : null;
  batch.draft('knowledge.written', 'agent', { text, reason, episode: episodes.length, story });
}

/** Ends the episode of a run whose calls ran out within a turn. */
export function closeEpisode(state: AdventureState): EventDraft[] {
  const batch = new EventBatch(state);
  endEpisode(batch, 'turns');
  return batch.drafts;
}

function endEpisode(batch: EventBatch, end: EpisodeEnd): void {
  const episode = currentEpisode(batch.state);
  if (!episode) return;
  const { n, turns, deaths, score, best } = episode;
  const { maximum } = batch.state;
  const possible = maximum === undefined ? {} : { maximum };
  const fault = end === 'error' ? batch.state.story?.stopped : null;
  const cause = fault ? { why: fault.message } : {};
  batch.draft('episode.completed', 'game', { n, end, turns, deaths, score, best, ...cause, ...possible });
}
