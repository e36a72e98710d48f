import type { CreateScene, TableGame } from '../../../src/api/create-scene';
import type { Limits } from '../../../src/api/money';
import { toSlug } from '../../../src/api/slug';

/** What a scene may cost and who answers in it; everything may be left as it is. */
export interface RoomOptions extends Limits {
  profile: string;
}
const NO_LIMITS: Limits = { calls: null, tokens: null, money: null };
export const NO_OPTIONS: RoomOptions = { profile: '', ...NO_LIMITS };

/** The options as a request for a scene has them; nothing where nothing was said. */
export const toRequest = ({
  profile,
  ...limits
}: RoomOptions): Pick<CreateScene, 'profiles' | 'budgets'> => ({
  ...(profile !== '' && { profiles: { director: profile, character: profile } }),
  ...toBudgets(limits),
});

/** Limits as a request for a room has them; nothing where none was set. */
export function toBudgets<M extends string>(most: Record<M, number | null>) {
  const given = Object.entries<number | null>(most).filter(([, limit]) => limit !== null);
  return given.length > 0 && { budgets: Object.fromEntries(given) as Partial<Record<M, number>> };
}

/** A scene that is being put together. */
export interface ScenePlan extends RoomOptions {
  title: string;
  scenario: string;
  characters: string[];
  personas: string[];
  you: string;
  world: string;
  campaign: string;
  arc: string;
  lorebooks: string[];
  /** `chr_…/2`: the greeting that the scene opens with; empty for none. */
  opening: string;
  isPlayedOn: boolean;
  /** By role: id of a profile that only this role is asked with. */
  roles: Record<string, string>;
  /** What each player may spend. */
  perSeat: Limits;
  /** The cast plays the game of secret words, without a director. */
  isGame: boolean;
  /** Rounds of clues. */
  rounds: number | null;
  /** Players are at the table too. */
  isPlayedAlong: boolean;
}

export const EMPTY_PLAN: ScenePlan = {
  ...NO_OPTIONS,
  ...{ title: '', scenario: '', you: '', world: '', campaign: '', arc: '', opening: '' },
  ...{ characters: [], personas: [], lorebooks: [] },
  isPlayedOn: true,
  roles: {},
  perSeat: NO_LIMITS,
  ...{ isGame: false, rounds: null, isPlayedAlong: true },
};

/** `character=chr_…&world=wld_…` of the address: what the scene begins with. */
export function readParts(query: string): Partial<ScenePlan> {
  const given = new URLSearchParams(query);
  const many = { characters: 'character', personas: 'persona', lorebooks: 'lorebook' } as const;
  const one = ['world', 'campaign', 'arc'] as const;
  return Object.fromEntries([
    ...Object.entries(many)
      .map(([field, name]) => [field, given.getAll(name)] as const)
      .filter(([, ids]) => ids.length > 0),
    ...one.flatMap((name) => (given.get(name) ? [[name, given.get(name)] as const] : [])),
  ]);
}

/** The plan as a request. The last of arc, campaign, world that is named brings those above it. */
export function toScene(plan: ScenePlan, opener: { id: string; name: string } | null): CreateScene {
  const { title, scenario, you, world, campaign, arc, opening } = plan;
  const personas = [
    ...plan.personas.map((from) => ({ from })),
    ...(you.trim() === '' ? [] : [{ name: you.trim(), description: '' }]),
  ];
  const place = arc ? { arcId: arc } : campaign ? { campaignId: campaign } : world ? { worldId: world } : {};
  const slug = opener ? toSlug(opener.name) : '';
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(scenario.trim() !== '' && { scenario: scenario.trim() }),
    ...place,
    characters: plan.characters.map((from) => ({ from })),
    ...(personas.length > 0 && { personas }),
    ...(plan.lorebooks.length > 0 && { lorebooks: plan.lorebooks }),
    ...(slug !== '' && { opening: { by: slug, greeting: Number(opening.split('/')[1] ?? 0) } }),
    ...(plan.isGame && toGame(plan, personas)),
    ...toSpend(plan),
  };
}

type Personas = NonNullable<CreateScene['personas']>;

/** The game, and who of the players is at its table, by ids that they get here. */
function toGame(
  { rounds, isPlayedAlong }: ScenePlan,
  personas: Personas,
): Pick<CreateScene, 'game' | 'personas'> {
  const players = personas.length > 0 ? personas : [{ name: 'Player', description: '' }];
  const named = players.map((one, index) => ({ ...one, id: `player-${index + 1}` }));
  const people = isPlayedAlong ? named.map(({ id }) => id) : [];
  // What is left out has its default.
  const game = { kind: 'word-pair', people, ...(rounds !== null && { rounds }) } as TableGame;
  return { game, personas: named };
}

/** Who answers by role, and what the scene and each player may spend. */
function toSpend({ profile, calls, tokens, money, ...plan }: ScenePlan): ReturnType<typeof toRequest> {
  const whole = toRequest({ profile, calls, tokens, money });
  const roles = Object.entries(plan.roles).filter(([, id]) => id !== '');
  const perSeat = toBudgets(plan.perSeat);
  return {
    ...whole,
    ...(roles.length > 0 && { profiles: { ...whole.profiles, ...Object.fromEntries(roles) } }),
    ...(perSeat && { budgets: { ...whole.budgets, perSeat: perSeat.budgets } }),
  };
}
