import { drawOnce } from '../base/random';
import type { GameAction } from '../contract/agents';
import type { StepContext } from '../room/step-context';
import { type Choice, CLICK } from './choose';
import { seeTransition } from './claims/check';
import { holdDefinition, isCovered } from './coverage';
import { readBoard } from './frame/board';
import { clickPlaces } from './frame/places';
import { readHistory } from './history';
import { isForetoldRight, isForetoldWrong } from './hold-against';
import { draftOwnChoice, readOwnChoice } from './own-choice';
import { listBarred, listOffered } from './refusals';
import { maskOf, type RunState } from './state';
import { actionKey } from './transition';

/** Proof moves after which the level is begun anew: what goes otherwise near its start is met only there. */
const WALK = 25;

/** Says whether the next proof move is to be the first one from the start of the level. */
export const isWalkDue = ({ proofs = 0 }: Pick<RunState, 'proofs'>): boolean => proofs % WALK === 0;

/** Part of the proof moves that repeat the one before: whoever changes the action each time gets nowhere. */
const REPEATED = 2 / 3;
/** Part of the clicks that meet any cell, not the middle of an object. */
const ANYWHERE = 1 / 5;

/**
 * Chooses and stores a proof move (docs/runs.md#proof-moves): an action drawn at random, so that definitions are held
 * against boards that nobody chose to test them on. The seed of the turn decides.
 */
export async function proveNext(ctx: StepContext<RunState>): Promise<Choice> {
  const reason = 'Drawn at random: what is verified is held against it.';
  await ctx.commit('suggest:proof', [draftOwnChoice(ctx.state, drawMove(ctx), reason, { proof: true })]);
  return readOwnChoice(ctx);
}

function drawMove(ctx: StepContext<RunState>): GameAction | null {
  const { state, seed } = ctx;
  const offeredIds = listOffered(state);
  const barredKeys = listBarred(state);
  const draw = (what: string): number => drawOnce(`${seed} proof ${what}`);
  const last = readHistory(ctx).at(-1)?.action;
  const isRepeat = last !== undefined && offeredIds.includes(last.id) && draw('again') < REPEATED;
  // A click is repeated elsewhere: what it did, it did.
  if (isRepeat && last.id !== CLICK && !barredKeys.includes(actionKey(last))) return last;
  const id = isRepeat && last.id === CLICK ? CLICK : pick(offeredIds, draw('action'));
  if (id !== CLICK) return id ? { id } : null;
  const cells = state.game?.cells ?? '';
  const places = clickPlaces(cells, maskOf(state));
  const { rows, cols } = readBoard(cells);
  const anyPlace = { x: Math.floor(draw('column') * cols), y: Math.floor(draw('row') * rows) };
  const place = draw('anywhere') < ANYWHERE ? anyPlace : (pick(places, draw('place')) ?? anyPlace);
  return { id, ...place };
}

const pick = <T>(from: readonly T[], draw: number): T | undefined => from[Math.floor(draw * from.length)];

/** Part of the effects of an action on record at its last analysis that must have come since, before it is analysed again. */
const MORE_EFFECTS = 0.3;
/** The same as a number, where few were on record. */
const FEW_EFFECTS = 2;

/**
 * Says whether the newest execution is worth an analysis while the run proves or plays: a verified definition foretold it
 * wrong, or no longer foretells most effects; or enough new effects of an action that nobody understands are on record.
 */
export function isWorthAnalysis(ctx: StepContext<RunState>): boolean {
  const history = readHistory(ctx);
  const mask = maskOf(ctx.state);
  const last = history.at(-1);
  if (!last) return false;
  const { id: action } = last.action;
  const { status, definition = null, observations = [] } = ctx.state.knowledge.actions[action] ?? {};
  const isVerified = status === 'verified';
  if (isVerified && isForetoldWrong(definition, history, mask)) return true;
  if (!seeTransition(last, mask)?.effect || isForetoldRight(definition, history, mask)) return false;
  if (isVerified) {
    const outcome = definition && holdDefinition(definition, { action, since: 0, history, mask });
    return outcome ? !isCovered(outcome.coverage) : false;
  }
  const analysedTo = observations.at(-1)?.afterFrame ?? 0;
  const effects = history.filter((one) => one.action.id === action && seeTransition(one, mask)?.effect);
  const analysedCount = effects.filter(({ afterFrame }) => afterFrame <= analysedTo).length;
  const enough = analysedCount === 0 ? 1 : Math.max(FEW_EFFECTS, MORE_EFFECTS * analysedCount);
  return effects.length - analysedCount >= enough;
}
