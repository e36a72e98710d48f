import { useState } from 'preact/hooks';
import type { PageProblem } from '../api/api';
import { library } from '../api/library';
import { FileButton } from '../kit/file-button';
import { Avatar } from '../kit/marks';
import { useLibraryPicture } from '../kit/use-pictures';
import { shrinkPicture } from './shrink-picture';

const NOT_SHOWN: PageProblem = {
  title: 'This picture cannot be used',
  status: 0,
  detail: 'The browser cannot display it.',
  fix: 'Choose a PNG, JPEG or WebP file.',
};

/** Shows a character's picture, or its letter when it has none, and lets one change it. */
export function Portrait(props: {
  id: string;
  name: string;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { id, name, onProblem } = props;
  /** Counts uploaded pictures, to reload each. */
  const [turn, setTurn] = useState(0);
  const address = useLibraryPicture(id, turn);

  const savePicture = async (picture: Blob | null) => {
    const reply = await library.setPortrait(id, picture);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok) setTurn((held) => held + 1);
  };
  const take = async (file: File) => {
    const picture = await shrinkPicture(file);
    if (picture) await savePicture(picture);
    else onProblem(NOT_SHOWN);
  };

  return (
    <div class="portrait-frame">
      {address === null ? (
        <Avatar actor={id} name={name} />
      ) : (
        <img class="portrait" src={address} alt={`Portrait of ${name || 'the character'}`} />
      )}
      <div class="row">
        <FileButton
          name="Picture of the character"
          label={address === null ? 'Add a picture' : 'Change picture'}
          accept="image/*"
          onFiles={([file]) => file && void take(file)}
        />
        {address !== null && (
          <button type="button" class="plain" onClick={() => void savePicture(null)}>
            Remove
          </button>
        )}
      </div>
    </div>
  );
}
