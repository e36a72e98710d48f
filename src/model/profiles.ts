import { isTooDeep, type JsonObject, MAX_JSON_DEPTH } from '../base/json';
import { ADVENTURE_ROLES, type AdventureRole } from '../contract/adventure-agents';
import type { SceneChange } from '../contract/change-scene';
import type { NewScene } from '../contract/create-scene';
import type { PayloadOf } from '../contract/events/events';
import type { Profile, ResolvedProfile } from '../contract/profiles';
import { type ProviderInfo, pickSettings } from '../contract/providers';
import type { CreateRun } from '../contract/runs';
import {
  LINE_FIELDS,
  parseSchema,
  readSchema,
  resolveJsonMode,
  sampleAnswer,
  usesJson,
} from './json-template';
import { unsupportedSettings } from './providers/samplers';
import {
  checkAnswer,
  checkAskable,
  checkCost,
  checkSchema,
  inlineRefs,
  type SchemaIssue,
} from './schema-check';

const DEFAULT_ANSWER = 800;
/** Defaults of `small` profiles: for a line or choice, and for the longer answers of agents in a run. */
export const SMALL_ANSWER = 120;
export const SMALL_REPORT = 400;
const SMALL_PENALTY = 1.15;
const DEFAULT_WINDOW = 16_000;
/** Tokens of the window reserved for the prompt. */
const MIN_PROMPT = 200;

export interface ModelDefaults {
  provider: string;
  /** The operator's MODEL; the understudy's model is itself. */
  model: string;
  /** Default models by provider name, for profiles that name only a provider. */
  models?: Readonly<Record<string, string>>;
  timeoutSeconds: number;
  maxTokens?: number;
  maxContextTokens?: number;
  /** Context windows by provider name, before `maxContextTokens`. */
  windows?: Readonly<Record<string, number>>;
  /** Kinds and addresses of the configured providers, by name. */
  infos?: ReadonlyMap<string, ProviderInfo>;
}

const NEVER_EMITTED = 'reflection';

/**
 * Applies every default to a profile; rooms store the result. The profile must have passed {@link checkProfile}.
 * @param smallAnswer token limit of a small model's answer if the profile sets none
 */
export function resolveProfile(
  profile: Profile | undefined,
  defaults: ModelDefaults,
  smallAnswer = SMALL_ANSWER,
): ResolvedProfile {
  if (!profile?.fallback) return resolveOwn(profile, defaults, smallAnswer);
  const { fallback, ...own } = profile;
  // Another provider has other models: inherit only settings that are independent of the endpoint.
  const { provider: _provider, model: _model, ...shared } = own;
  const sameProvider = fallback.provider === undefined || fallback.provider === own.provider;
  const base = sameProvider ? own : omitParameters(shared, own.provider, fallback.provider, defaults);
  return {
    ...resolveOwn(own, defaults, smallAnswer),
    fallback: resolveOwn({ ...base, ...fallback }, defaults, smallAnswer),
  };
}

/**
 * Settings that a fallback on another provider inherits: without the settings that it does not accept and the fields
 * specific to the first endpoint.
 */
function omitParameters(
  profile: Profile,
  from: string | undefined,
  to: string | undefined,
  { provider, infos }: ModelDefaults,
): Profile {
  if ((from ?? provider) === (to ?? provider)) return profile;
  const { extraBody: _extraBody, ...shared } = profile;
  const info = infos?.get(to ?? provider);
  const names = new Set<string>(info === undefined ? [] : unsupportedSettings(info, shared));
  return Object.fromEntries(Object.entries(shared).filter(([name]) => !names.has(name))) as Profile;
}

/** Profiles of an adventure: agents inherit the adventurer's settings. */
export const resolveAdventurers = (
  profiles: NonNullable<CreateRun['profiles']> = {},
  defaults: ModelDefaults,
): Record<AdventureRole, ResolvedProfile> => {
  const adventurer: Profile = profiles.adventurer ?? {};
  const inherit = ({ provider = adventurer.provider }: Profile): Profile =>
    omitParameters(adventurer, adventurer.provider, provider, defaults);
  const resolve = (role: AdventureRole) =>
    resolveProfile(
      { ...inherit(profiles[role] ?? {}), ...profiles[role] },
      defaults,
      role === 'adventurer' ? undefined : SMALL_REPORT,
    );
  return Object.fromEntries(ADVENTURE_ROLES.map((role) => [role, resolve(role)])) as Record<
    AdventureRole,
    ResolvedProfile
  >;
};

export type SceneProfiles = PayloadOf<'scene.created'>['profiles'];
/** Changed profiles, by role and character id; null resets a profile to its default. */
export type ProfilesReset = NonNullable<PayloadOf<'scene.changed'>['profiles']>;

