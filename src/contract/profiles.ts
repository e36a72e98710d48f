import { z } from 'zod';
import { isTooDeep, MAX_JSON_DEPTH } from '../base/json';
import { lazily } from '../base/memoize';
import { jsonObject } from './json';
import { providerName, requestSettings } from './providers';

/** Most characters of a profile's `jsonSchema` or `jsonExample`, as JSON: they are part of every prompt. */
const MAX_JSON_CHARS = 20_000;
const PROMPT_STYLES = ['chat', 'small'] as const;
export const JSON_MODES = ['object', 'schema'] as const;

const SMALL = `at most ${MAX_JSON_CHARS} characters of JSON and ${MAX_JSON_DEPTH} levels`;
const smallObject = z
  .record(z.string(), z.unknown())
  // One check, so that the size of what is too deep is never taken.
  .refine((value) => !isTooDeep(value) && JSON.stringify(value).length <= MAX_JSON_CHARS, {
    error: SMALL,
  });

const ownProfile = z
  .strictObject({
    provider: providerName
      .optional()
      .describe(
        'Name of a provider (GET /v1/providers). Default: the first that is configured, else `understudy`',
      ),
    model: z.string().min(1).max(200).optional().describe("Default: the operator's MODEL"),
    ...requestSettings,
    maxTokens: z
      .int()
      .min(16)
      .max(32_000)
      .optional()
      .describe('Most tokens an answer may have. Default: MAX_TOKENS'),
    maxContextTokens: z
      .int()
      .min(500)
      .max(1_000_000)
      .optional()
      .describe('The model window. Default: MAX_CONTEXT_TOKENS'),
    timeoutSeconds: z.number().min(0.05).max(600).optional().describe('Of one call. Default: CALL_TIMEOUT_S'),
    mayEmit: z
      .array(z.string().regex(/^[a-z][a-z.]{0,39}$/))
      .min(1)
      .max(20)
      .optional()
      .describe(
        'Kinds a talking agent may emit. Default ["say"]. With `whisper`, a character may whisper to those it names',
      ),
    promptStyle: z
      .enum(PROMPT_STYLES)
      .optional()
      .describe(
        'The layout of prompts in scenes. Default `chat`: rules and cards, then the conversation as turns, own lines as ' +
          'the assistant’s. `small`: for models of a few billion parameters. The director chooses ids alone; a ' +
          'character gets its card in a few sentences and answers in prose. In runs it makes the prompts of ' +
          'adventurer, explorer and analyst short',
      ),
    expectsJson: z
      .boolean()
      .optional()
      .describe(
        'True: answers are JSON. False, for characters: plain prose, the spoken line. Default: JSON, but prose for ' +
          'characters whose lines need no fields',
      ),
    jsonMode: z
      .enum(JSON_MODES)
      .optional()
      .describe(
        '`object`: any JSON object of the form of `jsonExample`; `schema`: one that fits `jsonSchema`. ' +
          'Default: `schema` with a `jsonSchema`, `object` with a `jsonExample` alone',
      ),
    jsonSchema: z
      .union([smallObject, z.string().min(2).max(MAX_JSON_CHARS)], {
        error: `an object, or a string of JSON: ${SMALL}`,
      })
      .optional()
      .describe(
        'JSON Schema draft-07 of an object, inline or as a string of JSON. ' +
          "An engine's own schema wins over it",
      ),
    jsonExample: smallObject.optional().describe('An answer of the wanted form'),
    outputExtraFields: z
      .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/))
      .max(12)
      .optional()
      .describe(
        'Fields a character answers beside its line: required strings, except `winner` (one of the cast, or ' +
          'null) and `scores` (numbers by name)',
      ),
  })
  .meta({ id: 'FallbackProfile' });

/** Connection of one agent role to a model. A profile names a provider, never a URL (docs/models.md#profiles). */
export const profile = ownProfile
  .extend({
    fallback: ownProfile
      .optional()
      .describe('Who is asked instead when this one gives no usable answer; what it does not say is as here'),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

const ownResolved = () =>
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
/** A profile with every default applied; frozen into the room when it is created. */
export const resolvedProfile = lazily(() =>
  ownResolved()
    .extend({ fallback: ownResolved().exactOptional() })
    .meta({ id: 'ResolvedProfile', description: 'A profile, every default applied' }),
);
export type ResolvedProfile = z.output<ReturnType<typeof resolvedProfile>>;
