import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { LibraryKind } from '../../../../src/contract/library';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import {
  area,
  type Choices,
  check,
  type FieldList,
  Fields,
  number,
  select,
  text,
  tick,
  typed,
} from '../../kit/form/field-list';
import { FormMistakes } from '../../kit/form/form-context';
import { Check } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { ChooseMany } from '../../library/choose-many';
import { itemHref, KINDS } from '../../library/kinds';
import { AnswerFields } from './answer-fields';
import { CastFields } from './cast-fields';
import { FactRows } from './fact-rows';
import { LimitFields } from './limit-fields';
import type { PlayDraft } from './play-draft';
import { DirectorField, PlayFields } from './play-fields';
import {
  type ContextDraft,
  listChanges,
  type PersonaDraft,
  type SettingsDraft,
  toDraft,
} from './settings-form';
import { SettingsSheet } from './settings-sheet';
import { describeChanges, type SectionId } from './tell-changes';
import '../../library/library.css';

const SCENE: FieldList<SettingsDraft> = {
  title: typed('Title', { maxLength: 200, required: true }),
  scenario: typed('Scenario', { rows: 4, maxLength: 20_000 }),
  finished: tick('Close the scene (you can reopen it)'),
};

const NOTE = { rows: 2, maxLength: 8000 };
const NOTES: FieldList<SettingsDraft['notes']> = {
  world: typed('World', NOTE),
  campaign: typed('Campaign', NOTE),
  arc: typed('Arc', NOTE),
  scene: typed('This scene', NOTE),
};

const MODES: Choices<SettingsDraft['turnMode']> = [
  ['immediate', 'right away, for each line'],
  ['gather', 'when everyone has spoken or time is up'],
  ['manual', 'when I start it'],
];
const gathers = ({ turnMode }: SettingsDraft) => turnMode === 'gather';
const PACE: FieldList<SettingsDraft> = {
  turnMode: select('A round starts', MODES),
  gatherSeconds: typed('Seconds to wait for other players', {
    isNumber: true,
    min: 1,
    max: 604_800,
    required: true,
    when: gathers,
  }),
  hideLines: tick('Hide player lines until it starts', { when: gathers }),
  holdForTyping: typed('Max seconds to wait while someone is typing (empty: default)', {
    isNumber: true,
    min: 0,
    max: 60,
    when: ({ turnMode }) => turnMode !== 'manual',
  }),
};

const PLAYERS: FieldList<SettingsDraft> = {
  newPersona: text('Add a player', { pointer: '/personas/add' }),
  newPersonas: {
    draw: (field) => (
      <ChooseMany label="Add personas from library" kind="persona" {...field} pointer="/personas/add" />
    ),
  },
};

const remembers = (context: ContextDraft) => context.remembers;
const PROMPTS: FieldList<ContextDraft> = {
  historyWindow: number('Recent lines kept verbatim', { pointer: '/historyWindow', min: 2, max: 500 }),
  summarizeAfter: number('Lines between summaries', {
    pointer: '/settings/summarizeAfter',
    min: 2,
    max: 1000,
  }),
  reconciles: check('The director wraps up each round', {
    pointer: '/settings/maxDirectorPasses',
    hint: 'Updates moods and facts after the replies (one more call).',
  }),
  worldAgent: check('A world agent maintains the facts', {
    pointer: '/settings/worldAgent',
    hint: 'One more call per round.',
  }),
  thoughts: check("Record characters' private thoughts for me", { pointer: '/settings/thoughts' }),
  remembers: check('Characters remember', { pointer: '/settings/memory/enabled' }),
  topK: number('Max memories per character and round', {
    pointer: '/settings/memory/topK',
    min: 0,
    max: 50,
    when: remembers,
  }),
  halfLife: number('Rounds until a memory counts half', {
    pointer: '/settings/memory/halfLife',
    min: 1,
    max: 100_000,
    when: remembers,
  }),
};

/**
 * Changes a running scene. Untouched fields keep their values, even if other people change them. Opens at the section
 * `first`.
 */