/** Roles without a profile stay absent: see `agentProfile` in src/scene/state.ts. */
export function resolveProfiles(
  { characters = {}, ...roles }: NonNullable<NewScene['profiles']> = {},
  defaults: ModelDefaults,
): SceneProfiles {
  const resolveAll = (profiles: { [name: string]: Profile | undefined }): Record<string, ResolvedProfile> =>
    Object.fromEntries(
      Object.entries(profiles).flatMap(([name, one]) => (one ? [[name, resolveProfile(one, defaults)]] : [])),
    );
  const narrator = roles.narrator && { mayEmit: ['narrate'], ...roles.narrator };
  return {
    ...resolveAll({ ...roles, narrator }),
    director: resolveProfile(roles.director, defaults),
    character: resolveProfile(roles.character, defaults),
    characters: resolveAll(characters),
  };
}

/**
 * Changed profiles of a running scene. Null removes a profile; `director` and `character` return to the operator's
 * defaults.
 */
export function resolveProfileChanges(
  { characters, ...roles }: NonNullable<SceneChange['profiles']>,
  defaults: ModelDefaults,
): ProfilesReset {
  const resolveAll = (profiles: { [name: string]: Profile | null | undefined }) =>
    Object.fromEntries(
      Object.entries(profiles).flatMap(([name, one]) =>
        one === undefined ? [] : [[name, one && resolveProfile(one, defaults)]],
      ),
    );
  return {
    ...resolveAll(roles),
    ...(roles.director === null && { director: resolveProfile(undefined, defaults) }),
    ...(roles.character === null && { character: resolveProfile(undefined, defaults) }),
    ...(characters && { characters: resolveAll(characters) }),
  };
}

function resolveOwn(
  profile: Profile | undefined,
  defaults: ModelDefaults,
  smallAnswer: number,
): ResolvedProfile {
  const provider = profile?.provider ?? defaults.provider;
  const maxContextTokens =
    profile?.maxContextTokens ?? defaults.windows?.[provider] ?? defaults.maxContextTokens ?? DEFAULT_WINDOW;
  const isSmall = profile?.promptStyle === 'small';
  const maxTokens = profile?.maxTokens ?? (isSmall ? smallAnswer : (defaults.maxTokens ?? DEFAULT_ANSWER));
  return {
    provider,
    model:
      provider === 'understudy'
        ? 'understudy'
        : (profile?.model ?? defaults.models?.[provider] ?? defaults.model),
    // The profile may set only one of the two, so it may conflict with the operator's other one.
    maxTokens: Math.min(maxTokens, maxContextTokens - MIN_PROMPT),
    maxContextTokens,
    timeoutSeconds: profile?.timeoutSeconds ?? defaults.timeoutSeconds,
    mayEmit: profile?.mayEmit ?? ['say'],
    ...(profile?.promptStyle && { promptStyle: profile.promptStyle }),
    // Small models repeat themselves without a penalty.
    ...(isSmall && { repetitionPenalty: SMALL_PENALTY }),
    ...(profile && { ...pickSettings(profile), ...resolveJson(profile) }),
  };
}

function resolveJson(profile: Profile): Partial<ResolvedProfile> {
  const mode = resolveJsonMode(profile);
  const schema = readSchema(profile);
  return {
    ...(profile.expectsJson !== undefined && { expectsJson: profile.expectsJson }),
    ...(mode && { jsonMode: mode }),
    ...(schema && { jsonSchema: schema }),
    ...(profile.jsonExample && { jsonExample: profile.jsonExample as JsonObject }),
    ...(profile.outputExtraFields?.length && { outputExtraFields: profile.outputExtraFields }),
  };
}

/**
 * Checks a profile as a whole, beyond the type of each field: contradicting settings, a schema that is not draft-07 or
 * not supported in requests, an example that does not fit the schema.
 * @returns one entry per mistake, `pointer` a JSON Pointer into the profile; `[]` if valid
 */
export function checkProfile({ fallback, ...own }: Profile): SchemaIssue[] {
  const findings = [
    ...checkWindow(own),
    ...checkEmits(own),
    ...checkFields(own),
    ...checkStyle(own),
    ...(usesJson(own) ? checkJson(own) : checkProse(own)),
  ];
  if (!fallback || findings.length > 0) return findings;
  const instead = checkProfile({ ...own, ...fallback });
  return instead.map(({ pointer, message }) => ({ pointer: `/fallback${pointer}`, message }));
}

/**
 * Checks the profiles of a new room, by role.
 * @param talking roles that speak lines; the others answer a schema of their engine, which plain prose cannot carry
 * @param at their JSON Pointer in the body
 * @returns as {@link checkProfile}, pointers into the body: `/profiles/<role>/…`
 */
export function checkProfiles(
  profiles: { [role: string]: Profile | null | undefined } | undefined,
  talking: readonly string[],
  at = '/profiles',
): SchemaIssue[] {
  return Object.entries(profiles ?? {}).flatMap(([role, profile]) => {
    if (!profile) return [];
    const problems = checkProfile(profile);
    if (!talking.includes(role)) problems.push(...checkSilentProfile(role, profile));
    return problems.map(({ pointer, message }) => ({ pointer: `${at}/${role}${pointer}`, message }));
  });
}

/** Like {@link checkProfiles} for a scene, whose characters may have profiles. */
export const checkSceneProfiles = ({
  characters = {},
  ...roles
}: NonNullable<SceneChange['profiles']> = {}): SchemaIssue[] => [
  ...checkProfiles(roles, ['character', 'narrator']),
  ...checkProfiles(characters, Object.keys(characters), '/profiles/characters'),
];

