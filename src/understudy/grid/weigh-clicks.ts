import { CLICK } from '../../grid/choose';
import { type Aim, type Search, WEIGHTS } from './aims';
import { type Clickable, countClicks, countIdleClicks, GROUND_PART } from './clicks';
import { foresee, type Imagined, imagineOn } from './imagine';
import { weigh } from './weigh';

/** Clicks on things of a kind after which an effect that no claim covers is left at that. */
const MAX_UNCOVERED = 5;

/** Clicks without effect in a row after which other kinds wait for one that has some. */
const MAX_IDLE = 3;

/** Says whether things of a kind, or what is in one place, had an effect, and were not clicked often yet. */
const isUncovered = ({ siteClicks, siteWorked, placeClicks, placeWorked }: Clickable): boolean =>
  (siteWorked && siteClicks <= MAX_UNCOVERED) || (placeWorked && placeClicks <= MAX_UNCOVERED);

/** Says whether a thing was never clicked in its place, though one that looks like it had an effect. */
const isTwinOpen = ({ siteClicks, siteWorked, placeClicks, bar }: Clickable): boolean =>
  siteWorked && placeClicks === 0 && siteClicks <= MAX_UNCOVERED && !bar;

/** Clicks on a kind of thing that did nothing, though others of its size do something, until it is left at that. */
const MAX_SIBLING = 2;

/** Says whether a kind of thing was never clicked, or but once or twice on other boards though others of its size work. */
const isKindOpen = (
  { again, bar, sibling, size, siteClicks, siteWorked }: Clickable,
  node: Imagined,
): boolean =>
  !bar &&
  size * GROUND_PART <= node.board.cells.length &&
  (siteClicks === 0 || (sibling && !siteWorked && !again && siteClicks < MAX_SIBLING));

/** The same for a click: what looks like a button is pressed early; what was clicked on this board, late. */
export function weighClick(
  search: Search,
  node: Imagined,
  clickable: Clickable,
): { aim: Aim; cost: number } | null {
  const { action, again, button, siteClicks } = clickable;
  const aim = weigh(search, node, action);
  // What one thing does, and would not do here, says little of another that looks like it.
  if (!aim) return isTwinOpen(clickable) ? { aim: 'again', cost: WEIGHTS.button } : null;
  // An effect that no claim covers counts against them all.
  if (isUncovered(clickable) && foresee(search.study.of(CLICK).claims, node, action).kind === 'silent')
    return { aim: 'again', cost: WEIGHTS.button };
  const { unproven } = search.study.of(CLICK);
  if (unproven && foresee(unproven, node, action).kind === 'board')
    return { aim: 'confirm', cost: WEIGHTS.unproven + (again ? WEIGHTS.again : 0) };
  if (
    isKindOpen(clickable, node) &&
    search.study.of(CLICK).effects > 0 &&
    countIdleClicks(search.study) < MAX_IDLE
  )
    return { aim: 'unknown', cost: WEIGHTS.kind };
  if (aim.aim === 'rival' && siteClicks < 2) return { aim: 'confirm', cost: WEIGHTS.confirm };
  if (button && siteClicks === 0) return { aim: aim.aim, cost: Math.min(aim.cost, WEIGHTS.button) };
  // Things that were clicked less come first: each is to be seen doing what is claimed.
  if (!again) return { aim: aim.aim, cost: aim.cost + Math.min(siteClicks, MAX_UNCOVERED) * WEIGHTS.clicked };
  // What was clicked here before is clicked to get to boards where less was clicked.
  const [, next] = imagineOn(node, search.study, ({ setup }) =>
    setup.length === node.setup.length ? [action] : [],
  );
  const visits = next ? countClicks(next.board, search.study) : 0;
  return { aim: aim.aim, cost: aim.cost + WEIGHTS.again + visits * WEIGHTS.visit };
}
