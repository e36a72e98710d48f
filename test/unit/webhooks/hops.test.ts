import { expect, it } from 'vitest';
import { toProblem } from '../../../src/contract/to-problem';
import { hopsHeader, MAX_HOPS, readHops } from '../../../src/webhooks/send';

it('counts one hook more with every message, and refuses what has come through too many', () => {
  let hops = 0;
  for (let n = 1; n <= MAX_HOPS; n += 1) {
    expect(readHops(hopsHeader(hops))).toEqual({ ok: true, value: n });
    hops = n;
  }
  const refused = readHops(hopsHeader(hops));
  expect(refused).toEqual({ ok: false, failure: { code: 'loop', hops: MAX_HOPS + 1, limit: MAX_HOPS } });
  expect(refused.ok || toProblem(refused.failure)).toMatchObject({ type: '/problems/loop', status: 508 });
});

it.each([undefined, '', '-1', '1.5', 'many', '1e9', '9'.repeat(30)])('takes %j for no count', (told) =>
  expect(readHops(told === undefined ? {} : { 'webhook-hops': told })).toEqual({ ok: true, value: 0 }),
);
