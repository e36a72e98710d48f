/** The tokens of o200k by their rank: text, or bytes where they are no text. */
export type TokenTable = (string | number[])[];

/**
 * Loads the table of the tokenizer, as its library has it. In the Worker's bundle `durable-objects/lib/token-table.ts` stands
 * in its place (`alias` in `wrangler.toml`), because the table is a megabyte.
 */
export async function loadTokenTable(): Promise<TokenTable> {
  const { default: table } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  return table;
}
