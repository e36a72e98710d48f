import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { FileButton } from '../../kit/file-button';
import { Check, TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { shrinkPicture } from '../../library/shrink-picture';

const LARGEST = { width: 1600, height: 1600 };

/** Shows a text or a picture to everyone or to chosen players. */
export function HandoutForm({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<Blob | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  /** Null: everyone. */
  const [to, setTo] = useState<readonly string[] | null>(null);
  const [knownToCast, setKnown] = useState(false);
  const { busy, problem, act } = useAct();
  const preview = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const take = async (file: File) => {
    const small = await shrinkPicture(file, LARGEST);
    setUnreadable(small === null);
    setPicture(small);
  };
  const send = async () => {
    const uploaded = picture && (await act(() => hand.uploadPicture(scene.id, picture)));
    if (picture && !uploaded) return;
    const body = { title: title.trim(), text, knownToCast, ...(to && { to: [...to] }), ...uploaded };
    if (await act((key) => hand.showHandout(scene.id, body, key), JSON.stringify(body))) onClose();
  };
  const playedBy = (id: string) => scene.people.find(({ persona }) => persona === id)?.name;
  return (
    <Sheet
      title="Show a handout"
      verb="Show"
      busy={busy}
      ready={title.trim() !== '' && (to === null || to.length > 0)}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TypedField label="Title" maxLength={200} value={title} onChange={setTitle} />
      <TypedField label="Text" rows={5} maxLength={8000} value={text} onChange={setText} />
      <div class="row handout-picture">
        {preview && <img src={preview} alt="" />}
        <FileButton
          name="Picture of the handout"
          label={picture ? 'Change picture' : 'Add a picture'}
          accept="image/*"
          onFiles={([file]) => file && void take(file)}
        />
        {picture && (
          <button type="button" class="plain" onClick={() => setPicture(null)}>
            Remove
          </button>
        )}
      </div>
      {isUnreadable && (
        <p class="mistake">This browser cannot read the picture. Choose a PNG, JPEG or WebP file.</p>
      )}
      <fieldset class="ticks">
        <legend class="quiet small">Who sees it</legend>
        <Check
          label="Everyone in the room"
          checked={to === null}
          onChange={(on) => setTo(on ? null : scene.personas.map(({ id }) => id))}
        />
        {to &&
          scene.personas.map(({ id, name }) => (
            <Check
              key={id}
              label={playedBy(id) ? `${name} (${playedBy(id)})` : name}
              checked={to.includes(id)}
              onChange={(on) => setTo(on ? [...to, id] : to.filter((one) => one !== id))}
            />
          ))}
      </fieldset>
      <Check label="The characters also know the text" checked={knownToCast} onChange={setKnown} />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
