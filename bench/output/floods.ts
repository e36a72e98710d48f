/** Texts on which a careless parser takes quadratic time, by the piece they repeat. */
export const FLOODS: Record<string, { unit: string; lead?: string; goal: boolean }> = {
  '{': { unit: '{', goal: true },
  '"': { unit: '"', goal: true },
  '<think>': { unit: '<think>', goal: true },
  ',': { unit: ',', goal: true },
  '[': { unit: '[', goal: false },
  '}': { unit: '}', goal: false },
  '{"a":': { unit: '{"a":', goal: false },
  '{"': { unit: '{"', goal: false },
  '{}': { unit: '{}', goal: false },
  "'": { unit: "'", goal: false },
  '“': { unit: '“', goal: false },
  '\\': { unit: '\\', goal: false },
  '/*': { unit: '/*', goal: false },
  '//': { unit: '//', goal: false },
  '```': { unit: '```', goal: false },
  '<': { unit: '<', goal: false },
  '</think>': { unit: '</think>', goal: false },
  '[think]': { unit: '[think]', goal: false },
  '<|channel|>': { unit: '<|channel|>', goal: false },
  'a space': { unit: ' ', goal: false },
  'a newline': { unit: '\n', goal: false },
  'a letter': { unit: 'a', goal: false },
  'kind: x, a line': { unit: 'kind: x\n', goal: false },
  'after kind: say, text: a letter and a newline': { lead: 'kind: say\ntext: ', unit: 'a\n', goal: false },
  'after kind: say, text: { and a newline': { lead: 'kind: say\ntext: ', unit: '{\n', goal: false },
  'after {"text":": a quote and a comma': { lead: '{"kind":"say","text":"', unit: '",', goal: false },
  'after {"text":": a quote and a letter': { lead: '{"kind":"say","text":"', unit: '"a', goal: false },
  'after {"text":": \\': { lead: '{"kind":"say","text":"', unit: '\\', goal: false },
  'whole answers': { unit: '{"kind":"say","text":"Hello."} ', goal: false },
};

/** Returns `bytes` of a flood (its units are counted in UTF-16, which is close enough). */
export function flood(name: string, bytes: number): string {
  const spec = FLOODS[name];
  if (spec === undefined) throw new Error(`no flood ${name}`);
  const lead = spec.lead ?? '';
  return lead + spec.unit.repeat(Math.ceil((bytes - lead.length) / Buffer.byteLength(spec.unit)));
}
