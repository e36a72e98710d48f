/** Lists missing or wrong headers of an answer of the Worker. A switched protocol (101) has none. */
export function headerFaults(
  path: string,
  { status, headers }: { status: number; headers: Headers },
): string[] {
  if (status === 101) return [];
  const policy = headers.get('Content-Security-Policy') ?? '';
  const is = (name: string, value: string) =>
    headers.get(name) === value ? [] : [`${name} is ${headers.get(name)}, not ${value}`];
  return [
    ...policyFaults(policy),
    ...is('X-Content-Type-Options', 'nosniff'),
    ...is('Referrer-Policy', 'no-referrer'),
    ...is('Cross-Origin-Resource-Policy', 'same-origin'),
    ...(path.startsWith('/v1/') ? is('Cache-Control', 'no-store') : []),
    ...(status === 401 ? is('WWW-Authenticate', 'Bearer') : []),
    ...((status === 429 || status === 503) && !headers.has('Retry-After') ? ['no Retry-After'] : []),
    ...['Set-Cookie', 'Server', 'X-Powered-By', 'Access-Control-Allow-Origin']
      .filter((name) => headers.has(name))
      .map((name) => `${name} is there`),
    ...(status >= 400
      ? is('Content-Type', path.includes('/openai/') ? 'application/json' : 'application/problem+json')
      : []),
  ];
}

/** Lists faults of a Content-Security-Policy; also for static files. */
export function policyFaults(policy: string): string[] {
  const needed = ["default-src 'none'", "frame-ancestors 'none'"].filter((part) => !policy.includes(part));
  const allowed = /'unsafe-|\*|https?:|\bws:|\bwss:/.exec(policy);
  return [
    ...needed.map((part) => `the policy lacks ${part}`),
    ...(allowed ? [`the policy has ${allowed[0]}`] : []),
  ];
}
