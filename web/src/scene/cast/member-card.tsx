import type { Scene } from '../../../../src/contract/scenes';
import { Avatar } from '../../kit/marks';
import { tellTerm } from '../../words/terms';
import { type AnyScene, isOwn } from '../who';

interface CardProps {
  scene: AnyScene;
  member: Scene['cast'][number];
  leaving: boolean;
  /** Writes its line now: it stands in the light. */
  isSpeaking: boolean;
  onShow: () => void;
}

/** One of the cast: face, name and how they are now. A press shows the rest. */
export function MemberCard({ scene, member, leaving, isSpeaking, onShow }: CardProps) {
  const { id, name, active, state } = member;
  const there = leaving ? 'leaving' : active ? 'present' : 'away';
  const now = [state.mood, state.activity, state.location].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" class={`member ${there}${isSpeaking ? ' speaking' : ''}`} onClick={onShow}>
        <Avatar actor={`character:${id}`} name={name} />
        <span class="member-body">
          <span>
            <strong dir="auto">{name}</strong>
            {there !== 'present' && <span class="quiet small"> {tellTerm(there)}</span>}
            {isSpeaking && <span class="sr-only"> speaks</span>}
            {isOwn(scene) && scene.called.next === id && <span class="mark">next</span>}
            {isOwn(scene) && scene.called.skip.includes(id) && <span class="mark">passed over</span>}
          </span>
          {now && (
            <span class="quiet small" dir="auto">
              {now}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
