import { rejectionReason, toProviderSchema } from 'answer-reader';
import { z } from 'zod';
import { isSmall, UNDERSTUDY_NAME } from '../../base/answerer';
import type { Json, JsonObject } from '../../base/json';
import { isObject } from '../../base/json';
import { type SpokenLine, spokenLine, spokenLineOf } from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import {
  jsonModeOf,
  LINE_FIELDS,
  ownNodes,
  readSchema,
  renderJsonTemplate,
  sampleAnswer,
  speaksJson,
} from '../../model/json-template';
import { outputSchema } from '../../model/output-schema';
import { checkAnswer, dropOptionalNulls, type Finding } from '../../model/schema-check';
import type { LineMode } from '../prompt/parts';
import type { SceneState } from '../state';

/** Rules of asking a character and reading its answers, which follow from its profile. */
export interface Talk {
  /** Kinds of line; at least one. */
  mayEmit: string[];
  /** Those of them that everyone hears: the others are not heard while they are written. */
  aloud: string[];
  mode: LineMode;
  /** The line and the further fields of the profile. */
  schema: z.ZodType<SpokenLine>;
  /** Instruction that ends the prompt; `''` when no JSON is asked for. */
  instruction: string;
  /** A line that was spoken in prose; the further fields stay empty. */
  fromProse: (text: string) => SpokenLine;
  /** Set when the profile has fields of its own: what is wrong with them. */
  check?: (line: SpokenLine) => Finding[];
  /** Set with `check`: values for those fields, for the understudy. */
  sample?: JsonObject;
}

/** A kind of line that is heard by those alone whom its field `to` names. */
const WHISPER = 'whisper';

/** A profile may whisper when it may emit that kind, and `to` is no field of its own. */
const mayWhisper = (profile: ResolvedProfile): boolean =>
  profile.mayEmit.includes(WHISPER) &&
  speaksJson(profile) &&
  !(profile.outputExtraFields ?? []).includes('to') &&
  !Object.hasOwn(ownNodes(profile), 'to');

const loud = new WeakMap<ResolvedProfile, ResolvedProfile>();

/** The same profile, and its fallback, without whispers: for lines whose hearers are given. */
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

/** Names of those who hear a line, when it is a whisper; null: it is none. */
export function readHearers(profile: ResolvedProfile, line: SpokenLine): string[] | null {
  if (line.kind !== WHISPER || !mayWhisper(profile)) return null;
  const { to } = line as SpokenLine & { to?: string[] | null };
  return to ?? [];
}

/**
 * True if the profile's characters answer in prose: unless JSON is needed for extra fields, several kinds of line, whispers,
 * or by `expectsJson`. The understudy always answers in JSON.
 */
function speaksProse(profile: ResolvedProfile): boolean {
  if (!speaksJson(profile) || isSmall(profile)) return true;
  if (profile.provider === UNDERSTUDY_NAME || profile.expectsJson === true) return false;
  const { mayEmit, jsonSchema, jsonExample, outputExtraFields } = profile;
  return (
    mayEmit.length === 1 && !mayWhisper(profile) && !jsonSchema && !jsonExample && !outputExtraFields?.length
  );
}

/** Kinds that no character may put into the scene, whatever its profile says (docs/models.md#profiles). */
const NEVER_EMITTED = 'reflection';
const PLACEHOLDER = '…';
const HEARERS = { description: 'of a whisper: names of those who alone hear it; else null' };

/** One per profile, as schemas are cached by identity. The cast of a scene rarely changes. */
const made = new WeakMap<ResolvedProfile, { cast: string; talk: Talk }>();

/** Lists the names that `winner` and `scores` may hold: everyone who can speak in the scene, each once. */
export function castNames({ cast, castOrder, personas }: SceneState): string[] {
  const characters = castOrder.flatMap((id) => cast[id]?.name ?? []);
  return [...new Set([...characters, ...personas.map(({ name }) => name)])];
}

const granted = new WeakMap<ResolvedProfile, ResolvedProfile>();

/** A profile, and its fallback, whose kind of line is given by what is played. One for each, as talks are cached. */
export function withKind(profile: ResolvedProfile, kind: string): ResolvedProfile {
  const cachedProfile = granted.get(profile);
  if (cachedProfile?.mayEmit[0] === kind) return cachedProfile;
  const fallback = profile.fallback && withKind(profile.fallback, kind);
  const own: ResolvedProfile = { ...profile, mayEmit: [kind], ...(fallback && { fallback }) };
  granted.set(profile, own);
  return own;
}

