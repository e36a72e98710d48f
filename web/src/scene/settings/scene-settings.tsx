import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { FormMistakes } from '../../kit/form/form-context';
import { Check, TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { AnswerFields } from './answer-fields';
import { BookFields } from './book-fields';
import { CastFields } from './cast-fields';
import { FactRows } from './fact-rows';
import { FixedFacts } from './fixed-facts';
import { LimitFields } from './limit-fields';
import { PaceFields } from './pace-fields';
import { PlayFields } from './play-fields';
import { PlayerFields } from './player-fields';
import { PromptFields } from './prompt-fields';
import { changesIn, draftOf, type SettingsDraft } from './settings-form';
import { SettingsSheet } from './settings-sheet';
import { type SectionId, tellChanges } from './tell-changes';
import '../../library/library.css';

const NOTES = [
  ['world', 'Of the world'],
  ['campaign', 'Of the campaign'],
  ['arc', 'Of the arc'],
  ['scene', 'Of this scene'],
] as const;

/**
 * Changes a scene while it goes on. Untouched fields stay as they are, whoever changes them meanwhile. It opens at the section
 * `first`.
 */
export function SceneSettings(props: {
  scene: Scene;
  first?: SectionId;
  onDone: () => void;
  onClose: () => void;
}) {
  const { scene } = props;
  const [original] = useState(() => draftOf(scene));
  const [draft, setDraft] = useState(original);
  const { busy, problem, act } = useAct(props.onDone);
  const patch = (change: Partial<SettingsDraft>) => setDraft((held) => ({ ...held, ...change }));
  const changes = changesIn(original, draft);
  const send = async () => {
    if (changes && (await act(() => hand.change(scene.id, changes)))) props.onClose();
  };
  const isGame = scene.game !== null;
  const sections: (readonly [SectionId, ComponentChildren])[] = [
    [
      'scene',
      <>
        {scene.round && (
          <p class="quiet">
            A round is being played: it is played on as it began, and changes hold after it.
          </p>
        )}
        <TypedField
          label="Title"
          maxLength={200}
          required
          value={draft.title}
          onText={(title) => patch({ title })}
        />
        <TypedField
          label="Scenario"
          rows={4}
          maxLength={20_000}
          value={draft.scenario}
          onText={(scenario) => patch({ scenario })}
        />
        <Check
          label="The scene is finished: it takes no more turns until this is taken back"
          checked={draft.finished}
          onChange={(finished) => patch({ finished })}
        />
        <FixedFacts scene={scene} />
      </>,
    ],
    ['pace', <PaceFields draft={draft} set={patch} />],
    [
      'play',
      <PlayFields
        play={draft.play}
        cast={scene.cast}
        set={(play) => patch({ play: { ...draft.play, ...play } })}
      />,
    ],
    [
      'notes',
      NOTES.map(([level, title]) => (
        <TypedField
          key={level}
          label={title}
          rows={2}
          maxLength={8000}
          value={draft.notes[level]}
          onText={(text) => patch({ notes: { ...draft.notes, [level]: text } })}
        />
      )),
    ],
    ['cast', <CastFields scene={scene} draft={draft} set={patch} />],
    ['players', <PlayerFields draft={draft} set={patch} />],
    [
      'facts',
      <>
        <FactRows title="Fact" rows={draft.world} onChange={(world) => patch({ world })} />
        <FactRows title="Tracker" rows={draft.trackers} onChange={(trackers) => patch({ trackers })} />
      </>,
    ],
    ['books', <BookFields scene={scene} draft={draft} set={patch} />],
    ['answers', <AnswerFields scene={scene} draft={draft} set={patch} />],
    [
      'limits',
      <>
        <LimitFields
          limits={draft.budgets}
          pointer="/budgets"
          onChange={(limits) => patch({ budgets: { ...draft.budgets, ...limits } })}
        />
        <fieldset>
          <legend class="quiet small">Each player</legend>
          <LimitFields
            limits={draft.budgets.perSeat}
            pointer="/budgets/perSeat"
            onChange={(limits) =>
              patch({ budgets: { ...draft.budgets, perSeat: { ...draft.budgets.perSeat, ...limits } } })
            }
          />
        </fieldset>
      </>,
    ],
    [
      'prompts',
      <PromptFields
        context={draft.context}
        set={(context) => patch({ context: { ...draft.context, ...context } })}
      />,
    ],
  ];
  // A game leads itself, and its cast and books are settled.
  const isThere = (id: SectionId) => !isGame || !['play', 'cast', 'books'].includes(id);
  return (
    <FormMistakes.Provider value={problem?.errors ?? []}>
      <SettingsSheet
        title="Settings of the scene"
        sections={sections.filter(([id]) => isThere(id))}
        first={props.first}
        changes={tellChanges(changes, scene)}
        busy={busy}
        problem={problem && <ProblemNote problem={problem} />}
        onUndo={() => setDraft(original)}
        onSend={() => void send()}
        onClose={props.onClose}
      />
    </FormMistakes.Provider>
  );
}
