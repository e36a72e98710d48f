import { type Failure, fail, ok, type Result } from '../../contract/problems';
import { type Branch, type Branches, branches, type WhatIf, whatIf } from '../../contract/what-if';
import { resolveChange } from '../../library/resolve';
import { readItems } from '../../library/store';
import {
  type App,
  type AppContext,
  answers,
  buildReceipt,
  idempotencyHeader,
  routeApp,
  sceneParams,
} from '../middleware/http';
import { sceneClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

/** `/v1/scenes/{id}/what-if`. */
export function mountWhatIf(app: App): void {
  routeApp(app, 'scenes', { who: 'key' })(
    'POST /v1/scenes/{id}/what-if',
    'branchScene',
    'Replay a scene with changes',
    {
      description:
        'Creates `k` scenes that share the past of this one up to round `from`, and play the rounds from there again with the same inputs and seeds. A model is only called for prompts that differ from before; all other answers are reused. Without changes there are no calls. Lines and changes between the rounds are repeated. Afterwards the branches continue like any other scene.',
      params: sceneParams,
      headers: idempotencyHeader,
      json: whatIf,
      201: answers(branches, 'The branches'),
    },
    (c, { params: { id }, json }) => makeBranches(c, id, json),
  );
}

/**
 * Makes all branches, or none. With an `Idempotency-Key`, a repeat continues with the missing ones, so the others stay.
 */
async function makeBranches(
  c: AppContext,
  source: string,
  { from, to, changes, k }: WhatIf,
): Promise<Result<Branches>> {
  const { line, ...change } = changes;
  const resolved = await resolveChange(change, (ids) =>
    readItems(c.get('db'), c.get('principal').tenant, ids),
  );
  if (!resolved.ok) return inChanges(resolved.failure);
  const receipt = await buildReceipt(c);
  const made: Branch[] = [];
  for (let n = 1; n <= k; n += 1) {
    const body = {
      ...{ source, from, to: made[0]?.to ?? to ?? null },
      changes: { ...resolved.value, ...(line && { line }) },
      salt: n === 1 ? '' : ` ${n}`,
    };
    const branch = await makeRoom(
      c,
      'scn',
      sceneClient,
      (room, address, ownReceipt) => room.branch(address, body, ownReceipt),
      receipt && { ...receipt, key: `${receipt.key}#${n}` },
    );
    if (!branch.ok) {
      if (!receipt) for (const { id } of made) await deleteRoom(c, sceneClient(c, id), id);
      return inChanges(branch.failure);
    }
    made.push(branch.value);
  }
  return ok({ from, to: made[0]?.to ?? from, scenes: made.map(({ id, title }) => ({ id, title })) });
}

/** Room and library name the fields of a change; in this request they are in `changes`. */
const inChanges = (failure: Failure): Result<never> =>
  fail(
    failure.code === 'invalid'
      ? { ...failure, errors: failure.errors.map((one) => ({ ...one, pointer: `/changes${one.pointer}` })) }
      : failure,
  );
