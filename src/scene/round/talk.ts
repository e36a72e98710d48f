import { rejectionReason, toProviderSchema } from 'answer-reader';
import { z } from 'zod';
import { isSmall, UNDERSTUDY_NAME } from '../../base/answerer';
import type { Json, JsonObject } from '../../base/json';
import { isObject } from '../../base/json';
import { type SpokenLine, spokenLine, spokenLineOf } from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import {
  LINE_FIELDS,
  readSchema,
  renderJsonTemplate,
  resolveJsonMode,
  sampleAnswer,
  usesJson,
  withOwnNodes,
} from '../../model/json-template';
import { outputSchema } from '../../model/output-schema';
import { checkAnswer, dropOptionalNulls, type SchemaIssue } from '../../model/schema-check';
import type { LineMode } from '../prompt/parts';
import type { SceneState } from '../state';

/** How to ask a character and read its answers; derived from its profile. */
export interface SpeechRules {
  mayEmit: string[];
  /** The kinds that everyone hears. Lines of other kinds are not streamed. */
  aloud: string[];
  mode: LineMode;
  schema: z.ZodType<SpokenLine>;
  /** Instruction at the end of the prompt; `''` if no JSON is requested. */
  instruction: string;
  fromProse: (text: string) => SpokenLine;
  /** Validates the profile's extra fields; unset if it has none. */
  check?: (line: SpokenLine) => SchemaIssue[];
  /** Values for the extra fields, for the understudy. Set together with `check`. */
  sample?: JsonObject;
}

/** A kind of line for the members named in its field `to`. */
const WHISPER = 'whisper';

/** True if the profile may emit whispers and does not define `to` as an extra field. */
const canWhisper = (profile: ResolvedProfile): boolean =>
  profile.mayEmit.includes(WHISPER) &&
  usesJson(profile) &&
  !(profile.outputExtraFields ?? []).includes('to') &&
  !Object.hasOwn(withOwnNodes(profile), 'to');

const loud = new WeakMap<ResolvedProfile, ResolvedProfile>();

export function withoutWhispers(profile: ResolvedProfile): ResolvedProfile {
  const cachedProfile = loud.get(profile);
  if (cachedProfile) return cachedProfile;
  const { fallback, mayEmit } = profile;
  if (!mayEmit.includes(WHISPER) && !fallback) return profile;
  const kinds = mayEmit.filter((kind) => kind !== WHISPER);
  const own = {
    ...profile,
    mayEmit: kinds.length > 0 ? kinds : ['say'],
    ...(fallback && { fallback: withoutWhispers(fallback) }),
  };
  loud.set(profile, own);
  return own;
}

/** Names of a whisper's audience; null for other lines. */
export function readRecipients(profile: ResolvedProfile, line: SpokenLine): string[] | null {
  if (line.kind !== WHISPER || !canWhisper(profile)) return null;
  const { to } = line as SpokenLine & { to?: string[] | null };
  return to ?? [];
}

/**
 * True if the profile's characters answer in prose. JSON is needed for extra fields, several kinds of line,
 * whispers, or by `expectsJson`. The understudy always answers in JSON.
 */
function answersInProse(profile: ResolvedProfile): boolean {
  if (!usesJson(profile) || isSmall(profile)) return true;
  if (profile.provider === UNDERSTUDY_NAME || profile.expectsJson === true) return false;
  const { mayEmit, jsonSchema, jsonExample, outputExtraFields } = profile;
  return (
    mayEmit.length === 1 && !canWhisper(profile) && !jsonSchema && !jsonExample && !outputExtraFields?.length
  );
}

/** Kinds that no character may emit, regardless of its profile (docs/models.md#profiles). */
const NEVER_EMITTED = 'reflection';
const PLACEHOLDER = '…';
const RECIPIENTS_FIELD = { description: 'of a whisper: names of those who alone hear it; else null' };

/** One per profile, because schemas are cached by identity. The cast of a scene rarely changes. */
const made = new WeakMap<ResolvedProfile, { cast: string; talk: SpeechRules }>();

/** Lists the names that `winner` and `scores` may contain: all possible speakers, without duplicates. */
export function castNames({ cast, castOrder, personas }: SceneState): string[] {
  const characters = castOrder.flatMap((id) => cast[id]?.name ?? []);
  return [...new Set([...characters, ...personas.map(({ name }) => name)])];
}

const grantedNames = new WeakMap<ResolvedProfile, ResolvedProfile>();

/** Cached, because talks are cached by profile. */
export function withKind(profile: ResolvedProfile, kind: string): ResolvedProfile {
  const cachedProfile = grantedNames.get(profile);
  if (cachedProfile?.mayEmit[0] === kind) return cachedProfile;
  const fallback = profile.fallback && withKind(profile.fallback, kind);
  const own: ResolvedProfile = { ...profile, mayEmit: [kind], ...(fallback && { fallback }) };
  grantedNames.set(profile, own);
  return own;
}

/**
 * Returns the cached rules of a profile.
 *
 * @param cast names that `winner` and `scores` may contain, at least one
 */
export function speechRules(profile: ResolvedProfile, cast: readonly string[]): SpeechRules {
  const key = JSON.stringify(cast);
  const cachedTalk = made.get(profile);
  if (cachedTalk?.cast === key) return cachedTalk.talk;
  const talk = buildSpeechRules(profile, cast);
  made.set(profile, { cast: key, talk });
  return talk;
}

