import { useState } from 'preact/hooks';
import type { StoryGame } from '../../../src/contract/stories';
import { api } from '../api/api';
import { DangerNote } from '../kit/danger-note';
import { check, type FieldList, Fields, typed } from '../kit/form/field-list';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { ChooseProfile } from '../library/choose-profile';
import { startRun } from './begin';
import type { Bill } from './poster';
import { StartForm } from './start-form';

const MAX_TURNS = 5_000;

interface Options {
  seed: string;
  turns: string;
  fair: boolean;
}
const LENGTH: FieldList<Options> = {
  seed: typed('Seed', { maxLength: 100, placeholder: 'any' }),
  turns: typed('Turns', { isNumber: true, min: 1, max: MAX_TURNS, required: true }),
};
const FAIR: FieldList<Options> = { fair: check('The agent only sees the printed text') };

/** Starts a text adventure, played by a person or by an agent. */
export function AdventureStart(props: {
  bill: Bill;
  story: StoryGame;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { bill, story } = props;
  const [options, setOptions] = useState<Options>({ seed: '', turns: '300', fair: false });
  const [profile, setProfile] = useState('');
  const { seed, turns, fair } = options;
  const whole = {
    values: options,
    onChange: (part: Partial<Options>) => setOptions((held) => ({ ...held, ...part })),
  };
  const run = (player: 'agent' | 'person') =>
    startRun(
      {
        ...{ game: story.id, start: true },
        options: { player, ...(fair && player === 'agent' && { fair }) },
        // Playing alone costs nothing.
        budgets: { turns: player === 'person' ? MAX_TURNS : Number(turns) },
        ...(seed.trim() && { seed: seed.trim() }),
      },
      profile,
      ['adventurer'],
    );
  return (
    <StartForm
      bill={bill}
      what={aboutStory(story)}
      verbing="Opening the story…"
      beginnings={[
        { verb: 'Play', onBegin: () => run('person') },
        { verb: 'Watch an agent play', onBegin: () => run('agent') },
      ]}
      onClose={props.onClose}
      options={
        <>
          <ChooseProfile value={profile} onChange={setProfile} />
          <div class="row short-fields">
            <Fields fields={LENGTH} {...whole} />
          </div>
          <Fields fields={FAIR} at="/options" {...whole} />
          {story.uploadedAt !== null && <DeleteStory story={story} onDeleted={props.onDeleted} />}
        </>
      }
    />
  );
}

const aboutStory = ({ author, description }: StoryGame): string => {
  const what = description || 'An interactive story: type what you do and read what happens.';
  // An author like “Infocom, Inc.” already ends with a period.
  return author === null ? what : `By ${author.replace(/\.$/, '')}. ${what}`;
};

function DeleteStory({ story, onDeleted }: { story: StoryGame; onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { busy, problem, act } = useAct();
  const remove = async () => {
    if ((await act(() => api.deleteStory(story.id))) !== null) onDeleted();
  };
  if (!isAsked)
    return (
      <button type="button" class="plain" onClick={() => setAsked(true)}>
        Delete story…
      </button>
    );
  return (
    <DangerNote
      verb="Delete permanently"
      busy={busy}
      onConfirm={() => void remove()}
      onKeep={() => setAsked(false)}
    >
      <p>Delete the file of “{story.title}”? Its runs stay.</p>
      {problem && <ProblemNote problem={problem} />}
    </DangerNote>
  );
}
