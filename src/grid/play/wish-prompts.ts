import { jsonInstruction, toProviderSchema } from 'answer-reader';
import type { JsonObject } from '../../base/json';
import type { CountTokens } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import { colorName } from '../../contract/frame';
import { MAX_EXPLORE_STEPS, MAX_WISH_STEPS, type WishAnswer, wishAnswer } from '../../contract/wishes';
import type { ExplorerBrief } from '../briefs';
import { CLICK, type Refusal } from '../choose';
import {
  describeBoard,
  describeEndings,
  describeGame,
  describeMask,
  describeObjects,
  findEndings,
  objectLines,
} from '../describe-game';
import type { PromptLimits, PromptWindow } from '../fit-shown';
import { countColors } from '../frame/board';
import { quoteSome, section } from '../phrases';
import {
  COMMON,
  describeEnvironment,
  describeOffer,
  fitForms,
  MOST,
  type PromptForms,
  writeMessages,
} from '../prompts';
import { createMask } from '../state';
import type { Node } from './config';
import type { PlayMemory } from './memory';
import type { PastWish } from './wish-words';

/** A refused wish in words, with the reasons, for the second request. */
export interface RefusedWish {
  text: string;
  refusals: readonly Refusal[];
}

/** Input for call A of a turn of play: which goal to pursue. */
export interface WishBrief extends Omit<ExplorerBrief, 'task' | 'refused'> {
  task: 'player';
  /** Lines about the game as the planner has learned it. */
  planner: readonly string[];
  /** Earlier wishes, oldest first. */
  wishes: readonly PastWish[];
  callsLeft: number;
  refused: RefusedWish | null;
}

/** Actions to show before an action that ended the game or changed its level. */
const SHOWN_BEFORE = 4;

const PLAYER = [
  COMMON,
  '',
  'YOUR TASK: complete levels. Choose what to reach on the board. A planner that knows everything done in this game finds',
  'the actions that lead there, and executes them one by one.',
  'wish is one of these:',
  '- to: move the controlled object to the cell (row,col)',
  '- touch: move the controlled object into the object at the cell (row,col). With object_row and object_col, move the object',
  '  at that cell next to it instead. If no action moves an object, the planner clicks on the object',
  `- actions: execute these actions, at most ${MAX_WISH_STEPS}`,
  `- explore: try new actions, for at most ${MAX_EXPLORE_STEPS} steps`,
  'You choose again when the wish is reached, when an action has an unexpected result, and when the level or the game ends.',
  'You then see the outcome. A wish that cannot be reached is refused with the reason.',
  'The goal of the game is unknown. The way in which earlier levels were completed is the best clue.',
].join('\n');

/** Fewer earlier boards than in exploration: they rarely help in play. */
const MOST_OF_PLAY: PromptLimits = { ...MOST, recent: 1, words: 800 };

/** A valid answer that leaves the next actions to the planner. */
export const wishExample = ({ situation }: Pick<WishBrief, 'situation'>): WishAnswer & JsonObject => ({
  current_board_assessment: `The board has ${situation.board.rows} rows and ${situation.board.cols} columns.`,
  reasoning: 'Some actions have not been tried here yet.',
  wish: 'explore',
  row: null,
  col: null,
  object_row: null,
  object_col: null,
  actions: null,
  steps: 10,
  expectation: 'The planner tries a new action.',
});

/**
 * Prompts that ask for a wish; {@link import('../fit-shown').fitLimits} decides what to cut.
 *
 * @param window of the model
 */
export function wishPrompts(brief: WishBrief, window: PromptWindow, count: CountTokens): PromptForms {
  const form = jsonInstruction(toProviderSchema(wishAnswer), wishExample(brief));
  const lines = {
    objects: objectLines(brief.frame, createMask(brief.mask)),
    endings: findEndings(brief.history(), brief.game.level, SHOWN_BEFORE),
  };
  return fitForms(MOST_OF_PLAY, (shown) => writeWish(brief, lines, shown), form, window, count);
}

