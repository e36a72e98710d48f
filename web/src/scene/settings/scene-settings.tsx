import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/api/scenes';
import { hand } from '../../api/scene';
import { FormMistakes } from '../../kit/form/form-context';
import { Check, TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
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
import '../../library/library.css';

const NOTES = [
  ['world', 'Of the world'],
  ['campaign', 'Of the campaign'],
  ['arc', 'Of the arc'],
  ['scene', 'Of this scene'],
] as const;

/** Changes a scene while it goes on. Untouched fields stay as they are, whoever changes them meanwhile. */
export function SceneSettings(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
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
  return (
    <Sheet
      title="Settings of the scene"
      verb="Change"
      busy={busy}
      ready={changes !== null}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      <FormMistakes.Provider value={problem?.errors ?? []}>
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
        <PaceFields draft={draft} set={patch} />
        {!isGame && (
          <More summary="Who leads, who speaks, how long">
            <PlayFields
              play={draft.play}
              cast={scene.cast}
              set={(play) => patch({ play: { ...draft.play, ...play } })}
            />
          </More>
        )}
        <details>
          <summary>Author's notes</summary>
          {NOTES.map(([level, title]) => (
            <TypedField
              key={level}
              label={title}
              rows={2}
              maxLength={8000}
              value={draft.notes[level]}
              onText={(text) => patch({ notes: { ...draft.notes, [level]: text } })}
            />
          ))}
        </details>
        {!isGame && (
          <More summary="Cast">
            <CastFields scene={scene} draft={draft} set={patch} />
          </More>
        )}
        <More summary="Players">
          <PlayerFields draft={draft} set={patch} />
        </More>
        <details>
          <summary>Facts of the world, trackers</summary>
          <FactRows title="Fact" rows={draft.world} onChange={(world) => patch({ world })} />
          <FactRows title="Tracker" rows={draft.trackers} onChange={(trackers) => patch({ trackers })} />
        </details>
        {!isGame && (
          <More summary="Lorebooks">
            <BookFields scene={scene} draft={draft} set={patch} />
          </More>
        )}
        <More summary="Who answers">
          <AnswerFields scene={scene} draft={draft} set={patch} />
        </More>
        <details>
          <summary>What it may spend</summary>
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
        </details>
        <details>
          <summary>Prompts and memory</summary>
          <PromptFields
            context={draft.context}
            set={(context) => patch({ context: { ...draft.context, ...context } })}
          />
        </details>
        <Check
          label="The scene is finished: it takes no more turns until this is taken back"
          checked={draft.finished}
          onChange={(finished) => patch({ finished })}
        />
        <FixedFacts scene={scene} />
        {problem && <ProblemNote problem={problem} />}
      </FormMistakes.Provider>
    </Sheet>
  );
}

/** Folded fields, which ask the library only once they are opened. */
function More({ summary, children }: { summary: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
