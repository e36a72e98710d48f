/**
 * Returns the range of items in sight, with some on either side.
 *
 * @param view pixels scrolled past, and pixels in sight
 * @param size pixels of each item, all the same
 * @returns `[first, end)`
 */
export function visibleWindow(
  view: { scrolled: number; width: number },
  size: number,
  count: number,
  overscan = 5,
): readonly [first: number, end: number] {
  const first = Math.floor(view.scrolled / size) - overscan;
  const end = Math.ceil((view.scrolled + view.width) / size) + overscan;
  return [Math.min(Math.max(0, first), count), Math.max(0, Math.min(count, end))];
}