export function readExtra(profile: ResolvedProfile, line: SpokenLine): JsonObject {
  const fields = Object.entries(line as unknown as JsonObject).filter(([key]) => !LINE_FIELDS.includes(key));
  const schema = resolveJsonMode(profile) === 'schema' ? readSchema(profile) : null;
  const present = dropOptionalNulls(Object.fromEntries(fields), schema ?? {}) as JsonObject;
  if (canWhisper(profile)) delete present.to;
  const empty = ([key, value]: [string, Json]) => value === '' && profile.outputExtraFields?.includes(key);
  return Object.fromEntries(Object.entries(present).filter((field) => !empty(field)));
}

function buildSpeechRules(profile: ResolvedProfile, cast: readonly string[]): SpeechRules {
  const kinds = profile.mayEmit.filter((kind) => kind !== NEVER_EMITTED);
  const mayEmit = kinds.length > 0 ? kinds : ['say'];
  const names = usesJson(profile) ? (profile.outputExtraFields ?? []) : [];
  const own = withOwnNodes(profile);
  const whispers = canWhisper(profile);
  const fields = {
    ...typeNodes(own),
    ...typeExtras(mayEmit, names, cast),
    ...(whispers && { to: z.array(z.enum(cast)).nullable().default(null).meta(RECIPIENTS_FIELD) }),
  };
  const hasFields = Object.keys(fields).length > 0;
  const schema: z.ZodType<SpokenLine> = hasFields
    ? spokenLine.extend({ kind: z.enum(mayEmit), ...fields })
    : spokenLineOf(mayEmit);

  // Prose has no extra fields, but the line is valid (docs/models.md#answer-forms).
  const prose = new WeakSet<SpokenLine>();
  const empty = Object.fromEntries(names.filter(isPlain).map((name) => [name, '']));
  const talk: SpeechRules = {
    mayEmit,
    aloud: whispers ? mayEmit.filter((kind) => kind !== WHISPER) : mayEmit,
    mode: answersInProse(profile) ? 'prose' : 'json',
    schema,
    instruction: renderJsonTemplate(profile, toProviderSchema(schema)),
    fromProse: (text) => {
      const aloudKind = whispers ? mayEmit.find((kind) => kind !== WHISPER) : mayEmit[0];
      const line: SpokenLine = { ...empty, thought: null, kind: aloudKind ?? mayEmit[0] ?? 'say', text };
      prose.add(line);
      return line;
    },
  };
  if (!hasFields) return talk;
  const ownSchema = resolveJsonMode(profile) === 'schema' ? withoutLine(readSchema(profile) ?? {}) : null;
  return {
    ...talk,
    sample: {
      ...(whispers && { to: null }),
      ...sampleFields(profile, own),
      ...Object.fromEntries(names.filter(isPlain).map(placeHold)),
    },
    check: (line) => {
      if (prose.has(line)) return [];
      const answer = line as unknown as JsonObject;
      const faults = names.flatMap((name) => checkText(name, answer[name]));
      if (readRecipients(profile, line)?.length === 0)
        faults.push({ pointer: '/to', message: 'expected the names of those who hear the whisper' });
      if (ownSchema) {
        const ownFields = Object.entries(answer).filter(([key]) => Object.hasOwn(own, key));
        faults.push(
          ...checkAnswer(
            dropOptionalNulls(Object.fromEntries(ownFields), ownSchema) as JsonObject,
            ownSchema,
          ),
        );
      }
      return faults;
    },
  };
}

const isPlain = (name: string): boolean => name !== 'winner' && name !== 'scores';
const placeHold = (name: string): [string, Json] => [name, PLACEHOLDER];

/**
 * Fields of the profile's schema or example. Zod only passes them through; a draft-07 validator checks them.
 */
function typeNodes(nodes: { [key: string]: JsonObject }): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(nodes).map(([key, node]) => [key, z.unknown().optional().meta(node)]),
  );
}

function typeExtras(mayEmit: string[], names: readonly string[], cast: readonly string[]): z.ZodRawShape {
  const line = outputSchema({ mayEmit, extraFields: names, cast });
  const shape = line instanceof z.ZodObject ? line.shape : {};
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !LINE_FIELDS.includes(name)));
}

/**
 * Extra fields are public, so text that a character must not speak is rejected here too. An empty field is
 * fine. The gateway checks all fields for secrets.
 */
function checkText(name: string, value: Json | undefined): SchemaIssue[] {
  if (typeof value !== 'string' || ['', PLACEHOLDER].includes(value.trim())) return [];
  const why = rejectionReason(value);
  return why === null ? [] : [{ pointer: `/${name}`, message: `expected plain words, got ${why}` }];
}

function sampleFields(profile: ResolvedProfile, own: { [key: string]: JsonObject }): JsonObject {
  const sample = profile.jsonExample ?? sampleAnswer(profile);
  return Object.fromEntries(Object.entries(sample).filter(([key]) => Object.hasOwn(own, key)));
}

/** The profile's schema without the line fields, which the engine defines. */
function withoutLine(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const requiredFields = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !LINE_FIELDS.includes(key))),
    required: requiredFields.filter((key) => !LINE_FIELDS.includes(String(key))),
  };
}
