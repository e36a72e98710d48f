import type { Model } from 'rule-learner';
import { answererKind, isSmall, UNDERSTUDY_NAME } from '../../base/answerer';
import type { Json } from '../../base/json';
import type { GameAction } from '../../contract/agents';
import type { EventDraft, EventOf, PayloadOf } from '../../contract/events/events';
import type { EndedWish, FollowedWish, Wish } from '../../contract/wishes';
import type { StepContext } from '../../room/step-context';
import { callsLeft } from '../../runs/calls';
import type { Choice } from '../choose';
import { readHistory } from '../history';
import { readLearner } from '../learner';
import { fallbackAction, readOwnChoice } from '../own-choice';
import { listBarred, listOffered } from '../refusals';
import { CALLS_PER_TURN } from '../situation';
import { currentMask, type RunConfig, type RunState } from '../state';
import { actionKey, readActionKey } from '../transition';
import { withWorld } from '../world-code/check';
import type { World } from '../world-code/world';
import { askForWish } from './ask-wish';
import { continueWish, planAgain } from './follow-wish';
import { Player } from './player';
import type { WishPlace } from './read-wish';
import { describePlanner } from './wish-prompts';

/** A player and the number of the newest frame it has seen. */
interface Reading {
  player: Player;
  frame: number;
}

/** Cached players by run. A player that is not in the cache is rebuilt from the ledger. */
const readings = new WeakMap<RunConfig, Reading>();

function readPlayer(ctx: StepContext<RunState>): Player {
  const { config, game } = ctx.state;
  let reading = readings.get(config);
  // On replay, the turn is behind the events it has already written, so rebuild the player.
  if (!reading || reading.frame > (game?.frame ?? 0)) reading = { player: new Player(), frame: 0 };
  const mask = currentMask(ctx.state);
  for (const transition of readHistory(ctx)) {
    if (transition.afterFrame <= reading.frame) continue;
    reading.frame = transition.afterFrame;
    if (transition.certain) reading.player.memory.see(transition, mask);
  }
  readings.set(config, reading);
  return reading.player;
}

/**
 * True if a model chooses the goal. The understudy makes no wishes, and a small model sees no board on which
 * it could point to a place.
 */
const isWishing = ({ config }: RunState): boolean => {
  const { explorer } = config.profiles;
  return explorer.provider !== UNDERSTUDY_NAME && !isSmall(explorer);
};

/**
 * Chooses and stores the next action of a run that plays on. Asks a model for a wish when the last one has
 * ended (docs/runs.md#wishes); otherwise the planner chooses.
 */
export async function playNext(ctx: StepContext<RunState>, mayRunCode: boolean): Promise<Choice> {
  if ((ctx.state.game?.available.length ?? 0) === 0)
    await ctx.commit('suggest:play', [draftPlay(ctx.state, null, 'The game offers no action.')]);
  else if (isWishing(ctx.state)) await withWorld(ctx, mayRunCode, (world) => playByWish(ctx, world));
  else
    await ctx.commit('suggest:play', async () => {
      const { action, reason } = chooseAlone(ctx);
      return [draftPlay(ctx.state, action, reason)];
    });
  return readOwnChoice(ctx);
}

const chooseAlone = (ctx: StepContext<RunState>): { action: GameAction; reason: string } =>
  readPlayer(ctx).choose(ctx.state.game?.cells ?? '', listOffered(ctx.state), () => learnNow(ctx));

const learnNow = (ctx: StepContext<RunState>): Model =>
  readLearner(readHistory(ctx), currentMask(ctx.state)).model;

/** How a turn begins: with an action that needs no model, or with the input for a model request. */
interface Begun {
  /** Action key; null if the model chooses. */
  action: string | null;
  reason: string;
  wish: FollowedWish | null;
  ended: EndedWish | null;
  planner: string[];
}

