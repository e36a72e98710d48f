import { expect, it } from 'vitest';
import { rehearseCalls } from './rehearse';

it('rehearses an object, a streamed line and a picture', async () => {
  expect(await rehearseCalls()).toMatchObject({ ok: true, rung: 'json_schema', line: true, problems: [] });
});
