export { toPointer } from '../../base/pointer';

/**
 * Structured output: everything an agent's answer passes through between the model and the ledger. Pure functions,
 * no Cloudflare, no model. docs/output.md says what is recovered, in which order, and what never
 * is.
 *
 * - `outputSchema` → the Zod schema of `{thought?, kind, text, …extras}`; `jsonInstruction` → the block that asks for it.
 * - `parseStructured` → `{ok, value, json, repairs}` or `{ok: false, errors: [{pointer, message, expected, got}]}`, for
 *   every agent that answers data; zod or draft-07 JSON Schema.
 * - `parseAgentOutput` → `{kind, text, …extras, rawFallback?}`, whatever a talking agent wrote.
 * - `splitReasoning`, `extractReasoning` → the private thought, apart from the answer.
 * - `cleanLine` → `{line, residue}` of plain prose; `isUsableLine` → whether it can be spoken; `makeGuard` → whether
 *   a text says a dealt word.
 * @module
 */

export { type Guard, makeGuard } from './guard/guard';
export type { OutputError } from './parse/errors';
export {
  FIT_REPAIRS,
  type JsonSchemaObject,
  type ParsedOutput,
  parseStructured,
  REPAIRS,
  type Repair,
  type Work,
} from './parse/parse';
export { type AgentAnswer, type OutputSchemaOptions, outputSchema } from './schema/agent-answer';
export { jsonInstruction, writeExample, writeInstruction } from './schema/instruction';
export { type ProviderSchema, toProviderSchema } from './schema/json-schema';
export {
  type AgentOutput,
  type AgentOutputOptions,
  PLACEHOLDER,
  parseAgentOutput,
} from './speech/agent-output';
export { type CleanLine, cleanLine, isUsableLine } from './speech/line';
export { looksLikeObject } from './speech/object-traces';
export {
  extractReasoning,
  joinThoughts,
  readReasoningFields,
  type SplitAnswer,
  splitReasoning,
} from './thought/reasoning';
