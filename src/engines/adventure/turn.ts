import type { AnswerBehind, ScholarAnswer } from '../../api/adventure-agents';
import type { EventDraft, PayloadOf } from '../../events/events';
import { loadTokenizer } from '../../model/tokens';
import type { Answer, StepContext } from '../../room/step-context';
import { pauseUnanswered, wasAnswered } from '../runs/answers';
import { type AdventurePorts, draft, draftAnswer, leftFor, type Turn } from './ask';
import { chooseCommands, type Plan } from './choose';
import { readEnding } from './command/endings';
import { probeExits, standingOf, typeCommands } from './command/perform';
import { declareObjective, findNamed, findStale, refineObjectives } from './objectives/objectives';
import { askPeriodic, askScholar, callsOf, type Periodic } from './periodic';
import { draftCompleted, reflect } from './reflect';
import { currentEpisode, placeKey, reduceAdventure } from './state';
import type { AdventureState, EpisodeEnd, ObjectiveSource } from './state-types';
import { findTrouble, isOver } from './stuck';

/** Names of the steps of a turn: the part of a step's key before `:` or `/`. They make the journal's version. */
export const ADVENTURE_STEPS: readonly string[] = [
  'begin',
  'adventurer',
  'critic',
  'execute',
  'extract',
  'remember',
  'complete',
  'discover',
  'refine',
  'synthesize',
  'close',
];

/**
 * Play one turn of an adventure (docs/adventures.md#a-turn): ask, judge, type, then look at what came of it. Everything
 * outside is a step of the context, so the same code replays after a crash. Throws `RoundFailure` when the adventurer
 * can't be asked or the story can't be had.
 */
export async function playAdventure(ctx: StepContext<AdventureState>, ports: AdventurePorts): Promise<void> {
  const [player, count] = await Promise.all([ports.player(ctx.state.config), loadTokenizer()]);
  const turn: Turn = { ctx, player, count, setAside: 0 };
  if (!currentEpisode(ctx.state)) await beginEpisode(turn, ports);
  // A budget that was lowered, or a story that stops before it asks for anything.
  if (findRunEnd(ctx.state) !== null || findEpisodeEnd(ctx.state) !== null) return close(turn, null, NOTHING);
  const periodic = askPeriodic(turn);
  // Nobody listens before the turn closes; what it fails with until then is heard there.
  periodic.catch(() => {});
  let plan: Plan;
  try {
    plan = await chooseCommands(turn);
    await typeCommands(turn, plan);
    await reflect(turn);
  } catch (error) {
    // A turn that failed leaves nothing running behind it.
    await periodic.catch(() => {});
    throw error;
  }
  await close(turn, plan, await periodic);
}

const NOTHING: Periodic = { discovered: null, refined: null, synthesized: null };

/** The story from its beginning, with what others, and earlier lives, know of it. */
async function beginEpisode({ ctx, player }: Turn, ports: AdventurePorts): Promise<void> {
  const { state } = ctx;
  const { options, seed } = state.config;
  const n = state.episodes.length + 1;
  await ctx.commit('begin', async () => {
    // Read once, as the first episode begins: later ones have it, and what the run itself has learnt since.
    const shared = options.share && n === 1 ? await ports.shared(state) : { notes: [], knowledge: null };
    // Each life has its own luck; the first has the seed as it was given.
    const luck = n === 1 ? seed : `${seed}:${n}`;
    const step = player.start(luck);
    const payload: PayloadOf<'episode.started'> = {
      n,
      seed: luck,
      story: standingOf(step),
      exits: probeExits(state, player, step),
      ...shared,
    };
    return [draft(state, 'episode.started', 'game', payload)];
  });
}

/** Why the run is over, whatever happens next, with so many turns more; null while it may go on. */
function findRunEnd(
  { config, used }: Pick<AdventureState, 'config' | 'used'>,
  more = 0,
): 'turn_budget' | 'call_budget' | null {
  if (used.turns + more >= config.budgets.turns) return 'turn_budget';
  if (used.calls >= config.budgets.calls) return 'call_budget';
  return null;
}

/** Why the episode ends with this turn; null: it goes on. */
function findEpisodeEnd(state: AdventureState): EpisodeEnd | null {
  const { story, config } = state;
  const ended = story === null ? null : readEnding(story);
  if (ended !== null) return ended;
  if (isOver(state)) return 'stuck';
  const { turnsPerEpisode } = config.options;
  const played = currentEpisode(state)?.turns ?? 0;
  return turnsPerEpisode !== null && played >= turnsPerEpisode ? 'turns' : null;
}

/**
 * The last step: what the turn came to, for objectives, knowledge, the episode and the run. It is decided on the run as
 * it is by then: people may have changed objectives, budgets and what the run does while the turn was played.
 */