export function SceneSettings(props: {
  scene: Scene;
  first?: SectionId;
  onDone: () => void;
  onClose: () => void;
}) {
  const { scene } = props;
  const [original] = useState(() => toDraft(scene));
  const [draft, setDraft] = useState(original);
  const { busy, problem, act } = useAct(props.onDone);
  const patch = (change: Partial<SettingsDraft>) => setDraft((held) => ({ ...held, ...change }));
  const setPlay = (part: Partial<PlayDraft>) => patch({ play: { ...draft.play, ...part } });
  const changes = listChanges(original, draft);
  const send = async () => {
    if (changes && (await act(() => hand.change(scene.id, changes)))) props.onClose();
  };
  const isGame = scene.game !== null;
  const whole = { values: draft, onChange: patch };
  const { budgets, context } = draft;
  const sections: (readonly [SectionId, ComponentChildren])[] = [
    [
      'scene',
      <>
        {scene.round && <p class="quiet">A round is in progress. Changes take effect in the next one.</p>}
        <Fields fields={SCENE} {...whole} />
        <FixedFacts scene={scene} />
      </>,
    ],
    [
      'pace',
      <fieldset>
        <legend class="sr-only">Pace</legend>
        <Fields fields={PACE} {...whole} />
      </fieldset>,
    ],
    [
      'play',
      <>
        <DirectorField play={draft.play} set={setPlay} />
        <PlayFields play={draft.play} cast={scene.cast} set={setPlay} />
      </>,
    ],
    [
      'notes',
      <Fields
        fields={NOTES}
        values={draft.notes}
        onChange={(notes) => patch({ notes: { ...draft.notes, ...notes } })}
      />,
    ],
    ['cast', <CastFields scene={scene} draft={draft} set={patch} />],
    [
      'players',
      <>
        {draft.personas.map((one) => (
          <PersonaFields
            key={one.id}
            persona={one}
            onChange={(part) =>
              patch({ personas: draft.personas.map((held) => (held === one ? { ...one, ...part } : held)) })
            }
          />
        ))}
        <Fields fields={PLAYERS} {...whole} />
      </>,
    ],
    [
      'facts',
      <>
        <FactRows title="Fact" rows={draft.world} onChange={(world) => patch({ world })} />
        <FactRows title="Tracker" rows={draft.trackers} onChange={(trackers) => patch({ trackers })} />
      </>,
    ],
    [
      'books',
      <BookFields had={scene.lorebooks} books={draft.books} onChange={(books) => patch({ books })} />,
    ],
    ['answers', <AnswerFields scene={scene} draft={draft} set={patch} />],
    [
      'limits',
      <>
        <LimitFields
          limits={budgets}
          pointer="/budgets"
          onChange={(limits) => patch({ budgets: { ...budgets, ...limits } })}
        />
        <fieldset>
          <legend class="quiet small">Per player</legend>
          <LimitFields
            limits={budgets.perSeat}
            pointer="/budgets/perSeat"
            onChange={(limits) =>
              patch({ budgets: { ...budgets, perSeat: { ...budgets.perSeat, ...limits } } })
            }
          />
        </fieldset>
      </>,
    ],
    [
      'prompts',
      <Fields
        fields={PROMPTS}
        values={context}
        onChange={(part) => patch({ context: { ...context, ...part } })}
      />,
    ],
  ];
  // A game runs itself, and its cast and lorebooks are fixed.
  const isThere = (id: SectionId) => !isGame || !['play', 'cast', 'books'].includes(id);
  return (
    <FormMistakes.Provider value={problem?.errors ?? []}>
      <SettingsSheet
        title="Scene settings"
        sections={sections.filter(([id]) => isThere(id))}
        first={props.first}
        changes={describeChanges(changes, scene)}
        busy={busy}
        problem={problem && <ProblemNote problem={problem} />}
        onUndo={() => setDraft(original)}
        onSend={() => void send()}
        onClose={props.onClose}
      />
    </FormMistakes.Provider>
  );
}

/** Lists the settings that were fixed when the scene was created. */
function FixedFacts({ scene }: { scene: Scene }) {
  const places = [
    ['world', scene.worldId],
    ['campaign', scene.campaignId],
    ['arc', scene.arcId],
  ] as const satisfies readonly (readonly [LibraryKind, string | null])[];
  const { game } = scene;
  return (
    <section class="fixed" aria-labelledby="fixed-title">
      <h4 id="fixed-title">Can't be changed</h4>
      <dl class="facts">
        {places.map(([kind, id]) => (
          <div key={kind}>
            <dt>{KINDS[kind].one}</dt>
            <dd>{id ? <a href={itemHref(kind, id)}>its library page</a> : 'none'}</dd>
          </div>
        ))}
        <div>
          <dt>game</dt>
          <dd>
            {game
              ? `${game.rounds} rounds of clues; the judge comments after every ${game.tickEvery}. Its cast and lorebooks can't be changed.`
              : 'none'}
          </dd>
        </div>
      </dl>
      <p class="quiet small">Nor can character names, the opening line or the random seed.</p>
    </section>
  );
}

/** Edits a persona that people play. Personas are never removed. */
function PersonaFields(props: { persona: PersonaDraft; onChange: (part: Partial<PersonaDraft>) => void }) {
  const { persona, onChange } = props;
  const name = persona.name || 'it';
  const fields: FieldList<PersonaDraft> = {
    name: text('Name'),
    description: area(`Description of ${name}`, { rows: 2 }),
    secrets: area(`Secrets of ${name}`, { hint: "For the character's model and the director.", rows: 2 }),
  };
  return (
    <fieldset class="person-fields">
      <legend class="sr-only">{persona.name}</legend>
      <Fields fields={fields} at={`/personas/change/${persona.id}`} values={persona} onChange={onChange} />
    </fieldset>
  );
}

/** Edits the scene's lorebooks: keep or drop them, and add more from the library. */
function BookFields(props: {
  had: Scene['lorebooks'];
  books: string[];
  onChange: (books: string[]) => void;
}) {
  const { had, books, onChange } = props;
  const isHad = (id: string) => had.some((book) => book.id === id);
  return (
    <>
      {had.length > 0 && (
        <fieldset class="ticks">
          <legend class="quiet small">This scene's lorebooks</legend>
          {had.map(({ id, name }) => (
            <Check
              key={id}
              label={name}
              checked={books.includes(id)}
              onChange={(on) => onChange(on ? [...books, id] : books.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
      <ChooseMany
        label="Add from library"
        kind="lorebook"
        pointer="/lorebooks"
        value={books.filter((id) => !isHad(id))}
        onChange={(more) => onChange([...books.filter(isHad), ...more])}
      />
      <p class="quiet small">Saving reloads library lorebooks in their current version.</p>
    </>
  );
}
