import type { CreateScene, TableGame } from '../../../src/contract/create-scene';
import type { Limits } from '../../../src/contract/money';
import { DEFAULT_PLAY, type PlayDraft, unusualSettings } from '../scene/settings/play-draft';
import { findOpening, type Member, nameScene } from './new-scene/card-words';

/** A scene's limits and the profile that answers in it; all optional. */
export interface RoomOptions extends Limits {
  profile: string;
}
const NO_LIMITS: Limits = { calls: null, tokens: null, money: null };
export const NO_OPTIONS: RoomOptions = { profile: '', ...NO_LIMITS };

/** Turns the options into fields of a request; leaves out unset ones. */
export const toRequest = ({
  profile,
  ...limits
}: RoomOptions): Pick<CreateScene, 'profiles' | 'budgets'> => ({
  ...(profile !== '' && { profiles: { director: profile, character: profile } }),
  ...toBudgets(limits),
});

/** Turns limits into the budgets of a request; leaves out unset ones. */
export function toBudgets<M extends string>(most: Record<M, number | null>) {
  const limits = Object.entries<number | null>(most).filter(([, limit]) => limit !== null);
  return limits.length > 0 && { budgets: Object.fromEntries(limits) as Partial<Record<M, number>> };
}

export interface ScenePlan extends RoomOptions {
  /** Empty: made of the names of the cast. */
  title: string;
  /** null: use the cards' scenarios. */
  scenario: string | null;
  characters: string[];
  /** Names in this scene by card, if they differ from the library. */
  names: Record<string, string>;
  /** Cards whose lorebook is left out. */
  withoutBook: string[];
  personas: string[];
  you: string;
  world: string;
  campaign: string;
  arc: string;
  lorebooks: string[];
  /** Greeting that the scene opens with, `chr_…/2`; empty for none, null for the first there is. */
  opening: string | null;
  isPlayedOn: boolean;
  /** Ids of profiles by role; each answers for this role only. */
  roles: Record<string, string>;
  perSeat: Limits;
  /** The cast plays the game of secret words, without a director. */
  isGame: boolean;
  /** Rounds of clues. */
  rounds: number | null;
  isPlayedAlong: boolean;
  play: PlayDraft;
}

export const EMPTY_PLAN: ScenePlan = {
  ...NO_OPTIONS,
  ...{ title: '', scenario: null, you: '', world: '', campaign: '', arc: '', opening: null },
  ...{ characters: [], names: {}, withoutBook: [], personas: [], lorebooks: [] },
  isPlayedOn: true,
  roles: {},
  perSeat: NO_LIMITS,
  ...{ isGame: false, rounds: null, isPlayedAlong: true },
  play: DEFAULT_PLAY,
};

/** Reads the parts that a scene begins with from the address, such as `character=chr_…&world=wld_…`. */
export function readParts(query: string): Partial<ScenePlan> {
  const params = new URLSearchParams(query);
  const many = { characters: 'character', personas: 'persona', lorebooks: 'lorebook' } as const;
  const one = ['world', 'campaign', 'arc'] as const;
  return Object.fromEntries([
    ...Object.entries(many)
      .map(([field, name]) => [field, params.getAll(name)] as const)
      .filter(([, ids]) => ids.length > 0),
    ...one.flatMap((name) => (params.get(name) ? [[name, params.get(name)] as const] : [])),
  ]);
}

/**
 * Turns the plan into a request. Sends only the most specific of arc, campaign and world, which implies the others.
 *
 * @param members the loaded cards, with their names in this scene
 */
export function toScene(plan: ScenePlan, members: readonly Member[]): CreateScene {
  const { scenario, you, world, campaign, arc } = plan;
  const personas = [
    ...plan.personas.map((from) => ({ from })),
    ...(you.trim() === '' ? [] : [{ name: you.trim(), description: '' }]),
  ];
  const place = arc ? { arcId: arc } : campaign ? { campaignId: campaign } : world ? { worldId: world } : {};
  const opening = findOpening(plan, members);
  const title = plan.title.trim() || nameScene(members);
  const settings = unusualSettings(plan.play);
  return {
    ...(title !== '' && { title }),
    ...(scenario !== null && scenario.trim() !== '' && { scenario: scenario.trim() }),
    ...place,
    characters: plan.characters.map((from) => {
      const name = plan.names[from]?.trim() ?? '';
      return {
        from,
        ...(name !== '' && { name }),
        ...(plan.withoutBook.includes(from) && { book: false }),
        // A custom scenario replaces the cards' scenarios.
        ...(scenario !== null && { scenario: '' }),
      };
    }),
    ...(personas.length > 0 && { personas }),
    ...(plan.lorebooks.length > 0 && { lorebooks: plan.lorebooks }),
    ...(opening && { opening: { by: opening.member.id, greeting: opening.at } }),
    ...(plan.isGame ? toGame(plan, personas) : settings && { settings }),
    ...toSpend(plan),
  };
}

type Personas = NonNullable<CreateScene['personas']>;

/** Builds the game and the players at its table, by ids that they get here. */
function toGame(
  { rounds, isPlayedAlong }: ScenePlan,
  personas: Personas,
): Pick<CreateScene, 'game' | 'personas'> {
  const players = personas.length > 0 ? personas : [{ name: 'Player', description: '' }];
  const seatedPlayers = players.map((one, index) => ({ ...one, id: `player-${index + 1}` }));
  const people = isPlayedAlong ? seatedPlayers.map(({ id }) => id) : [];
  // Fields left out have their default.
  const game = { kind: 'word-pair', people, ...(rounds !== null && { rounds }) } as TableGame;
  return { game, personas: seatedPlayers };
}

/** Builds the profiles by role, and the limits of the scene and of each player. */
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
