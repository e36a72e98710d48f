import type { CreateScene } from '../../../src/contract/create-scene';
import { toSlug } from '../../../src/contract/slug';

/** What a scene may cost and who answers in it; everything may be left as it is. */
export interface RoomOptions {
  profile: string;
  tokens: number | null;
  calls: number | null;
}
export const NO_OPTIONS: RoomOptions = { profile: '', tokens: null, calls: null };

/** The options as a request for a scene has them; nothing where nothing was said. */
export const toRequest = ({ profile, tokens, calls }: RoomOptions) => ({
  ...(profile !== '' && { profiles: { director: profile, character: profile } }),
  ...toBudgets({ tokens, calls }),
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
}

export const EMPTY_PLAN: ScenePlan = {
  ...NO_OPTIONS,
  ...{ title: '', scenario: '', you: '', world: '', campaign: '', arc: '', opening: '' },
  ...{ characters: [], personas: [], lorebooks: [] },
  isPlayedOn: true,
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
    ...toRequest(plan),
  };
}
