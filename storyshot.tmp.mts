import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const [width, height] of [[1440, 900], [390, 844]] as const) for (const scheme of ['light', 'dark'] as const) {
  const page = await (await browser.newContext({ viewport: { width, height }, colorScheme: scheme })).newPage();
  page.on('console', (m) => console.log('console', m.text()));
  await page.goto('file:///tmp/h-docs-out/story.html');
  await page.screenshot({ path: `/tmp/h-docs-out/story-${width}-${scheme}-1.png` });
  await page.evaluate(() => document.querySelector('main')?.scrollIntoView());
  await page.screenshot({ path: `/tmp/h-docs-out/story-${width}-${scheme}-2.png` });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) console.log(width, 'over', over);
  if (width === 1440 && scheme === 'dark') await page.pdf({ path: '/tmp/h-docs-out/story.pdf', format: 'A4' });
}
await browser.close();
