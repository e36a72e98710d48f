import { isLocalHost } from '../../../../src/base/reach';
import { CopyButton } from '../../kit/copy-button';
import { type AnyScene, isOwn } from '../who';
import type { Line } from './fold-scene';
import { LineHand, PlayerHand } from './line-hand';

export function LineActions({ line, scene, mayChoose }: { line: Line; scene: AnyScene; mayChoose: boolean }) {
  const link = () => `${location.origin}${location.pathname}#/scenes/${scene.id}?at=${line.seq}`;
  return (
    <span class="line-actions">
      {isOwn(scene) && <LineHand line={line} scene={scene} />}
      {mayChoose && <PlayerHand line={line} scene={scene} />}
      <CopyButton
        class="plain"
        label="Copy link"
        text={link}
        {...(isLocalHost(location.hostname) ? { done: 'Copied: it works on this machine alone' } : {})}
      />
    </span>
  );
}
