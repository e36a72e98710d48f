import { UNDERSTUDY_NAME } from '../base/answerer';
import { checkModelName } from '../contract/model-names';
import type { ProviderInfo, RequestSettings } from '../contract/providers';
import { checkSpending } from './operator-fields';
import { unsupportedSettings } from './providers/samplers';
import type { SchemaIssue } from './schema-check';

/**
 * Providers that a tenant's profiles can name, in addition to the understudy. `hasModel`: it has a default model.
 * `isOwnKey`: the tenant pays with its own key; otherwise the operator pays.
 */
export type KnownProviders = Map<string, ProviderInfo & { hasModel: boolean; isOwnKey?: boolean }>;

interface ProfileNames extends RequestSettings {
  provider?: string | undefined;
  model?: string | undefined;
  fallback?: ProfileNames | undefined;
}

interface LocatedProfile {
  at: string;
  profile: ProfileNames;
  /** The effective provider and model; undefined: the default of new rooms. */
  provider: string | undefined;
  model: string | undefined;
}

/**
 * Lists the profiles of a room's body with their fallbacks. A fallback on the same provider inherits its model, and the
 * agents of an adventure inherit the adventurer's settings.
 */
function listProfiles(profiles: unknown, at = '/profiles'): LocatedProfile[] {
  const byRole = (profiles ?? {}) as Record<string, ProfileNames | null | undefined>;
  const { adventurer } = byRole;
  return Object.entries(byRole).flatMap(([role, profile]): LocatedProfile[] => {
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

/**
 * Checks the additions of a body's profiles to provider requests: model names, and fields that cost money when the
 * operator's key is used.
 * @param profiles as in {@link checkProviders}
 * @param at their JSON Pointer in the body
 * @returns one entry per mistake, `pointer` into the body
 */
export const checkRequests = (
  profiles: unknown,
  known: KnownProviders,
  defaultName: string,
  at?: string,
): SchemaIssue[] =>
  listProfiles(profiles, at).flatMap(
    ({ at: pointer, profile, provider = defaultName, model }): SchemaIssue[] => {
      const info = known.get(provider);
      if (info === undefined) return [];
      const nameFault = model === undefined ? null : checkModelName(info.kind, model);
      const spending = info.isOwnKey ? [] : checkSpending(info.kind, model, profile.extraBody);
      return [...(nameFault === null ? [] : [{ pointer: '/model', message: nameFault }]), ...spending].map(
        (finding) => ({ pointer: `${pointer}${finding.pointer}`, message: finding.message }),
      );
    },
  );

/**
 * Finds profiles that name an unknown provider, or a provider without a default model and no model; settings that their
 * provider does not support; and the findings of {@link checkRequests}.
 * @param profiles from a body that fits its schema: by role, `characters` by name
 * @param defaultName the provider of profiles that name none
 * @returns one entry per mistake, `pointer` into the body
 */
export function checkProviders(profiles: unknown, known: KnownProviders, defaultName: string): SchemaIssue[] {
  const findings = listProfiles(profiles).flatMap(({ at, profile, provider, model }): SchemaIssue[] => {
    if (!isKnown(known, profile.provider)) {
      const names = [UNDERSTUDY_NAME, ...known.keys()].join(', ');
      return [{ pointer: `${at}/provider`, message: `no such provider is configured; available: ${names}` }];
    }
    const info = known.get(provider ?? defaultName);
    if (info === undefined) return [];
    const faults = unsupportedSettings(info, profile).map((setting) => ({
      pointer: `${at}/${setting}`,
      message: `the provider "${provider ?? defaultName}" (${info.kind}) does not support ${setting}`,
    }));
    if (profile.provider !== undefined && model === undefined && !info.hasModel) {
      const message = `set a model: the provider "${profile.provider}" has no default model`;
      faults.push({ pointer: `${at}/model`, message });
    }
    return faults;
  });
  return [...findings, ...checkRequests(profiles, known, defaultName)];
}
