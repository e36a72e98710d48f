/** Posters of scenes, and one for each kind of room without its own, as SVG by file. */
export const DRAWINGS = import.meta.glob<string>(['./posters/*.svg', './posters/scenes/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
