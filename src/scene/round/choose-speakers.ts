import { drawOnce } from '../../base/random';
import { findNames, listAliases } from '../names';
import type { Line } from '../state';
import { type CastMember, findMember, listCast, type SceneState } from '../state';
import { isPassedOver, orderByRest } from './next-speaker';

/** Chooses who speaks where no director does. */

/** Chance of a character to speak in a round, where nothing else is said of it. */
const TALKATIVENESS = 0.5;

/**
 * Returns ids of those who speak, in their order: whom the owner called; else who was addressed; else who was named in the
 * words that are answered; else by the scene's strategy, which goes by talkativeness, by turns, or lets everyone speak. At
 * most `maxActors`, but for those who were addressed.
 *
 * Pure: the same seed chooses the same.
 *
 * @param inputs words that the round answers
 * @param addressed ids of those addressed; who is not present comes in
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
  // Whoever answers a person's words does not answer itself.
  const isAnswer = inputs.some(({ text }) => text.trim() !== '');
  return drawSpeakers(state, present, isAnswer ? null : lastSpeaker, seed).slice(0, maxActors);
}

/** Each throws a die; where all stay silent, one of them is drawn. Nobody answers itself while there are others. */
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

/** Says whether somebody who is free to speak was addressed, or is named in the words. */
export function namesSpeaker(
  state: SceneState,
  inputs: readonly Line[],
  addressed: readonly string[],
): boolean {
  const isFree = ({ id, active }: CastMember) => active && !isPassedOver(state, id);
  return addressed.length > 0 || findNamed(listCast(state).filter(isFree), inputs).length > 0;
}

/** Ids of those who are named in the words, in the order in which they are named. */
const findNamed = (present: readonly CastMember[], inputs: readonly Line[]): string[] =>
  findNames(inputs.map(({ text }) => text).join('\n'), listAliases(present));