async function playByWish(ctx: StepContext<RunState>, world: World | null): Promise<void> {
  const last = ctx.recent(['action.suggested'], 1)[0] as EventOf<'action.suggested'> | undefined;
  // Store this first: a player rebuilt from the ledger may know less of the distant past.
  const beginning = await ctx.effect(
    'suggest:wish',
    null,
    () => beginTurn(ctx, last ?? null, world) as unknown as Json,
    (result) => {
      const { action, reason, wish, ended } = result as unknown as Begun;
      if (action === null) return [];
      const by = wish && last ? last.payload : null;
      return [draftPlay(ctx.state, readActionKey(action), reason, { wish, ended, by })];
    },
  );
  const { action, ended, planner } = beginning as unknown as Begun;
  if (action !== null) return;
  const choose = () => chooseAlone(ctx).action;
  await askForWish(ctx, { ended, planner, place: placeOf(ctx, world), choose });
}

function placeOf(ctx: StepContext<RunState>, world: World | null): WishPlace {
  const { state } = ctx;
  const { memory } = readPlayer(ctx);
  memory.catchUp(() => learnNow(ctx));
  return {
    memory,
    node: memory.locate(state.game?.cells ?? ''),
    available: listOffered(state),
    barred: listBarred(state),
    foretell: (node, action) =>
      (world && memory.imagine(node, world.predict(node.board, action))) ??
      memory.foretell(node, action) ??
      null,
  };
}

function beginTurn(
  ctx: StepContext<RunState>,
  last: EventOf<'action.suggested'> | null,
  world: World | null,
): Begun {
  const { state } = ctx;
  const place = placeOf(ctx, world);
  const { memory, node, available, barred } = place;
  const newest = readHistory(ctx).at(-1);
  const check = state.knowledge.actions[newest?.action.id ?? '']?.predictions.at(-1);
  const result = check?.afterFrame === newest?.afterFrame ? check?.result : undefined;
  const continuation = continueWish(last, {
    transition: newest ?? null,
    wasForetold: result === 'right' ? true : result === 'wrong' ? false : null,
    mask: currentMask(state),
    isMet: ({ kind, row = -1, col = -1 }: Wish) =>
      kind === 'to' ? (node.mover?.cells.includes(row * node.board.cols + col) ?? false) : null,
    isOffered: (action) => available.includes(action.id) && !barred.includes(actionKey(action)),
  });
  const { ended } = continuation;
  const lastWish = last?.payload.wish;
  const next = continuation.next ?? (ended && lastWish ? planAgain(lastWish, ended, place) : null);
  if (next) {
    const { wish } = next;
    const alone = next.action ? null : chooseAlone(ctx);
    const count = wish.done + wish.left.length + 1;
    const reason =
      alone?.reason ?? `The wish of turn ${wish.turn} (${wish.text}), action ${wish.done + 1} of ${count}.`;
    const action = actionKey(next.action ?? alone?.action ?? { id: available[0] ?? 'ACTION1' });
    return { action, reason, wish, ended: null, planner: [] };
  }
  if (callsLeft(state) < CALLS_PER_TURN) {
    const { action, reason } = chooseAlone(ctx);
    return { action: actionKey(action), reason, wish: null, ended, planner: [] };
  }
  return { action: null, reason: '', wish: null, ended, planner: describePlanner(memory, node) };
}

interface ByWish {
  wish: FollowedWish | null;
  ended: EndedWish | null;
  /** The suggestion that contained the wish. */
  by: PayloadOf<'action.suggested'> | null;
}

function draftPlay(
  state: RunState,
  action: GameAction | null,
  reason: string,
  { wish, ended, by }: ByWish = { wish: null, ended: null, by: null },
): EventDraft {
  return fallbackAction(state, action, reason, {
    ...(by && { ...answererKind(by), rung: by.rung }),
    play: true,
    ...(wish && { wish }),
    ...(ended && { wishEnded: ended }),
  });
}
