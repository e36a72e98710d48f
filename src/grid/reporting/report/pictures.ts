import { toBase64 } from '../../../base/base64';
import type { ActionKnowledge, Observation } from '../../../contract/run-knowledge';
import { inHtml } from '../../../report/escape';
import { diffPng, framePng } from '../../../runs/picture/draw';
import type { Transition } from '../../transition';

/** Pixels per side of a cell: a 64×64 board becomes 192×192. */
const SCALE = 3;

/**
 * Draws the most useful observations of an action as HTML: the first and the latest with effect, and the
 * latest without. Skips observations without stored frames, and ones that span two levels.
 */
export function drawTriples(known: ActionKnowledge, byFrame: ReadonlyMap<number, Transition>): string {
  const drawable = known.observations.filter(
    ({ afterFrame }) => byFrame.get(afterFrame)?.levelChanged === false,
  );
  const effective = drawable.filter((seen) => seen.hadEffect);
  const candidates: [string, Observation | undefined][] = [
    ['The first with effect', effective[0]],
    ['The latest with effect', effective.length > 1 ? effective.at(-1) : undefined],
    ['Without effect', drawable.findLast((seen) => !seen.hadEffect)],
  ];
  const triples = candidates.flatMap(([title, seen]) => {
    const transition = seen && byFrame.get(seen.afterFrame);
    return seen && transition ? [drawTriple(title, seen, transition)] : [];
  });
  return triples.join('\n');
}

function drawTriple(title: string, seen: Observation, { before, frames }: Transition): string {
  const settledFrame = frames.at(-1) ?? before;
  const moving = settledFrame === before ? frames.find((frame) => frame !== before) : undefined;
  // If the board settled unchanged, draw a frame of the animation instead.
  const after = moving ?? settledFrame;
  const figure = (png: Uint8Array, caption: string) =>
    `<figure><img src="data:image/png;base64,${toBase64(png)}" alt="${caption}"><figcaption>${caption}</figcaption></figure>`;
  const place = seen.click ? `, a click at x ${seen.click.x}, y ${seen.click.y}` : '';
  return [
    `<h4>${title}: turn ${seen.turn}${place}</h4>`,
    `<p>${inHtml(seen.diffSummary)}. ${inHtml(seen.interpretation)}</p>`,
    '<div class="triple">',
    figure(framePng(before, SCALE), `frame ${seen.beforeFrame}, before`),
    figure(framePng(after, SCALE), moving ? 'during the animation' : `frame ${seen.afterFrame}, after`),
    figure(diffPng(before, after, SCALE), 'what differs'),
    '</div>',
  ].join('');
}
