import type { PaceRules } from '../../../api/pace';

type Asked = { [K in keyof PaceRules]?: PaceRules[K] | undefined };

/** When rounds begin, with what a request says of it: what it leaves out stays. */
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

/** Whether a request says anything of it. */
export const asksForPace = ({ turnMode, gatherSeconds, hideLines, holdForTyping }: Asked): boolean =>
  [turnMode, gatherSeconds, hideLines, holdForTyping].some((value) => value !== undefined);
