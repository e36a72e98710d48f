import { describe, expect, it } from 'vitest';
import { callDiscord, readRate } from './rest';

const rate = (status: number, headers: Record<string, string>, body?: unknown) =>
  readRate(status, new Headers(headers), body);

describe('readRate', () => {
  it('waits as long as a 429 says, in body or header, whichever is longer', () => {
    expect(rate(429, {}, { retry_after: 1.337 })).toEqual({ waitMs: 1337, isGlobal: false });
    expect(rate(429, { 'Retry-After': '4' }, { retry_after: 1 })).toEqual({ waitMs: 4000, isGlobal: false });
    expect(rate(429, {}, { retry_after: 1e9 }).waitMs).toBe(3_600_000);
    expect(rate(429, {}, { retry_after: -1 }).waitMs).toBe(5000);
  });

  it('knows a wait for everything', () => {
    expect(rate(429, {}, { retry_after: 1, global: true }).isGlobal).toBe(true);
    expect(rate(429, { 'X-RateLimit-Global': 'true' }, { retry_after: 1 }).isGlobal).toBe(true);
    expect(rate(429, { 'Retry-After': '60' }, 'a page')).toEqual({ waitMs: 60_000, isGlobal: true });
  });

  it('waits for an empty bucket, and for no other', () => {
    const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '0.25' };
    expect(rate(200, headers).waitMs).toBe(250);
    expect(rate(200, { ...headers, 'X-RateLimit-Remaining': '1' }).waitMs).toBe(0);
    expect(rate(204, {}).waitMs).toBe(0);
  });
});

describe('askDiscord', () => {
  const tools = (send: () => Promise<Response>) => ({
    ...{ fetch: send as typeof fetch, api: 'https://discord.test', stage: 'https://stage.test' },
  });

  it('never throws, and tells no secret', async () => {
    const path = '/webhooks/1/secret-token';
    const reply = await callDiscord(
      tools(() => Promise.reject(new Error(`fetch of ${path} failed`))),
      { method: 'POST', path, botToken: 'secret-bot' },
    );
    expect(reply).toMatchObject({ ok: false, status: null });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });

  it('reads the number of an error, and takes no page for JSON', async () => {
    const gone = () =>
      Promise.resolve(Response.json({ message: 'Unknown\nWebhook', code: 10_015 }, { status: 404 }));
    const reply = await callDiscord(tools(gone), { method: 'GET', path: '/x' });
    expect(reply).toMatchObject({
      status: 404,
      code: 10_015,
      error: 'Discord answered 404: Unknown Webhook',
    });
    const page = () => Promise.resolve(new Response('<html>', { status: 502 }));
    expect(await callDiscord(tools(page), { method: 'GET', path: '/x' })).toMatchObject({
      status: 502,
      code: 0,
    });
  });
});
