import { expect, it } from 'vitest';
import { createSend } from './requests';

const send = (type: string, text: string) =>
  createSend({
    ...{ url: 'http://stage.test', token: 'ps_key', retries: 0 },
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
  })('/v1/any');

it('reads JSON to its end, and leaves JSON lines to the caller', async () => {
  await expect(send('application/json', '{"a":')).rejects.toThrow('truncated');
  await expect(send('application/problem+json; charset=utf-8', '{"a":')).rejects.toThrow('truncated');
  const lines = '{"a":1}\n{"a":2}\n';
  expect(await (await send('application/x-ndjson', lines)).text()).toBe(lines);
});
