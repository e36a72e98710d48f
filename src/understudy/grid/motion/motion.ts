import type { Mask } from '../../../contract/frame';
import { isLeftAside, type Seen } from '../../../grid/claims/check';
import { findAsides } from './asides';
import { findGear, findSlides } from './gears';
import { learnGrounds, shareGrounds } from './grounds';
import { learnLimits, shareLimits } from './limits';
import { arePartners, leaveOut } from './partners';
import { findPush, learnPushed } from './pushes';
import { trackIn } from './tracks';
import type { Avatar, Gear, Motion, Track } from './types';

/** The avatar that matters most: the likeliest one that an action is known to move. */
export const mainMotion = ({ motions }: { motions: readonly Motion[] }): Motion | null =>
  motions.find((motion) => motion.gears.size > 0) ?? null;

/** Colours of what lives by itself, as far as the main avatar tells it from what is moved. */
export const asidesBeside = (run: { motions: readonly Motion[] }): number[] => mainMotion(run)?.asides ?? [];

/** Follow avatars through transitions (every action's), and learn where they may go. */
export function followAvatars(avatars: readonly Avatar[], seens: readonly Seen[], mask: Mask): Motion[] {
  const motions = avatars.map((avatar) => followOne(avatar, seens, mask));
  for (const motion of motions) {
    const partners = motions.filter((other) => arePartners(motion, other));
    motion.partners = partners;
    if (leaveOut(motion, partners)) learn(motion, mask);
  }
  shareGrounds(motions);
  for (const motion of motions) motion.limits = shareLimits(motion, motions);
  return motions;
}

function followOne(avatar: Avatar, seens: readonly Seen[], mask: Mask): Motion {
  const tracks = new Map<string, Track[]>();
  const sightings = new Map<Seen, Track>();
  for (const seen of seens) {
    const tracksHere = trackIn(avatar, seen, mask);
    const [first] = tracksHere;
    if (!first) continue;
    const { id } = seen.transition.action;
    tracks.set(id, [...(tracks.get(id) ?? []), ...tracksHere]);
    sightings.set(seen, first);
  }
  const asides = findAsides(avatar, tracks);
  for (const all of tracks.values()) {
    for (const track of all) track.rest = track.rest.filter((cell) => !isLeftAside(track.seen, cell, asides));
  }
  const gears = new Map<string, Gear>();
  for (const [id, all] of tracks) {
    const gear = findGear(all);
    if (gear) gears.set(id, gear);
  }
  findSlides(avatar, gears, tracks);
  const none = { over: [], stops: [], edge: false };
  const motion: Motion = {
    avatar,
    tracks,
    sightings,
    gears,
    asides,
    push: null,
    grounds: { way: none, place: none },
    limits: new Map(),
    partners: [],
  };
  learn(motion, mask);
  return motion;
}

function learn(motion: Motion, mask: Mask): void {
  const { gears, tracks } = motion;
  motion.push = motion.avatar.every ? null : findPush(gears, tracks, mask);
  motion.grounds = {
    way: learnGrounds(gears, tracks, motion.push, 'way', mask),
    place: learnGrounds(gears, tracks, motion.push, 'place', mask),
  };
  if (motion.push) learnPushed(motion, motion.push, mask);
  motion.limits = learnLimits(motion, mask);
}
