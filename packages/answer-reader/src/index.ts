/**
 * Parses answers of language models: JSON objects and spoken lines, damaged or complete, whole or streaming. Pure
 * functions that never throw on a model's text and run in linear time.
 *
 * @example
 * const { answer, reasoning } = splitReasoning(await ask(`${prompt}\n\n${jsonInstruction(toProviderSchema(schema))}`));
 * const read = parseStructured(answer, schema);
 * if (read.ok) play(read.value);
 * else askAgain(read.errors);
 *
 * @module
 */

export { parseAgentOutput } from './agent-output';
export { checkDraft07 } from './draft07';
export { findListed } from './form';
export { jsonInstruction } from './instruction';
export { JsonFollower } from './json-follower';
export { rejectionReason } from './line';
export { parseStructured } from './parse';
export { toProviderSchema } from './provider-schema';
export { readLine } from './read-line';
export { splitReasoning } from './reasoning';
export { cutAtSentence } from './sentences';
export { makeLineStream } from './stream';