async function close(turn: Turn, plan: Plan | null, periodic: Periodic): Promise<void> {
  const { ctx } = turn;
  const before = ctx.state;
  const played = plan === null ? 0 : 1;
  const ends = findEpisodeEnd(before);
  const isLast = ends !== null || findRunEnd(before, played) !== null;
  // What was learnt in this life is written down for the next, and for other runs.
  turn.setAside = callsOf(periodic);
  const left = leftFor(turn);
  const last =
    isLast && periodic.synthesized === null && before.recent.length > 0 && left > 0
      ? await askScholar(turn, 'synthesize:end', left)
      : null;
  await ctx.commit('close', async () => {
    const live = ctx.live();
    const over = findRunEnd(live, played);
    const book = new Book(live);
    if (plan) takeObjectives(book, plan);
    takePeriodic(book, periodic);
    if (last) takeKnowledge(book, 'synthesize:end', last, 'episode');
    for (const payload of findStale(book.state))
      book.add(draft(book.state, 'objective.dropped', 'system', payload));
    const goesOn = ends === null && over === null;
    const trouble = goesOn && plan ? findTrouble(book.state, book.state.rounds) : null;
    if (trouble) book.add(draft(book.state, 'stuck.warned', 'system', trouble));
    if (ends !== null) endEpisode(book, ends);
    const { rounds, used, episodes, config, status, steps } = book.state;
    const finished = ends !== null && episodes.length >= config.options.episodes ? ends : over;
    const answered = wasAnswered(ctx.played());
    const paused = finished === null ? pauseUnanswered(live, answered) : null;
    const completed = draft(book.state, 'turn.completed', 'system', {
      n: rounds,
      outcome: plan === null ? 'ended' : 'played',
      used: { turns: used.turns + played, calls: used.calls },
      answered,
      ...(finished === null && { paused: status === 'paused' || steps === 1 || paused !== null }),
    });
    book.add(completed);
    if (paused) book.add(paused);
    // What a budget cuts short ends after the turn: a fork at the end of this one, with a higher budget, goes on with it.
    if (ends === null && over !== null) endEpisode(book, 'turns');
    if (finished !== null) book.add(draft(book.state, 'run.finished', 'system', { reason: finished }));
    return book.drafts;
  });
}

/** Events that are about to be stored, and the run as it is with them: each is decided on what those before it did. */
class Book {
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
}

/** What the adventurer declared and named in this turn, whatever became of the commands it came with. */
function takeObjectives(book: Book, { declared, completed }: Plan): void {
  for (const id of completed) {
    const { objectives, rounds } = book.state;
    // The keeper may have seen it in the same turn.
    const found = findNamed(
      objectives.filter(({ status, ended }) => status === 'active' || ended?.turn === rounds),
      id,
    );
    if (found.length > 0 && found.every(({ status }) => status !== 'active')) continue;
    const named = [{ id, evidence: 'the adventurer says so' }];
    for (const one of draftCompleted(book.state, named, 'adventurer')) book.add(one);
  }
  for (const one of declared) declare(book, one, 'agent');
}

function declare(
  book: Book,
  declared: NonNullable<PayloadOf<'command.proposed'>['newObjective']>,
  source: ObjectiveSource,
): void {
  const { state } = book;
  const place = state.recent.find((move) => move.turn === state.rounds)?.from ?? null;
  const where = source === 'agent' && place !== null ? placeKey(place) : null;
  const { kind, payload } = declareObjective(state, { ...declared, source, place: where });
  if (kind === 'refused') {
    book.add(draft(state, 'objective.refused', 'agent', payload));
    return;
  }
  book.add(draft(state, 'objective.added', 'agent', payload));
  if (declared.parent !== null && payload.parent === null) {
    const refused = { source, text: declared.parent, why: 'no_parent', of: payload.id } as const;
    book.add(draft(state, 'objective.refused', 'system', refused));
  }
}

function takePeriodic(book: Book, { discovered, refined, synthesized }: Periodic): void {
  if (discovered) {
    addAnswer(book, { step: 'discover', role: 'keeper' }, discovered);
    for (const { text, priority } of (discovered.ok && discovered.value.objectives) || []) {
      declare(book, { text, priority: priority ?? 'normal', parent: null }, 'discovered');
    }
  }
  if (refined) {
    addAnswer(book, { step: 'refine', role: 'keeper' }, refined);
    if (refined.ok) {
      const { merged, dropped, refused } = refineObjectives(book.state, refined.value);
      for (const payload of merged) book.add(draft(book.state, 'objective.merged', 'agent', payload));
      for (const payload of dropped) book.add(draft(book.state, 'objective.dropped', 'agent', payload));
      for (const payload of refused) book.add(draft(book.state, 'objective.refused', 'system', payload));
    }
  }
  if (synthesized) takeKnowledge(book, 'synthesize', synthesized, 'interval');
}

function addAnswer(
  book: Book,
  question: Parameters<typeof draftAnswer>[1],
  answer: Answer<AnswerBehind>,
): void {
  for (const one of draftAnswer(book.state, question, answer)) book.add(one);
}

function takeKnowledge(
  book: Book,
  step: string,
  answer: Answer<ScholarAnswer>,
  reason: PayloadOf<'knowledge.written'>['reason'],
): void {
  addAnswer(book, { step, role: 'scholar' }, answer);
  const text = answer.ok ? answer.value.knowledge.trim() : '';
  if (text === '') return;
  const { options, story } = book.state.config;
  const episode = book.state.episodes.length;
  const payload: PayloadOf<'knowledge.written'> = {
    text,
    reason,
    episode,
    story: options.share ? story : null,
  };
  book.add(draft(book.state, 'knowledge.written', 'agent', payload));
}

/** What ends with a run whose calls are spent in the middle of a turn. */
export function closeEpisode(state: AdventureState): EventDraft[] {
  const book = new Book(state);
  endEpisode(book, 'turns');
  return book.drafts;
}

function endEpisode(book: Book, end: EpisodeEnd): void {
  const episode = currentEpisode(book.state);
  if (!episode) return;
  const { n, turns, deaths, score, best } = episode;
  const payload: PayloadOf<'episode.completed'> = { n, end, turns, deaths, score, best };
  book.add(draft(book.state, 'episode.completed', 'game', payload));
}
