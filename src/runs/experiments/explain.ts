import type { Failure } from '../../contract/problems';
import { toProblem } from '../../contract/to-problem';

/** A failure as text, for a table row or a field of a body. */
export function explain(failure: Failure): string {
  const { detail, fix, errors = [] } = toProblem(failure);
  if (errors.length > 0) return errors.map(({ message }) => message).join('; ');
  return fix === undefined ? detail : `${detail} ${fix}`;
}
