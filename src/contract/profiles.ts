import { z } from 'zod';
import { isTooDeep, MAX_JSON_DEPTH } from '../base/json';
import { lazy } from '../base/memoize';
import { jsonObject } from './json';
import { providerName, requestSettings } from './providers';

/** Maximum characters of a profile's `jsonSchema` or `jsonExample`, as JSON: they are part of every prompt. */
const MAX_JSON_CHARS = 20_000;
const PROMPT_STYLES = ['chat', 'small'] as const;
export const JSON_MODES = ['object', 'schema'] as const;

const SMALL = `at most ${MAX_JSON_CHARS} characters of JSON and ${MAX_JSON_DEPTH} levels`;
const smallObject = z
  .record(z.string(), z.unknown())
  // Check the depth first, so that we never stringify values that are too deep.
  .refine((value) => !isTooDeep(value) && JSON.stringify(value).length <= MAX_JSON_CHARS, {
    error: SMALL,
  });

const ownProfile = z
  .strictObject({
    provider: providerName
      .optional()
      .describe(
        'Name of a provider (GET /v1/providers). Default: the default of your tenant, else the first configured provider, else `understudy`',
      ),
    model: z.string().min(1).max(200).optional().describe('Name of the model. Default: MODEL of the stage'),
    ...requestSettings,
    maxTokens: z
      .int()
      .min(16)
      .max(32_000)
      .optional()
      .describe('Maximum tokens of an answer. Default: MAX_TOKENS'),
    maxContextTokens: z
      .int()
      .min(500)
      .max(1_000_000)
      .optional()
      .describe('Context window of the model, in tokens. Default: MAX_CONTEXT_TOKENS'),
    timeoutSeconds: z
      .number()
      .min(0.05)
      .max(600)
      .optional()
      .describe('Timeout of a call, in seconds. Default: CALL_TIMEOUT_S'),
    mayEmit: z
      .array(z.string().regex(/^[a-z][a-z.]{0,39}$/))
      .min(1)
      .max(20)
      .optional()
      .describe(
        'Kinds of lines a character may produce. Default ["say"]. With `whisper`, a character may whisper to characters it names',
      ),
    promptStyle: z
      .enum(PROMPT_STYLES)
      .optional()
      .describe(
        "Layout of prompts. `chat` (default): rules and cards, then the conversation as chat turns, with own lines as the assistant's. `small`: short prompts for models with a few billion parameters; the director only chooses ids, and a character gets a short card and answers in prose. In runs, `small` shortens the prompts of adventurer, explorer and analyst",
      ),
    expectsJson: z
      .boolean()
      .optional()
      .describe(
        'True: answers are JSON. False, for characters only: plain prose. Default: JSON, except for characters whose lines need no fields',
      ),
    jsonMode: z
      .enum(JSON_MODES)
      .optional()
      .describe(
        '`object`: any JSON object similar to `jsonExample`; `schema`: an object that matches `jsonSchema`. Default: `schema` with a `jsonSchema`, `object` with only a `jsonExample`',
      ),
    jsonSchema: z
      .union([smallObject, z.string().min(2).max(MAX_JSON_CHARS)], {
        error: `an object, or a string of JSON: ${SMALL}`,
      })
      .optional()
      .describe(
        'JSON Schema (draft-07) of an object, inline or as a JSON string. Schemas of the engine take precedence',
      ),
    jsonExample: smallObject.optional().describe('An example answer'),
    outputExtraFields: z
      .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/))
      .max(12)
      .optional()
      .describe(
        'Additional fields that a character answers with its line: required strings, except `winner` (id of a cast member, or null) and `scores` (numbers by name)',
      ),
  })
  .meta({ id: 'FallbackProfile' });

/** Connects an agent role to a model. A profile names a provider, never a URL (docs/models.md#profiles). */
export const profile = ownProfile
  .extend({
    fallback: ownProfile
      .optional()
      .describe('Profile to use if this one gives no usable answer. Omitted fields are inherited'),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

const ownResolvedFields = () =>
  profile
    .omit({ fallback: true })
    .required({
      provider: true,
      model: true,
      maxTokens: true,
      maxContextTokens: true,
      timeoutSeconds: true,
      mayEmit: true,
    })
    .extend({ jsonSchema: jsonObject.exactOptional(), jsonExample: jsonObject.exactOptional() });
/** A profile with all defaults applied; stored in the room when it is created. */
export const resolvedProfile = lazy(() =>
  ownResolvedFields()
    .extend({ fallback: ownResolvedFields().exactOptional() })
    .meta({ id: 'ResolvedProfile', description: 'A profile with all defaults applied' }),
);
export type ResolvedProfile = z.output<ReturnType<typeof resolvedProfile>>;
