// Runs before the first paint, so that a dark page does not flash white (kit/theme.ts).
{
  const theme = localStorage.getItem('proscenium:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
// Loads the parts of the page at once (build/preload-parts.ts). Home needs a key.
{
  const [page] =
    [
      ['scene', /^#\/scenes\/scn_/],
      ['join', /^#\/join/],
      ['home', /^(#\/?)?$/],
    ].find(([, path]) => path.test(location.hash)) ?? [];
  const isShown = page !== 'home' || localStorage.getItem('proscenium:key') !== null;
  const parts = (isShown && document.querySelector(`meta[name="parts-of-${page}"]`)?.content) || '';
  for (const href of parts.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '', href });
    else Object.assign(link, { rel: 'modulepreload', href });
    document.head.append(link);
  }
}
