import type { PayloadOf } from '../contract/events/events';
import type { ProfilesReset, SceneProfiles } from '../model/profiles';
import { splitChange } from './setup/change';
import {
  applyChanges,
  type BeforeRound,
  type CastMember,
  type CharacterStanding,
  findMember,
  type SceneReset,
  type SceneState,
} from './state';

export function makeMember(character: PayloadOf<'scene.created'>['characters'][number]): CastMember {
  const { location, mood, active, ...card } = character;
  return {
    ...card,
    active,
    exiting: false,
    state: { location, mood, clothing: '', activity: '', intentions: '' },
    lastSpokeRound: null,
    flags: { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false },
  };
}

export const readStanding = ({
  active,
  exiting,
  state,
  lastSpokeRound,
  flags,
}: CharacterStanding): CharacterStanding => ({
  active,
  exiting,
  state,
  lastSpokeRound,
  flags,
});

/**
 * Applies the owner's changes. They also go into the copy for restarting the last round, because they are not
 * part of that round.
 */
export function foldReset(state: SceneState, reset: SceneReset): SceneState {
  const { scenario, notes, lorebooks, settings, historyWindow, personas, profiles } = reset;
  const { added = [], cast = {} } = reset;
  const members = { ...state.cast };
  for (const one of added) members[one.id] = { ...makeMember(one), origin: readStanding(makeMember(one)) };
  for (const [id, change] of Object.entries(cast)) {
    const member = findMember(state, id);
    if (!member) continue;
    const { card, ...standing } = splitChange(change);
    members[id] = { ...member, ...card, ...changeStanding(member, standing) };
  }
  return {
    ...state,
    ...(scenario !== undefined && { scenario }),
    ...(notes && { notes }),
    ...(lorebooks && { lorebooks }),
    ...(settings && { settings }),
    ...(historyWindow !== undefined && { historyWindow }),
    ...(reset.budgets && { budgets: reset.budgets }),
    ...(personas && { personas }),
    ...(profiles && { profiles: foldProfiles(state.profiles, profiles) }),
    cast: members,
    castOrder: [...state.castOrder, ...added.map(({ id }) => id)],
    world: applyChanges(state.world, reset.world ?? []),
    trackers: applyChanges(state.trackers, reset.trackers ?? []),
    before: state.before && changeBefore(state.before, reset),
  };
}

function changeBefore(before: BeforeRound, { world = [], trackers = [], added = [], cast = {} }: SceneReset) {
  const standings = { ...before.standings };
  for (const one of added) standings[one.id] = readStanding(makeMember(one));
  for (const [id, change] of Object.entries(cast)) {
    const standing = Object.hasOwn(standings, id) ? standings[id] : undefined;
    if (standing) standings[id] = changeStanding(standing, splitChange(change));
  }
  return {
    ...before,
    standings,
    world: applyChanges(before.world, world),
    trackers: applyChanges(before.trackers, trackers),
  };
}

/** A member that the owner adds or removes speaks no last line. */
const changeStanding = (
  standing: CharacterStanding,
  { state, active }: Pick<ReturnType<typeof splitChange>, 'state' | 'active'>,
): CharacterStanding => ({
  ...readStanding(standing),
  state: { ...standing.state, ...state },
  ...(active !== undefined && { active, exiting: false }),
});

/** Required roles get a profile with all defaults applied; others stay unset. */
function foldProfiles(now: SceneProfiles, { characters = {}, ...roles }: ProfilesReset): SceneProfiles {
  const merge = (a: object, b: object) =>
    Object.fromEntries(Object.entries({ ...a, ...b }).filter(([, profile]) => profile !== null));
  const { characters: own = {}, ...others } = now;
  return { ...merge(others, roles), characters: merge(own, characters) } as SceneProfiles;
}
