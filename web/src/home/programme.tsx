import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { GridGame } from '../../../src/contract/runs';
import type { Template } from '../../../src/contract/scenes';
import type { StoryGame } from '../../../src/contract/stories';
import { api, type PageProblem } from '../api/api';
import { FileButton } from '../kit/file-button';
import { ProblemNote } from '../kit/problem-note';
import { lazyPage } from '../lazy-page';
import { STORY_ENDINGS } from '../library/import/file-endings';
import { type Bill, Poster } from './poster';

// Forms load when a poster is clicked, so the page does not wait for them.
const SceneStart = lazyPage(() => import('./scene-start').then((part) => part.SceneStart));
const AdventureStart = lazyPage(() => import('./adventure-start').then((part) => part.AdventureStart));
const ExplorationStart = lazyPage(() => import('./exploration-start').then((part) => part.ExplorationStart));

interface ProgrammeProps {
  /** Null while they load. */
  templates: Template[] | null;
  games: GridGame[] | null;
  stories: StoryGame[] | null;
  onUploaded: (story: StoryGame) => void;
  onDeleted: (story: StoryGame) => void;
}

type Chosen =
  | { bill: Bill; template: Template }
  | { bill: Bill; game: GridGame }
  | { bill: Bill; story: StoryGame };

/** Posters of everything to start; a click opens its form. */
export function Programme(props: ProgrammeProps) {
  const { templates, games, stories } = props;
  const [choice, setChoice] = useState<Chosen | null>(null);
  const [remote, setRemote] = useState<GridGame[] | null>(null);
  const close = () => setChoice(null);
  return (
    <>
      <Row
        title="Scenes"
        of={templates?.map((template) => ({ bill: scenePoster(template), template }))}
        onChoose={setChoice}
      >
        <a class="button" href="#/scenes/new">
          Create your own scene
        </a>
      </Row>
      <Row
        title="Stories to read and play"
        of={stories?.map((story) => ({ bill: storyPoster(story), story }))}
        onChoose={setChoice}
      >
        <UploadStory
          onUploaded={(story) => {
            props.onUploaded(story);
            setChoice({ bill: storyPoster(story), story });
          }}
        />
      </Row>
      <Row
        title="Games for an agent to learn"
        of={[...(games ?? []), ...(remote ?? [])].map((game) => ({ bill: gamePoster(game), game }))}
        onChoose={setChoice}
      >
        {remote === null && <FindRemote onFound={setRemote} />}
        {remote?.length === 0 && <p class="quiet">The ARC-AGI-3 service currently offers no games.</p>}
      </Row>
      {choice && 'template' in choice && <SceneStart {...choice} onClose={close} />}
      {choice && 'game' in choice && <ExplorationStart {...choice} onClose={close} />}
      {choice && 'story' in choice && (
        <AdventureStart
          {...choice}
          onClose={close}
          onDeleted={() => {
            close();
            props.onDeleted(choice.story);
          }}
        />
      )}
    </>
  );
}

const scenePoster = ({ id, title, characters }: Template): Bill => ({
  ...{ kind: 'scene', id, title },
  line: `With ${characters.length === 1 ? characters[0] : `a cast of ${characters.length}`}`,
});
const gamePoster = ({ id, title, actions }: GridGame): Bill => ({
  ...{ kind: 'game', id, title },
  line: `${actions.length} actions`,
});
const storyPoster = ({ id, title, author, cover, uploadedAt }: StoryGame): Bill => ({
  ...{ kind: 'story', id, title },
  line: author !== null ? `By ${author}` : uploadedAt === null ? 'A text adventure' : 'Uploaded by you',
  hasCover: cover !== null,
});

function Row<C extends Chosen>(props: {
  title: string;
  of: C[] | undefined;
  onChoose: (choice: C) => void;
  children: ComponentChildren;
}) {
  const id = `programme-${props.title.split(' ')[0]?.toLowerCase()}`;
  return (
    <section class="programme" aria-labelledby={id}>
      <div class="row between">
        <h2 id={id}>{props.title}</h2>
        <div class="row">{props.children}</div>
      </div>
      <ul class="posters">
        {props.of?.map((one) => (
          <Poster key={one.bill.id} bill={one.bill} onChoose={() => props.onChoose(one)} />
        ))}
      </ul>
    </section>
  );
}

function FindRemote({ onFound }: { onFound: (games: GridGame[]) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const find = async () => {
    setAsking(true);
    const reply = await api.games('arc3');
    setAsking(false);
    setProblem(reply.ok ? null : reply.problem);
    if (reply.ok) onFound(reply.value.items.filter((one) => one.kind === 'grid'));
  };
  if (problem) return <ProblemNote problem={problem} />;
  return (
    <button type="button" disabled={isAsking} onClick={() => void find()}>
      {isAsking ? 'Loading games…' : 'Show ARC-AGI-3 games'}
    </button>
  );
}

function UploadStory({ onUploaded }: { onUploaded: (story: StoryGame) => void }) {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const upload = async (file: File) => {
    setUploading(true);
    const reply = await api.uploadStory(file);
    setUploading(false);
    setProblem(reply.ok ? null : reply.problem);
    if (reply.ok) onUploaded(reply.value);
  };
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <FileButton
        name="Story file"
        label={isUploading ? 'Uploading…' : 'Upload a story'}
        accept={STORY_ENDINGS}
        title="A Z-machine story: .z3, .z4, .z5, .z8, or packed as .zblorb or .zlb"
        disabled={isUploading}
        onFiles={([file]) => file && void upload(file)}
      />
    </>
  );
}
