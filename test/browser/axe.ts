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

/** Throws when axe-core finds something serious, or worse, on the page as it is now. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  // Through the debugger: the page's own policy lets nobody add a script.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(SOURCE);
  // What is still fading in has other colours than it will have. An animation that stands still never ends.
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
    // Selectors of everything that passes would cost more than the checks.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')} (${nodes.length})`);
  must(serious.length === 0, `${what}: axe finds ${told.join('; ')}`);
}
