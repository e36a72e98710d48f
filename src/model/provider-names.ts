import type { ProviderInfo, RequestSettings } from '../api/providers';
import { UNDERSTUDY_NAME } from '../base/answerer';
import { unsupportedSettings } from './providers/samplers';
import type { Finding } from './structured/schema-check';

/** Providers that a tenant's profiles can name, beside the understudy. `hasModel`: it has a model of its own. */
export type KnownProviders = Map<string, ProviderInfo & { hasModel: boolean }>;

interface Naming extends RequestSettings {
  provider?: string | undefined;
  model?: string | undefined;
  fallback?: Naming | undefined;
}

/** A profile of a body, where it stands in it. */
interface Placed {
  at: string;
  profile: Naming;
}

/** Lists the profiles of a room's body, with their fallbacks. A fallback of the same provider has its model, too. */
function listProfiles(profiles: unknown, at = '/profiles'): Placed[] {
  const byRole = (profiles ?? {}) as Record<string, Naming | null | undefined>;
  return Object.entries(byRole).flatMap(([role, profile]): Placed[] => {
    if (!profile) return [];
    const pointer = `${at}/${role}`;
    if (role === 'characters' && at === '/profiles') return listProfiles(profile, pointer);
    const { fallback } = profile;
    if (!fallback) return [{ at: pointer, profile }];
    const provider = fallback.provider ?? profile.provider;
    const model = fallback.model ?? (provider === profile.provider ? profile.model : undefined);
    return [
      { at: pointer, profile },
      { at: `${pointer}/fallback`, profile: { ...fallback, model } },
    ];
  });
}

const isKnown = (known: KnownProviders, name: string | undefined): boolean =>
  name === undefined || name === UNDERSTUDY_NAME || known.has(name);

/** Says whether profiles name a provider that is not listed. */
export const namesUnknown = (known: KnownProviders, profiles: unknown): boolean =>
  listProfiles(profiles).some(({ profile }) => !isKnown(known, profile.provider));

/**
 * Finds the profiles of a room's body that name a provider which is not there, or one without a model of its own and no
 * model, and the settings that their provider does not take.
 *
 * @param profiles as they stand in a body that fits its schema: by role, `characters` by name
 * @param defaultName the provider of profiles that name none
 * @returns one entry per mistake, `pointer` into the body
 */
export function checkProviders(profiles: unknown, known: KnownProviders, defaultName: string): Finding[] {
  // The agents of an adventure have what the adventurer has.
  const sharedModel = (profiles as { adventurer?: Naming } | undefined)?.adventurer?.model;
  return listProfiles(profiles).flatMap(({ at, profile }): Finding[] => {
    const { provider, model = sharedModel } = profile;
    if (!isKnown(known, provider)) {
      const names = [UNDERSTUDY_NAME, ...known.keys()].join(', ');
      return [{ pointer: `${at}/provider`, message: `there is no such provider here; there are: ${names}` }];
    }
    const info = known.get(provider ?? defaultName);
    if (info === undefined) return [];
    const findings = unsupportedSettings(info, profile).map((setting) => ({
      pointer: `${at}/${setting}`,
      message: `the provider "${provider ?? defaultName}" (${info.kind}) takes no ${setting}`,
    }));
    if (provider !== undefined && model === undefined && !info.hasModel) {
      const message = `name a model: the provider "${provider}" has none by itself`;
      findings.push({ pointer: `${at}/model`, message });
    }
    return findings;
  });
}
