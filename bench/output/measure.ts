import { median } from '../lib/stats';
import { type Damaged, judge, type Outcome } from './judge';
import type { Library } from './libraries';

export type Counts = Record<Outcome, number>;

/**
 * Results of the libraries for the answers of one kind. Speeds are MB (10⁶ bytes) of raw answers per second.
 */
export interface KindResult {
  kind: string;
  count: number;
  bytes: number;
  counts: Record<string, Counts>;
  speeds: Record<string, number>;
  /** Answers that ours got wrong, for `--show`, with the libraries that got them right. */
  misses: { damaged: Damaged; outcome: Outcome; got: unknown; readBy: string[] }[];
}

/**
 * Judges every answer once, then times `passes` passes; libraries take turns within a kind, and each pass
 * starts with another one.
 */
export async function measureKinds(
  corpus: readonly Damaged[],
  libraries: readonly Library[],
  passes: number,
): Promise<KindResult[]> {
  const kinds = [...Map.groupBy(corpus, (damaged) => damaged.kind)];
  const results: KindResult[] = [];
  for (const [kind, items] of kinds) results.push(await judgeKind(kind, items, libraries));
  const samples = new Map<string, number[]>();
  for (let pass = 0; pass < passes; pass++) {
    for (const [kind, items] of kinds) {
      for (let i = 0; i < libraries.length; i++) {
        const library = libraries[(i + pass) % libraries.length];
        if (library === undefined) continue;
        const key = `${kind} ${library.name}`;
        samples.set(key, [...(samples.get(key) ?? []), await time(items, library)]);
      }
    }
  }
  for (const result of results) {
    for (const { name } of libraries) {
      result.speeds[name] = result.bytes / 1000 / median(samples.get(`${result.kind} ${name}`) ?? []);
    }
  }
  return results;
}

async function judgeKind(
  kind: string,
  items: readonly Damaged[],
  libraries: readonly Library[],
): Promise<KindResult> {
  const result: KindResult = { kind, count: items.length, bytes: 0, counts: {}, speeds: {}, misses: [] };
  for (const damaged of items) result.bytes += Buffer.byteLength(damaged.raw);
  for (const { name } of libraries) result.counts[name] = { correct: 0, wrong: 0, refused: 0 };
  for (const damaged of items) {
    const readBy: string[] = [];
    let miss: { outcome: Outcome; got: unknown } | undefined;
    for (const library of libraries) {
      const got = await library.parse(damaged.raw, damaged.schema);
      const outcome = judge(damaged, got);
      const counts = result.counts[library.name];
      if (counts !== undefined) counts[outcome]++;
      if (outcome === 'correct') readBy.push(library.name);
      else if (library.name === 'ours') miss = { outcome, got: got?.value };
    }
    if (miss !== undefined) result.misses.push({ damaged, ...miss, readBy });
  }
  return result;
}

async function time(items: readonly Damaged[], library: Library): Promise<number> {
  const start = performance.now();
  for (const { raw, schema } of items) await library.parse(raw, schema);
  return performance.now() - start;
}
