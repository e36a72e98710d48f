/**
 * Structured output: reads what a model answers before anything of it reaches the ledger. Pure functions, no Cloudflare,
 * no model. The gateway, the engines and the profiles call these functions; `docs/models.md` says what is recovered, in
 * which order, and what never is.
 *
 * - `outputSchema` makes the Zod schema of `{thought?, kind, text, …extras}`; `jsonInstruction` writes the block that
 *   asks for JSON.
 * - `parseStructured` reads an object that fits a Zod or draft-07 schema: `{ok, value, json, repairs}` or
 *   `{ok: false, errors: [{pointer, message, expected, got}]}`.
 * - `parseAgentOutput` reads the answer of an agent that talks: checked against its schema for the gateway, which asks
 *   again; or tolerant, as `{kind, text, …extras, rawFallback?}`, whatever was written.
 * - `splitReasoning` and `extractReasoning` take the private thought out of an answer.
 * - `cleanLine` makes `{line, residue}` of plain prose; `isUsableLine` says that a line can be spoken, `makeGuard` that
 *   a text says a dealt word.
 *
 * @example
 * const schema = outputSchema({ mayEmit: ['say'], extraFields: ['mood'] });
 * const prompt = `${scene}\n\n${jsonInstruction(toProviderSchema(schema))}`;
 * const { answer, reasoning } = splitReasoning(await ask(prompt));
 * const read = parseStructured(answer, schema);
 * if (read.ok) say(read.value.text);
 * @module
 */

export { type AgentOutput, type AgentOutputOptions, PLACEHOLDER, parseAgentOutput } from './agent-output';
export { checkDraft07 } from './draft07';
export { FIT_REPAIRS, type OutputError, outputError, type Repair } from './errors';
export { readListed } from './form';
export { type Guard, makeGuard } from './guard';
export { exampleLine, isExample, jsonInstruction, REPEATED_EXAMPLE } from './instruction';
export { JsonFollower } from './json-follower';
export { parseExact, withoutControls } from './json-text';
export { type CleanLine, cleanLine, isBlank, isUsableLine, rejectionReason } from './line';
export { hideTags, showTags } from './markup';
export {
  type AgentAnswer,
  type OutputSchemaOptions,
  outputSchema,
  type ProviderSchema,
  toProviderSchema,
} from './output-schema';
export { type ParsedOutput, parseStructured } from './parse';
export { isRefusal } from './patterns';
export {
  extractReasoning,
  joinThoughts,
  keepEnd,
  readReasoningFields,
  type SplitAnswer,
  splitReasoning,
} from './reasoning';
export {
  checkAskable,
  checkCost,
  checkSchema,
  dropOptionalNulls,
  type Finding,
  inlineRefs,
} from './schema-check';
export { cutAtSentence, wholeSentences } from './sentences';
export { type Speakers, takeOwnWords } from './speakers';
export { MAX_TEXT, makeTextStream } from './stream';
export { makeTail } from './tail';
export {
  jsonModeOf,
  LINE_FIELDS,
  ownNodes,
  parseSchema,
  readSchema,
  renderJsonTemplate,
  sampleAnswer,
  speaksJson,
} from './template';
export { makeWordStream } from './words';
