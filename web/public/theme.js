// Runs before the first paint: a dark room does not flash white. kit/theme.ts stores the choice.
{
  const theme = localStorage.getItem('proscenium:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
// A link to a scene: what its page is made of is asked for at once (web/build/preload-parts.ts names it).
if (/^#\/scenes\/scn_/.test(location.hash)) {
  const parts = document.querySelector('meta[name="parts-of-scene"]')?.content.split(' ') ?? [];
  for (const href of parts) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '', href });
    else Object.assign(link, { rel: 'modulepreload', href });
    document.head.append(link);
  }
}
