import { useState } from 'preact/hooks';
import type { StoryGame } from '../../../src/api/stories';
import { api, type PageProblem } from '../api/api';
import { FileButton } from '../kit/file-button';
import { Options } from '../kit/form/options';
import { Check, TypedField } from '../kit/form/typed-field';
import { ChooseProfile } from '../library/choose-profile';
import { STORY_ENDINGS } from '../library/import/guess-file';
import { beginRun } from './begin';
import { StartCard } from './start-card';

const MAX_TURNS = 5_000;

export function AdventureStart(props: {
  /** Null while they load. */
  stories: StoryGame[] | null;
  onUploaded: (story: StoryGame) => void;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { stories, onUploaded, onProblem } = props;
  const [chosenId, setChosenId] = useState('');
  const [seed, setSeed] = useState('');
  const [turns, setTurns] = useState('300');
  const [isStarted, setStarted] = useState(true);
  const [profile, setProfile] = useState('');
  const [isUploading, setUploading] = useState(false);
  const story = stories?.find(({ id }) => id === chosenId) ?? stories?.[0];

  const play = async () => {
    if (!story) return null;
    const run = { game: story.id, start: isStarted, budgets: { turns: Number(turns) } };
    return beginRun({ ...run, ...(seed.trim() && { seed: seed.trim() }) }, profile, ['adventurer']);
  };
  const upload = async (file: File) => {
    setUploading(true);
    const upload = await api.uploadStory(file);
    setUploading(false);
    onProblem(upload.ok ? null : upload.problem);
    if (!upload.ok) return;
    onUploaded(upload.value);
    setChosenId(upload.value.id);
  };

  return (
    <StartCard
      title="Text adventure"
      what={
        story?.description ??
        'An agent plays an interactive story: it maps, remembers, and sets itself objectives.'
      }
      verb="Play an adventure"
      verbing="Opening the story…"
      isReady={story !== undefined && !isUploading}
      onStart={play}
      onProblem={onProblem}
      options={
        <>
          <ChooseProfile value={profile} onChange={setProfile} />
          <div class="row short-fields">
            <TypedField label="Seed" maxLength={100} placeholder="any" value={seed} onText={setSeed} />
            <TypedField
              label="Turns"
              isNumber
              min={1}
              max={MAX_TURNS}
              required
              value={turns}
              onText={setTurns}
            />
          </div>
          <Check label="Start at once" checked={isStarted} onChange={setStarted} />
        </>
      }
      aside={
        <div class="row">
          <FileButton
            name="Story file"
            label={isUploading ? 'Uploading…' : 'Upload a story'}
            accept={STORY_ENDINGS}
            title="A Z-machine story: .z3, .z4, .z5, .z8, or inside .zblorb, .zlb"
            disabled={isUploading}
            onFiles={([file]) => file && void upload(file)}
          />
        </div>
      }
    >
      <label class="field">
        Story
        <select
          value={story?.id ?? ''}
          disabled={!stories || stories.length === 0}
          onChange={(changed) => setChosenId(changed.currentTarget.value)}
        >
          <Options of={stories?.map(({ id, title }) => [id, title] as const) ?? []} />
        </select>
      </label>
    </StartCard>
  );
}
