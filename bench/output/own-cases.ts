import { CASE_SCHEMAS } from '../../packages/answer-reader/cases/case-list';
import { CASES } from '../../packages/answer-reader/cases/cases';
import type { Schema } from './answers';
import type { Damaged } from './judge';

/** Reads the table of cases of the unit tests, each under its kind of damage. */
export function readOwnCases(): Damaged[] {
  return CASES.map(({ kind, raw, schema, expected }) => ({
    kind: `${OWN}${kind}`,
    schemaName: schema,
    schema: CASE_SCHEMAS[schema] as Schema,
    raw,
    accept: expected === null ? [] : [expected],
    mayRefuse: expected === null,
    loose: true,
  }));
}

/** Prefix of the kinds of the table, whose names may equal those of the generated damage. */
export const OWN = 'case: ';
