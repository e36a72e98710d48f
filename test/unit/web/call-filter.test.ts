import { expect, test } from 'vitest';
import { callsAddress, NO_FILTER, neighborCalls, readCallFilter } from '../../../web/src/calls/call-filter';

test('an address leads to the calls that it was made for', () => {
  const filter = { ...NO_FILTER, room: 'scn_1', rung: 'repaired', text: '100% & more', from: '2026-11-01' };
  const address = callsAddress(filter);
  expect(readCallFilter(new URLSearchParams(address.split('?')[1]))).toEqual(filter);
  expect(callsAddress(NO_FILTER)).toBe('/calls');
});

test('what the API would refuse is not asked', () => {
  const query = new URLSearchParams('role=king&status=lost&rung=golden&from=soon&to=2026-11-30&colour=red');
  expect(readCallFilter(query)).toEqual({ ...NO_FILTER, status: 'lost', to: '2026-11-30' });
});

test('spaces around a text are not looked for, nor is a text of nothing else', () => {
  expect(callsAddress({ ...NO_FILTER, text: '  plan  ' })).toBe('/calls?text=plan');
  expect(callsAddress({ ...NO_FILTER, text: '   ' })).toBe('/calls');
});

test('the neighbours of a call are those with the next numbers, across rounds', () => {
  const calls = [
    { id: 'r.2.9', round: 2, n: 9 },
    { id: 'r.1.3', round: 1, n: 3 },
    { id: 'r.1.5', round: 1, n: 5 },
  ];
  expect(neighborCalls(calls, 'r.1.5')).toEqual({ earlier: 'r.1.3', later: 'r.2.9' });
  expect(neighborCalls(calls, 'r.1.3')).toEqual({ earlier: null, later: 'r.1.5' });
  expect(neighborCalls(calls, 'r.7.7')).toEqual({ earlier: null, later: null });
});
