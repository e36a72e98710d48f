import { DEFAULT_SHARES, SECTIONS, type Section } from '../../../api/context';

export { DEFAULT_SHARES, SECTIONS, type Section } from '../../../api/context';

/**
 * Divides tokens among the sections. The share of an absent section goes to the others in proportion; counts are rounded
 * down, so that the sections together never exceed the sum of all shares.
 *
 * @param args.maxContextTokens tokens to share out: the model's window less the answer's reserve and the fixed parts
 * @param args.shares percent of each section; together at most 100, more is scaled down to it
 * @param args.present the sections there is something for
 * @returns a count for every section, 0 for an absent one
 */
export function allocate(args: {
  maxContextTokens: number;
  shares?: Readonly<Record<Section, number>>;
  present: Iterable<Section>;
}): Record<Section, number> {
  const { maxContextTokens, shares = DEFAULT_SHARES } = args;
  const present = new Set(args.present);
  const sum = (sections: Iterable<Section>) =>
    [...sections].reduce((total, section) => total + shares[section], 0);
  const whole = Math.min(sum(SECTIONS), 100);
  const totalShare = sum(present);
  const tokens = Math.max(0, Math.floor(maxContextTokens));
  const counts = SECTIONS.map((section): [Section, number] => {
    if (!present.has(section) || totalShare === 0) return [section, 0];
    // One division, last: whole numbers stay exact until it.
    return [section, Math.floor((tokens * shares[section] * whole) / (totalShare * 100))];
  });
  return Object.fromEntries(counts) as Record<Section, number>;
}
