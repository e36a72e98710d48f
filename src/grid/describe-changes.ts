import type { AnalystBrief } from './briefs';
import type { PromptLimits } from './fit-shown';
import { describeCells, diffFrames } from './frame/diff';
import { groupMoves } from './frame/move-groups';
import { describeChanges, describeObject } from './frame/objects';
import { listSome } from './phrases';

/** Maximum parts listed per group. */
const SHOWN_PARTS = 8;

/** Computed once for all attempts to fit a prompt: a noisy board has thousands of changes. */
export interface ChangeLines {
  objects: string[];
  groups: string[];
  cells: string[];
  /** Masked cells that differ between the two frames in the prompt; null: none. */
  masked: string | null;
}

/** @param most maximum changed cells */
export function readChanges({ objects, diff, before, after, mask }: AnalystBrief, most: number): ChangeLines {
  const settledFrame = after.at(-1);
  const whole = mask.length > 0 && settledFrame !== undefined ? diffFrames(before, [settledFrame]) : diff;
  const count = whole.changed.length - diff.changed.length;
  return {
    objects: describeChanges(objects),
    groups: describeGroups(objects),
    cells: describeCells(diff.changed).slice(0, most + 1),
    masked: count > 0 ? `${count} ${count === 1 ? 'masked cell' : 'masked cells'}` : null,
  };
}

/** Lines on changes between the frames, and on the state of the game and its level. */
export function describeDiff(brief: AnalystBrief, seen: ChangeLines, shown: PromptLimits): string[] {
  const { diff } = brief;
  const outcome = describeOutcome(brief);
  if (!diff.hasChanges) return [...describeStill(brief, seen), ...outcome];
  return [
    diff.summary,
    ...(seen.masked === null
      ? []
      : [`In addition, ${seen.masked} changed; they say nothing about the action.`]),
    ...outcome,
    ...someLines(seen.objects, shown.changes, 'objects'),
    ...someLines(seen.groups, shown.changes, 'groups'),
    ...someLines(brief.animation, shown.changes, 'steps of the animation'),
    'Changed cells:',
    ...seen.cells.slice(0, shown.cells),
    ...(seen.cells.length > shown.cells ? ['and more'] : []),
  ];
}

/** Mentions masked changes: the prompt must not claim "no changes" next to two pictures that differ. */
function describeStill({ after, levelChanged }: AnalystBrief, { masked }: ChangeLines): string[] {
  if (levelChanged && after.length === 0) return ['There is no board of the same level to compare with.'];
  if (masked !== null) return [`ONLY MASKED CELLS CHANGED: ${masked}, which change after any action.`];
  return ['NO CHANGES DETECTED'];
}

function describeOutcome({ game, levelCompleted, levelChanged }: AnalystBrief): string[] {
  const next = game.state === 'WIN' ? 'what follows' : 'the board of the next level';
  return [
    ...(levelCompleted ? [`The action completed a level; ${next} is not shown.`] : []),
    ...(levelChanged && !levelCompleted
      ? ['The action took back a completed level; the board of the other level is not shown.']
      : []),
    ...(game.state === 'WIN' ? ['The action won the game (WIN).'] : []),
    ...(game.state === 'GAME_OVER' ? ['The action ended the game (GAME_OVER). The game starts again.'] : []),
  ];
}

function someLines(lines: readonly string[], most: number, what: string): string[] {
  const more = lines.length - most;
  return [
    ...lines.slice(0, most).map((line) => `- ${line}`),
    ...(more > 0 ? [`- (${more} more ${what} are not shown)`] : []),
  ];
}

const describeGroups = (changes: AnalystBrief['objects']): string[] =>
  groupMoves(changes)
    .filter(({ parts }) => parts.length > 1)
    .map(({ parts }) => `moved as one: ${listSome(parts.map(describeObject), SHOWN_PARTS, ', ')}`);
