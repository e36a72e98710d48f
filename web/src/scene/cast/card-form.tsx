import { useState } from 'preact/hooks';
import type { CastCard } from '../../../../src/contract/change-scene';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { FormMistakes } from '../../kit/form/form-context';
import { onSubmit } from '../../kit/form/on-submit';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { CastCardEditor } from '../../library/editors/people-editors';
import '../../library/library.css';

/** Edits a scene's copy of a card. Sends only the changed fields. */
export function CardForm(props: {
  scene: Scene;
  member: Scene['cast'][number];
  card: CastCard;
  onDone: () => void;
  onClose: () => void;
}) {
  const { scene, member, card, onClose } = props;
  const [draft, setDraft] = useState<Partial<CastCard>>({});
  const { busy, problem, act } = useAct(props.onDone);
  const save = async () => {
    if (await act(() => hand.change(scene.id, { characters: { change: { [member.id]: draft } } }))) onClose();
  };
  return (
    <FormMistakes.Provider value={problem?.errors ?? []}>
      <form
        class="member-details"
        aria-label={`Edit the card of ${member.name}`}
        onSubmit={onSubmit(() => !busy && save())}
      >
        {scene.round && (
          <p class="quiet small">A round is in progress. Changes take effect in the next one.</p>
        )}
        {member.from && <p class="quiet small">The card in the library stays as it is.</p>}
        <div class="fields one-column">
          <CastCardEditor
            card={{ ...card, ...draft }}
            at={`/characters/change/${member.id}`}
            change={(part) => setDraft((held) => ({ ...held, ...part }))}
          />
        </div>
        <div class="save-bar">
          {problem && <ProblemNote problem={problem} />}
          <p class="buttons">
            <button type="submit" class="primary" disabled={busy || Object.keys(draft).length === 0}>
              Save
            </button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </p>
        </div>
      </form>
    </FormMistakes.Provider>
  );
}
