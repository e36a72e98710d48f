import { CASE_SCHEMAS } from '../../packages/answer-reader/cases/case-list';
import { CASES } from '../../packages/answer-reader/cases/cases';
import type { Schema } from './answers';
import type { Damaged } from './judge';

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

export const OWN = 'case: ';
