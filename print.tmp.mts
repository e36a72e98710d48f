import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await (await browser.newContext({ viewport: { width: 794, height: 1123 }, colorScheme: 'dark' })).newPage();
await page.goto('file:///tmp/h-docs-out/story.html'); await page.emulateMedia({ media: 'print' });
await page.screenshot({ path: '/tmp/h-docs-out/print.png', fullPage: true });
await browser.close();