/**
 * Returns the cached rules of a profile.
 *
 * @param cast names that `winner` and `scores` may hold, at least one
 */
export function talkOf(profile: ResolvedProfile, cast: readonly string[]): Talk {
  const key = JSON.stringify(cast);
  const cachedTalk = made.get(profile);
  if (cachedTalk?.cast === key) return cachedTalk.talk;
  const talk = makeTalk(profile, cast);
  made.set(profile, { cast: key, talk });
  return talk;
}

/** The further fields of an answer, as they go into its event: what was left empty is left out. */
export function readExtra(profile: ResolvedProfile, line: SpokenLine): JsonObject {
  const fields = Object.entries(line as unknown as JsonObject).filter(([key]) => !LINE_FIELDS.includes(key));
  const schema = jsonModeOf(profile) === 'schema' ? readSchema(profile) : null;
  const present = dropOptionalNulls(Object.fromEntries(fields), schema ?? {}) as JsonObject;
  if (mayWhisper(profile)) delete present.to;
  const empty = ([key, value]: [string, Json]) => value === '' && profile.outputExtraFields?.includes(key);
  return Object.fromEntries(Object.entries(present).filter((field) => !empty(field)));
}

function makeTalk(profile: ResolvedProfile, cast: readonly string[]): Talk {
  const kinds = profile.mayEmit.filter((kind) => kind !== NEVER_EMITTED);
  const mayEmit = kinds.length > 0 ? kinds : ['say'];
  const names = speaksJson(profile) ? (profile.outputExtraFields ?? []) : [];
  const own = ownNodes(profile);
  const whispers = mayWhisper(profile);
  const fields = {
    ...typeNodes(own),
    ...typeExtras(mayEmit, names, cast),
    ...(whispers && { to: z.array(z.enum(cast)).nullable().default(null).meta(HEARERS) }),
  };
  const hasFields = Object.keys(fields).length > 0;
  const schema: z.ZodType<SpokenLine> = hasFields
    ? spokenLine.extend({ kind: z.enum(mayEmit), ...fields })
    : spokenLineOf(mayEmit);

  // Prose has no fields to check; the line is kept all the same (docs/models.md#answer-forms).
  const prose = new WeakSet<SpokenLine>();
  const empty = Object.fromEntries(names.filter(isPlain).map((name) => [name, '']));
  const talk: Talk = {
    mayEmit,
    aloud: whispers ? mayEmit.filter((kind) => kind !== WHISPER) : mayEmit,
    mode: speaksProse(profile) ? 'prose' : 'json',
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
  const ownSchema = jsonModeOf(profile) === 'schema' ? withoutLine(readSchema(profile) ?? {}) : null;
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
      if (readHearers(profile, line)?.length === 0)
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

/** Fields of the profile's schema or example. Zod only carries them; draft-07 decides about them. */
function typeNodes(nodes: { [key: string]: JsonObject }): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(nodes).map(([key, node]) => [key, z.unknown().optional().meta(node)]),
  );
}

/** `outputExtraFields`, typed as every talking agent has them, without the fields of the line. */
function typeExtras(mayEmit: string[], names: readonly string[], cast: readonly string[]): z.ZodRawShape {
  const line = outputSchema({ mayEmit, extraFields: names, cast });
  const shape = line instanceof z.ZodObject ? line.shape : {};
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !LINE_FIELDS.includes(name)));
}

/**
 * A further field is shown to everyone: what may not be spoken may not stand there either. It may be left empty. Secrets
 * are the gateway's business, for all fields at once.
 */
function checkText(name: string, value: Json | undefined): Finding[] {
  if (typeof value !== 'string' || ['', PLACEHOLDER].includes(value.trim())) return [];
  const why = rejectionReason(value);
  return why === null ? [] : [{ pointer: `/${name}`, message: `expected plain words, got ${why}` }];
}

/** The author's example (or one made from the schema), its own fields alone. */
function sampleFields(profile: ResolvedProfile, own: { [key: string]: JsonObject }): JsonObject {
  const sample = profile.jsonExample ?? sampleAnswer(profile);
  return Object.fromEntries(Object.entries(sample).filter(([key]) => Object.hasOwn(own, key)));
}

/** A profile's schema without the fields of the line, which are the engine's. */
function withoutLine(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const requiredFields = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !LINE_FIELDS.includes(key))),
    required: requiredFields.filter((key) => !LINE_FIELDS.includes(String(key))),
  };
}
