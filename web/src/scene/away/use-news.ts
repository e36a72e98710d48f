import { useMemo } from 'preact/hooks';
import { useTitle } from '../../kit/use-title';
import type { SceneView } from '../use-scene';
import { type LastLine, nameTurn } from './my-turn';
import type { TurnSigns } from './tell-turn';
import { type Away, useAway } from './use-away';
import { useTellTurn, useTurnSigns } from './use-turn-signs';

export interface News {
  away: Away;
  signs: TurnSigns;
  changeSigns: (change: Partial<TurnSigns>) => void;
}

/**
 * Tells a visitor who is elsewhere what happens in the scene: by a count in the title of the page, and by the chosen signs
 * when it is their turn.
 */
export function useNews({ id, view, lines, progress }: SceneView, persona: string | undefined): News {
  const { room: scene, events } = view;
  const self = persona ? `persona:${persona}` : null;
  const away = useAway(id, events.at(-1)?.seq ?? 0, lines, self);
  const [signs, changeSigns] = useTurnSigns();
  const lastLine = useMemo(() => readLastLine(lines), [lines]);
  const turn = scene && nameTurn(scene, persona, lastLine, progress?.state === 'running');
  const isCalled = useTellTurn(turn, scene !== null, away.isAway, signs);
  const count = Math.max(away.unread?.count ?? 0, isCalled ? 1 : 0);
  useTitle(scene?.title ?? 'Scene', away.isAway ? count : 0);
  return { away, signs, changeSigns };
}

/** Returns the newest line that was said; they are not drawn in the order in which they were. */
function readLastLine(lines: SceneView['lines']): LastLine | null {
  let last: LastLine | null = null;
  for (const line of lines) if (line.type === 'speech' && line.seq > (last?.seq ?? 0)) last = line;
  return last;
}
