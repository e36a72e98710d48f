import { useRef, useState } from 'preact/hooks';
import type { StoryGame } from '../../../src/contract/stories';
import { api, type PageProblem } from '../api';
import { readProfile } from '../api-library';
import { go } from '../router';
import { ChooseItem } from './library/choose-item';

const MOST_TURNS = 5_000;
/** Endings of story files, as people have them. */
const FILES = '.z3,.z4,.z5,.z8,.zblorb,.zlb,.blorb,.blb';

/** Chooses a story, or uploads one, and begins a run that plays it. */
export function AdventureStart(props: {
  /** Null while they load. */
  stories: StoryGame[] | null;
  onUploaded: (story: StoryGame) => void;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { stories, onUploaded, onProblem } = props;
  const [chosen, setChosen] = useState('');
  const [seed, setSeed] = useState('');
  const [turns, setTurns] = useState('300');
  const [isStarted, setStarted] = useState(true);
  const [profile, setProfile] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState<'play' | 'upload' | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const story = stories?.find(({ id }) => id === chosen) ?? stories?.[0];

  const play = async () => {
    if (!story || busy) return;
    setBusy('play');
    const answers = await readProfile(profile);
    if (!answers.ok) {
      setBusy(null);
      return onProblem(answers.problem);
    }
    const made = await api.createRun({
      game: story.id,
      start: isStarted,
      ...(answers.value && { profiles: { adventurer: answers.value } }),
      budgets: { turns: Number(turns) },
      ...(seed.trim() && { seed: seed.trim() }),
    });
    if (made.ok) return go(`/runs/${made.value.id}`);
    setBusy(null);
    onProblem(made.problem);
  };
  const upload = async (file: File) => {
    setBusy('upload');
    const kept = await api.uploadStory(file);
    setBusy(null);
    onProblem(kept.ok ? null : kept.problem);
    if (!kept.ok) return;
    onUploaded(kept.value);
    setChosen(kept.value.id);
  };

  return (
    <form
      class="card start"
      aria-labelledby="adventure-title"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void play();
      }}
    >
      <h2 id="adventure-title">Text adventure</h2>
      <p>
        {story?.description ??
          'An agent plays an interactive story: it maps, remembers, and sets itself objectives.'}
      </p>
      <label class="field">
        Story
        <select
          value={story?.id ?? ''}
          disabled={!stories || stories.length === 0}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        >
          {stories?.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>Options</summary>
        <div class="fields one-column">
          {isOpen && (
            <ChooseItem
              label="Who answers"
              kind="profile"
              none="The operator's model"
              pointer="/profiles"
              value={profile}
              onChange={setProfile}
            />
          )}
          <div class="row short-fields">
            <label class="field">
              Seed
              <input
                type="text"
                maxLength={100}
                placeholder="any"
                value={seed}
                onInput={(typed) => setSeed(typed.currentTarget.value)}
              />
            </label>
            <label class="field">
              Turns
              <input
                type="number"
                min={1}
                max={MOST_TURNS}
                required
                value={turns}
                onInput={(typed) => setTurns(typed.currentTarget.value)}
              />
            </label>
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={isStarted}
              onChange={(changed) => setStarted(changed.currentTarget.checked)}
            />
            Start at once
          </label>
        </div>
      </details>
      <div class="row">
        <input
          ref={picker}
          type="file"
          class="sr-only"
          tabIndex={-1}
          aria-label="Story file"
          accept={FILES}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (!file) return;
            void upload(file).finally(() => {
              // The same file may be chosen again, after it was refused.
              currentTarget.value = '';
            });
          }}
        />
        <button
          type="button"
          class="plain"
          title="A Z-machine story: .z3, .z4, .z5, .z8, or inside .zblorb, .zlb"
          disabled={busy !== null}
          onClick={() => picker.current?.click()}
        >
          {busy === 'upload' ? 'Uploading…' : 'Upload a story'}
        </button>
      </div>
      <button type="submit" class="primary big" disabled={!story || busy !== null}>
        {busy === 'play' ? 'Opening the story…' : 'Play an adventure'}
      </button>
    </form>
  );
}
