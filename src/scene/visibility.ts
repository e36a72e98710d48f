import type { Viewer } from '../contract/events';

/**
 * Whether a viewer may see what was written for this audience. The one place where that is decided: for pages,
 * sockets and webhooks, and for what goes into an agent's prompt.
 *
 * @param audience `*` is everyone in the room, `owner` the owner alone, anything else a principal such as
 *   `persona:ada`
 */
export function maySee(audience: string[], viewer: Viewer): boolean {
  return viewer.owner || audience.some((who) => who === '*' || viewer.ids.includes(who));
}
