export function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.failure)}`);
  return result.value;
}
