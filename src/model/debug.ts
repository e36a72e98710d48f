import type { Json, JsonObject } from '../base/json';
import type { Answer, Ask } from '../room/step-context';
import { makeGuard } from './structured/guard/guard';

const PRIVATE_KEY = /^(?:thought|thinking|reasoning|reflection|reasoning_content|reasoning_details)s?$/i;

/** What the developer's switch shows of an accepted answer. */
export function describeAccepted<T>(ask: Ask<T>, call: string, answer: Answer<T> & { ok: true }): JsonObject {
  const { provider, model } = ask.profile;
  const { role, purpose } = ask;
  const payload = withoutThoughts(JSON.parse(JSON.stringify(answer.value)));
  const leaks = makeGuard(ask.secrets ?? []).leaks(`${purpose} ${JSON.stringify(payload)}`);
  return {
    call,
    role,
    provider,
    model,
    rung: answer.rung,
    ...(leaks ? { withheld: true } : { purpose, payload }),
  };
}

function withoutThoughts(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutThoughts);
  const kept = Object.entries(value).filter(([key]) => !PRIVATE_KEY.test(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutThoughts(inner)]));
}
