/** Posters of games and stories, as SVG by file. */
export const DRAWINGS = import.meta.glob<string>('./posters/runs/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
