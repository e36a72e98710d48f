import { drawOnce } from '../../base/random';
import { findNames, listAliases } from '../names';
import type { Line } from '../state';
import { type CastMember, findMember, listCast, type SceneState } from '../state';
import { isPassedOver, orderByRest } from './next-speaker';

const TALKATIVENESS = 0.5;

/**
 * Returns the ids of the speakers in order: characters the owner called; else addressed characters; else
 * characters named in the inputs; else by the scene's strategy (talkativeness, turns, or everyone). At most
 * `maxActors`, except that all addressed characters speak. Pure: the same seed gives the same speakers.
 *
 * @param inputs text that the round answers
 * @param addressed ids of addressed characters; absent ones enter
 */
export function chooseSpeakers(
  state: SceneState,
  {
    inputs,
    addressed,
    lastSpeaker,
  }: { inputs: readonly Line[]; addressed: readonly string[]; lastSpeaker: string | null },
  seed: string,
): string[] {
  const { next } = state.calledNow;
  if (next !== null) return [next];
  const isFree = (id: string) => !isPassedOver(state, id);
  const calledIds = addressed.filter((id) => findMember(state, id) && isFree(id));
  if (calledIds.length > 0) return calledIds;
  const { maxActors, speakers } = state.settings;
  const present = listCast(state).filter(({ id, active }) => active && isFree(id));
  const namedIds = findNamed(present, inputs);
  if (namedIds.length > 0) return namedIds.slice(0, maxActors);
  if (speakers === 'all') {
    const restedIds = new Set(orderByRest(present).slice(0, maxActors));
    return present.filter((member) => restedIds.has(member)).map(({ id }) => id);
  }
  if (speakers === 'inTurn')
    return orderByRest(present)
      .slice(0, 1)
      .map(({ id }) => id);
  // If a person wrote something, the last speaker may answer it; otherwise it would answer itself.
  const isAnswer = inputs.some(({ text }) => text.trim() !== '');
  return drawSpeakers(state, present, isAnswer ? null : lastSpeaker, seed).slice(0, maxActors);
}

/**
 * Rolls a die for each; if all stay silent, draws one. The last speaker is excluded while there are others.
 */
function drawSpeakers(
  { settings }: SceneState,
  present: readonly CastMember[],
  lastSpeaker: string | null,
  seed: string,
): string[] {
  const chances = new Map(Object.entries(settings.talkativeness));
  const chanceOf = (id: string): number => chances.get(id) ?? TALKATIVENESS;
  const others = present.filter(({ id }) => id !== lastSpeaker);
  const candidates = others.length > 0 ? others : present;
  const dice = candidates
    .map(({ id }) => ({ id, order: drawOnce(`${seed}/order/${id}`), roll: drawOnce(`${seed}/speaks/${id}`) }))
    .sort((a, b) => a.order - b.order);
  const speaking = dice.filter(({ id, roll }) => roll < chanceOf(id));
  if (speaking.length > 0) return speaking.map(({ id }) => id);
  const willing = dice.find(({ id }) => chanceOf(id) > 0) ?? dice[0];
  return willing ? [willing.id] : [];
}

/** True if an available character was addressed or is named in the inputs. */
export function namesSpeaker(
  state: SceneState,
  inputs: readonly Line[],
  addressed: readonly string[],
): boolean {
  const isFree = ({ id, active }: CastMember) => active && !isPassedOver(state, id);
  return addressed.length > 0 || findNamed(listCast(state).filter(isFree), inputs).length > 0;
}

const findNamed = (present: readonly CastMember[], inputs: readonly Line[]): string[] =>
  findNames(inputs.map(({ text }) => text).join('\n'), listAliases(present));
