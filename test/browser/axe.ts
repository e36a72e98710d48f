import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { must } from './cases';

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Throws if axe-core finds a serious or critical violation on the page. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  // Use the debugger: the page's policy forbids adding scripts.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(SOURCE);
  // Elements that fade in do not have their final colors yet. A paused animation never ends.
  await page.evaluate(() => {
    const ended = document
      .getAnimations()
      .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
      .map((one) => one.finished);
    return Promise.race([Promise.allSettled(ended), new Promise((late) => setTimeout(late, 5000))]);
  });
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    // Listing selectors of passing elements would cost more than the checks.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')} (${nodes.length})`);
  must(serious.length === 0, `${what}: axe finds ${told.join('; ')}`);
}