function checkSilentProfile(role: string, profile: Profile): SchemaIssue[] {
  const findings: SchemaIssue[] = [];
  if (!usesJson(profile)) {
    findings.push({
      pointer: '/expectsJson',
      message: `the ${role} must answer with JSON; only characters can use prose`,
    });
  }
  if (profile.outputExtraFields?.length) {
    findings.push({
      pointer: '/outputExtraFields',
      message: `the ${role} does not speak; only characters can have these`,
    });
  }
  return findings;
}

function checkEmits({ mayEmit }: Profile): SchemaIssue[] {
  if (!mayEmit?.every((kind) => kind === NEVER_EMITTED)) return [];
  return [
    { pointer: '/mayEmit', message: `"${NEVER_EMITTED}" is never emitted; add at least one other kind` },
  ];
}

function checkWindow(profile: Profile): SchemaIssue[] {
  const { maxTokens = DEFAULT_ANSWER, maxContextTokens = DEFAULT_WINDOW } = profile;
  if (maxContextTokens >= maxTokens + MIN_PROMPT) return [];
  const pointer = profile.maxContextTokens === undefined ? '/maxTokens' : '/maxContextTokens';
  const message = `a context window of ${maxContextTokens} tokens and an answer of ${maxTokens} leave too little space; the prompt needs at least ${MIN_PROMPT}`;
  return [{ pointer, message }];
}

/** A small model's line is plain prose. */
function checkStyle({ promptStyle, outputExtraFields, jsonSchema, jsonExample }: Profile): SchemaIssue[] {
  if (promptStyle !== 'small' || !(outputExtraFields?.length || jsonSchema || jsonExample)) return [];
  const message = 'small models answer in plain prose without fields; remove these, or use "chat"';
  return [{ pointer: '/promptStyle', message }];
}

function checkFields(profile: Profile): SchemaIssue[] {
  const names = profile.outputExtraFields ?? [];
  const ownKeys = Object.keys(propertiesOf(readSchema(profile)));
  return names.flatMap((name, index) => {
    const pointer = `/outputExtraFields/${index}`;
    if (LINE_FIELDS.includes(name))
      return [{ pointer, message: `"${name}" is already a field of every line` }];
    if (names.indexOf(name) < index) return [{ pointer, message: `"${name}" is listed twice` }];
    if (ownKeys.includes(name))
      return [{ pointer, message: `"${name}" is already a property of jsonSchema` }];
    return [];
  });
}

/** A profile without JSON must not have JSON settings. */
function checkProse(profile: Profile): SchemaIssue[] {
  const settings = ['jsonMode', 'jsonSchema', 'jsonExample', 'outputExtraFields'] as const;
  return settings
    .filter((field) => profile[field] !== undefined)
    .map((field) => ({
      pointer: `/${field}`,
      message: 'plain prose has no fields: remove it, or expectsJson: false',
    }));
}

function checkJson(profile: Profile): SchemaIssue[] {
  const { jsonMode, jsonSchema } = profile;
  if (jsonSchema === undefined) {
    return jsonMode === 'schema'
      ? [{ pointer: '/jsonSchema', message: 'jsonMode "schema" needs a jsonSchema' }]
      : [];
  }
  if (jsonMode === 'object') {
    return [{ pointer: '/jsonSchema', message: 'requires jsonMode "schema"; "object" uses a jsonExample' }];
  }
  const schema = parseSchema(profile);
  if (schema === null || isTooDeep(schema)) {
    const message = schema ? `at most ${MAX_JSON_DEPTH} levels` : 'is not a JSON object';
    return [{ pointer: '/jsonSchema', message }];
  }
  // Order matters: each check relies on the previous one.
  const invalid = checkSchema(schema);
  if (invalid.length > 0) return invalid.map((finding) => nestIssue('/jsonSchema', finding));
  const inlining = inlineRefs(schema);
  if (!inlining.ok) return [nestIssue('/jsonSchema', inlining.finding)];
  const findings = [...checkAskable(inlining.schema), ...checkCost(inlining.schema)];
  if (findings.length > 0) return findings.map((finding) => nestIssue('/jsonSchema', finding));
  return checkExample(profile, inlining.schema);
}

function checkExample(profile: Profile, schema: JsonObject): SchemaIssue[] {
  if (profile.jsonExample !== undefined) {
    const misfits = checkAnswer(profile.jsonExample as JsonObject, schema);
    return misfits.map((finding) => nestIssue('/jsonExample', finding));
  }
  const [misfit] = checkAnswer(sampleAnswer(profile), schema);
  if (!misfit) return [];
  const message = `set an example: none can be generated from the schema (${misfit.pointer || 'whole schema'}: ${misfit.message})`;
  return [{ pointer: '/jsonExample', message }];
}

const propertiesOf = (schema: JsonObject | null): object =>
  typeof schema?.properties === 'object' && schema.properties !== null ? schema.properties : {};

const nestIssue = (field: string, { pointer, message }: SchemaIssue): SchemaIssue => ({
  pointer: `${field}${pointer}`,
  message,
});
