import type { PaceRules } from '../../../api/pace';

type Asked = { [K in keyof PaceRules]?: PaceRules[K] | undefined };

/** Returns the pace of a scene after a request; fields it leaves out stay. */
export const changePace = (
  now: PaceRules,
  { turnMode, gatherSeconds, hideLines, holdForTyping }: Asked,
): PaceRules => ({
  turnMode: turnMode ?? now.turnMode,
  gatherSeconds: gatherSeconds ?? now.gatherSeconds,
  hideLines: hideLines ?? now.hideLines,
  // null is an answer of its own: as the mode has it.
  holdForTyping: holdForTyping === undefined ? now.holdForTyping : holdForTyping,
});

/** Says whether a request changes the pace. */
export const asksForPace = ({ turnMode, gatherSeconds, hideLines, holdForTyping }: Asked): boolean =>
  [turnMode, gatherSeconds, hideLines, holdForTyping].some((value) => value !== undefined);
