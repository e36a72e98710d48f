import type { Call } from './openapi';

/** Values of a call's parameters, by `in` and name: `path id` → `scn_…`. */
export type Values = Readonly<Record<string, string>>;

export const placeOf = (parameter: { in: string; name: string }): string =>
  `${parameter.in} ${parameter.name}`;

/**
 * The path of an endpoint with its values, plus non-empty query parameters. A missing path value leaves its name in
 * braces.
 */
export function addressOf(call: Pick<Call, 'path' | 'parameters'>, values: Values): string {
  const path = call.path.replaceAll(/\{([^}]+)\}/g, (braces, name: string) => {
    const value = values[placeOf({ in: 'path', name })];
    return value ? encodeURIComponent(value) : braces;
  });
  const query = new URLSearchParams();
  for (const parameter of call.parameters) {
    const value = values[placeOf(parameter)];
    if (parameter.in === 'query' && value) query.set(parameter.name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The headers that the call takes and the values fill. */
export const headersOf = (call: Pick<Call, 'parameters'>, values: Values): [name: string, value: string][] =>
  call.parameters.flatMap((parameter): [string, string][] => {
    const value = values[placeOf(parameter)];
    return parameter.in === 'header' && value ? [[parameter.name, value]] : [];
  });

/** Quotes a word for a POSIX shell; double quotes would let it expand `$` and backticks. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Formats an endpoint as a shell command. The key is not included: the shell reads it from `PROSCENIUM_KEY`. */
export function curlOf(call: Call, stage: string, values: Values, body: unknown): string {
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quote(stage + addressOf(call, values))}`,
  ];
  if (call.credentials.length > 0) lines.push('-H "Authorization: Bearer $PROSCENIUM_KEY"');
  const headers = headersOf(call, values);
  for (const [name, value] of headers) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  const [first] = call.body?.media ?? [];
  if (first && /[/+]json$/.test(first.type)) {
    lines.push(`-H ${quote(`Content-Type: ${first.type}`)}`);
    if (body !== undefined) lines.push(`-d ${quote(JSON.stringify(body, null, 2))}`);
  } else if (first) {
    lines.push(`-H ${quote(`Content-Type: ${first.type}`)}`, "--data-binary '@file'");
  }
  return lines.join(' \\\n  ');
}
