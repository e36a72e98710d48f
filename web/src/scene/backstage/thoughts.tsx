import { Avatar } from '../../kit/marks';
import type { Thought } from './fold-backstage';

/** Shows the characters' unspoken thoughts, folded so that nobody reads them over a shoulder. */
export function Thoughts({ thoughts }: { thoughts: Thought[] }) {
  if (thoughts.length === 0) return <p class="quiet">Nobody left a private thought in this round.</p>;
  return (
    <details class="thoughts">
      <summary>
        Read their minds <span class="quiet">{thoughts.length}</span>
      </summary>
      <ul>
        {thoughts.map((one) => (
          <li key={one.seq} class="member">
            <Avatar actor={one.actor} name={one.name} />
            <div>
              <p>
                <strong dir="auto">{one.name}</strong>
                {one.pass > 1 && <span class="quiet"> after the second pass</span>}
              </p>
              <p class="thought" dir="auto">
                {one.text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
