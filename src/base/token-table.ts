/** The tokens of o200k by rank: text, or bytes if they are not valid text. */
export type TokenTable = (string | number[])[];

/**
 * Loads the tokenizer's table from its library. The Worker's bundle uses `durable-objects/lib/token-table.ts`
 * instead (`alias` in `wrangler.toml`), because the table is a megabyte.
 */
export async function loadTokenTable(): Promise<TokenTable> {
  const { default: table } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  return table;
}