function writeWish(
  brief: WishBrief,
  { objects, endings }: { objects: ReturnType<typeof objectLines>; endings: string[] },
  shown: PromptLimits,
): Message[] {
  const { situation, mask, game, frame, frameNumber, planner, wishes, refused } = brief;
  const { available, actions, board } = situation;
  const text = [
    section('KNOWN ABOUT THE WORLD', describeEnvironment(brief.environment, shown)),
    section('THE GAME NOW', [
      describeGame(game),
      ...describeEndings(endings, shown.endings),
      describeBoard(board),
      describeMask(mask, board.cols, shown.regions),
    ]),
    shown.objects > 0 ? section('OBJECTS ON THE BOARD NOW', describeObjects(objects, shown.objects)) : '',
    section(
      'AVAILABLE ACTIONS',
      available.flatMap((id) => describeOffer(id, actions[id], shown)),
    ),
    available.includes(CLICK)
      ? `${CLICK} takes a place: x is a column, 0 to ${board.cols - 1}, y a row, 0 to ${board.rows - 1}.`
      : '',
    section('THE PLANNER KNOWS', planner),
    section('YOUR WISHES SO FAR', describeWishes(wishes, shown)),
    `Actions left in the budget: ${situation.actionsLeft}. Calls left: ${brief.callsLeft}.`,
    refused
      ? section(`YOUR WISH (${refused.text}) WAS REFUSED`, [
          ...refused.refusals.map(
            ({ pointer, message }) => `- ${pointer}: ${quoteSome(message, shown.words)}`,
          ),
          'Wish for something else.',
        ])
      : '',
  ];
  const frames = [{ label: `frame ${frameNumber}: the board now`, cells: frame }];
  return writeMessages(PLAYER, text, frames, shown);
}

function describeWishes(wishes: readonly PastWish[], { wishes: most, words }: PromptLimits): string[] {
  if (wishes.length === 0) return ['none yet'];
  const older = wishes.length - most;
  return [
    ...(older > 0 ? [`- (${older} earlier ones are not shown)`] : []),
    ...wishes.slice(Math.max(0, older)).map(({ turn, text, expectation, outcome }) => {
      const expectedWords =
        expectation === '' ? '' : `; expected: ${quoteSome(expectation, Math.min(words, WISH_WORDS))}`;
      return `- turn ${turn}: ${text}${outcome === '' ? '' : `: ${outcome}`}${expectedWords}`;
    }),
  ];
}
const WISH_WORDS = 160;

/** Limit on the kinds in one line. */
const SHOWN_KINDS = 6;

export function describePlanner(
  { model, reached, winning, deadly }: PlayMemory,
  { board, mover }: Node,
): string[] {
  if (!mover) return ['No action is known to move an object on this board, so `to` cannot be used.'];
  const { at, look, cells } = mover;
  const colours = [...new Set(cells.map((cell) => colorName(board.cells[cell] ?? 0)))].join(' and ');
  const moves = (['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5', 'ACTION7'] as const).flatMap(
    (id) => {
      const step = model.stepOf(id);
      return step ? [`${id} by (${step})`] : [];
    },
  );
  const present = [...countColors(board).entries()].flatMap(([colour, n]) => (n > 0 ? [colour] : []));
  const name = (canEnter: boolean | null) =>
    present
      .filter((colour) => model.canEnter(colour) === canEnter)
      .map(colorName)
      .join(', ') || 'none';
  return [
    `The controlled object has ${look.rows}×${look.cols} cells, ${colours}. Its top left corner is at (${at}).`,
    `Moves in (rows,columns): ${moves.join(', ') || 'unknown'}.`,
    `It can enter cells of these colors: ${name(true)}; not of these: ${name(false)}; unknown: ${name(null)}.`,
    `It has been at ${reached.size} ${reached.size === 1 ? 'place' : 'places'} in this level.`,
    ...nameKinds('A level was completed when it touched', [...winning.keys()]),
    ...nameKinds('The game ended when it touched', [...deadly.keys()]),
  ];
}

/** One line on kinds, whose keys look like `8.2x2.4` or `click 8.2x2.4`. */
function nameKinds(title: string, names: readonly string[]): string[] {
  const kinds = names.flatMap((name) => {
    const [, click, colour, rows, cols] = /^(click )?(\d+)\.(\d+)x(\d+)\.\d+$/.exec(name) ?? [];
    if (colour === undefined) return [];
    return [`${colorName(Number(colour))} ${rows}×${cols} object${click ? ' (by a click)' : ''}`];
  });
  return kinds.length > 0 ? [`${title}: ${kinds.slice(0, SHOWN_KINDS).join(', ')}.`] : [];
}
