import { UNDERSTUDY_NAME } from '../base/answerer';
import { checkModelName } from '../contract/model-names';
import type { ProviderInfo, RequestSettings } from '../contract/providers';
import { checkSpending, isPaidRoute } from './operator-fields';
import { unsupportedSettings } from './providers/samplers';
import type { Finding } from './schema-check';

/**
 * Providers that a tenant's profiles can name, beside the understudy. `hasModel`: it has a model of its own. `isOwnKey`:
 * the tenant pays, as it has given a key of its own; all others are paid for by the operator.
 */
export type KnownProviders = Map<string, ProviderInfo & { hasModel: boolean; isOwnKey?: boolean }>;

interface Naming extends RequestSettings {
  provider?: string | undefined;
  model?: string | undefined;
  fallback?: Naming | undefined;
}

/** A profile of a body, and where it is in the body. */
interface Placed {
  at: string;
  profile: Naming;
  /** The provider and model that it ends up with. Undefined: those of new rooms. */
  provider: string | undefined;
  model: string | undefined;
}

/**
 * Lists the profiles of a room's body, with their fallbacks. A fallback of the same provider has its model, too. The agents
 * of an adventure have what the adventurer has.
 */
function listProfiles(profiles: unknown, at = '/profiles'): Placed[] {
  const byRole = (profiles ?? {}) as Record<string, Naming | null | undefined>;
  const { adventurer } = byRole;
  return Object.entries(byRole).flatMap(([role, profile]): Placed[] => {
    if (!profile) return [];
    const pointer = `${at}/${role}`;
    if (role === 'characters' && at === '/profiles') return listProfiles(profile, pointer);
    const { fallback, provider = adventurer?.provider, model = adventurer?.model } = profile;
    const own = { at: pointer, profile, provider, model };
    if (!fallback) return [own];
    const nextProvider = fallback.provider ?? provider;
    const nextModel = fallback.model ?? (nextProvider === provider ? model : undefined);
    return [own, { at: `${pointer}/fallback`, profile: fallback, provider: nextProvider, model: nextModel }];
  });
}

const isKnown = (known: KnownProviders, name: string | undefined): boolean =>
  name === undefined || name === UNDERSTUDY_NAME || known.has(name);

/** True if checking the profiles depends on the keys that the tenant has. */
export const dependsOnKeys = (known: KnownProviders, profiles: unknown): boolean =>
  listProfiles(profiles).some(
    ({ profile, provider, model }) =>
      !isKnown(known, provider) || profile.extraBody !== undefined || isPaidRoute(model ?? ''),
  );

/**
 * Checks what the profiles of a body put into requests to the providers that are there: names of models, and the fields
 * that cost money when the request goes out with the operator's key.
 *
 * @param profiles as in {@link checkProviders}
 * @param at where they are in the body
 * @returns one entry per mistake, `pointer` into the body
 */
export const checkRequests = (
  profiles: unknown,
  known: KnownProviders,
  defaultName: string,
  at?: string,
): Finding[] =>
  listProfiles(profiles, at).flatMap(({ at: pointer, profile, provider = defaultName, model }): Finding[] => {
    const info = known.get(provider);
    if (info === undefined) return [];
    const nameFault = model === undefined ? null : checkModelName(info.kind, model);
    const spending = info.isOwnKey ? [] : checkSpending(info.kind, model, profile.extraBody);
    return [...(nameFault === null ? [] : [{ pointer: '/model', message: nameFault }]), ...spending].map(
      (finding) => ({ pointer: `${pointer}${finding.pointer}`, message: finding.message }),
    );
  });

/**
 * Finds the profiles of a room's body that name a provider which is not there, or one without a model of its own and no
 * model, the settings that their provider does not take, and what {@link checkRequests} finds.
 *
 * @param profiles as they stand in a body that fits its schema: by role, `characters` by name
 * @param defaultName the provider of profiles that name none
 * @returns one entry per mistake, `pointer` into the body
 */
export function checkProviders(profiles: unknown, known: KnownProviders, defaultName: string): Finding[] {
  const findings = listProfiles(profiles).flatMap(({ at, profile, provider, model }): Finding[] => {
    if (!isKnown(known, profile.provider)) {
      const names = [UNDERSTUDY_NAME, ...known.keys()].join(', ');
      return [{ pointer: `${at}/provider`, message: `there is no such provider here; there are: ${names}` }];
    }
    const info = known.get(provider ?? defaultName);
    if (info === undefined) return [];
    const faults = unsupportedSettings(info, profile).map((setting) => ({
      pointer: `${at}/${setting}`,
      message: `the provider "${provider ?? defaultName}" (${info.kind}) takes no ${setting}`,
    }));
    if (profile.provider !== undefined && model === undefined && !info.hasModel) {
      const message = `name a model: the provider "${profile.provider}" has none by itself`;
      faults.push({ pointer: `${at}/model`, message });
    }
    return faults;
  });
  return [...findings, ...checkRequests(profiles, known, defaultName)];
}
