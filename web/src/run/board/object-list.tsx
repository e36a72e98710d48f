import type { FrameObjects } from '../../../../src/contract/tries';
import { PALETTE } from './grid';

const FEW = 12;

/** Lists the objects of a frame in words: first the changed ones, then all positions. */
export function ObjectList({ objects }: { objects: FrameObjects }) {
  const { changes, masked } = objects;
  const rest = objects.objects.length - FEW;
  return (
    <section class="objects-list" aria-label="Objects in this frame">
      {changes && changes.words.length > 0 && (
        <ul class="changes">
          {changes.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          {objects.objects.length} {objects.objects.length === 1 ? 'object' : 'objects'}
          {objects.ground !== null && ` on ${PALETTE[objects.ground]?.[1]}`}
        </summary>
        <ul class="small">
          {objects.objects.slice(0, FEW).map((object) => (
            <li key={`${object.top},${object.left},${object.colour}`}>
              <Swatch colour={object.colour} /> {PALETTE[object.colour]?.[1]} {object.rows}×{object.cols} at (
              {object.top},{object.left})
            </li>
          ))}
          {rest > 0 && <li class="quiet">and {rest} smaller ones</li>}
        </ul>
      </details>
      {masked.length > 0 && (
        <p class="quiet small">
          Crossed out: {masked.length} {masked.length === 1 ? 'cell' : 'cells'} of background noise, ignored
          in comparisons.
        </p>
      )}
    </section>
  );
}

function Swatch({ colour }: { colour: number }) {
  return <span class="swatch" style={{ background: PALETTE[colour]?.[0] ?? '' }} aria-hidden="true" />;
}
