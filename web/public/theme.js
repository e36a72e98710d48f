// Runs before the first paint: a dark room does not flash white. kit/theme.ts stores the choice.
{
  const theme = localStorage.getItem('proscenium:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
