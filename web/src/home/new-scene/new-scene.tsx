import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LibraryItem } from '../../../../src/contract/library';
import type { PageProblem } from '../../api/api';
import { library } from '../../api/library';
import { check, type FieldList, Fields, number, text } from '../../kit/form/field-list';
import { FormMistakes } from '../../kit/form/form-context';
import { onSubmit } from '../../kit/form/on-submit';
import { ProblemNote } from '../../kit/problem-note';
import { useStored } from '../../kit/use-kept';
import { useTitle } from '../../kit/use-title';
import { ChooseItem } from '../../library/choose-item';
import { ChooseMany } from '../../library/choose-many';
import { ImportZone } from '../../library/import/import-zone';
import type { ImportedFile } from '../../library/import/use-imports';
import { mergeCast, type PlayDraft } from '../../scene/settings/play-draft';
import { DirectorField, PlayFields } from '../../scene/settings/play-fields';
import { startScene } from '../begin';
import { RoomOptionFields } from '../room-options';
import { EMPTY_PLAN, readParts, type ScenePlan, toScene } from '../scene-plan';
import { readYourName, storeYourName } from '../your-name';
import { nameScene, toMember } from './card-words';
import { BookBill, CastBill } from './cast-bill';
import { Greeting } from './greeting';
import { RoleOptions } from './role-options';
import { Scenario } from './scenario';
import '../../library/library.css';
import './new-scene.css';

const BEGIN: FieldList<ScenePlan> = {
  isPlayedOn: check('Let the cast begin', { hint: 'Used when there is no opening line.' }),
};
const GAME: FieldList<ScenePlan> = {
  isGame: check('Played by AI characters', {
    pointer: '/game',
    hint: 'For three or more players. Everyone gets the same secret word except one player, who gets a different one. Each round, players hint at their word, and a judge names the best player. There is no director.',
  }),
  isPlayedAlong: check('People play too', {
    pointer: '/game/people',
    hint: 'Each person gets a word and gives a clue every round. Two characters are then enough.',
    when: ({ isGame }) => isGame,
  }),
  rounds: number('Rounds of clues', {
    pointer: '/game/rounds',
    placeholder: '3',
    min: 1,
    max: 20,
    when: ({ isGame }) => isGame,
  }),
};

export function NewScene({ parts }: { parts: string }) {
  const linkedParts = useMemo(() => readParts(parts), [parts]);
  const isGiven = Object.keys(linkedParts).length > 0;
  // The plan is kept between visits; a link's plan starts with the parts in the link.
  const [plan, change, forget] = useStored<ScenePlan>(isGiven ? `new-scene:${parts}` : 'new-scene', {
    ...{ ...EMPTY_PLAN, you: readYourName() },
    ...linkedParts,
  });
  const { items: cards, problem: unread } = useItems('character', plan.characters);
  const { items: books } = useItems('lorebook', plan.lorebooks);
  const members = cards.map((card) => toMember(card, plan));
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  /** Counts imports, so that lists reload after each. */
  const [imports, setImports] = useState(0);
  const title = nameScene(members);
  useTitle('New scene');

  const takeIn = (what: ImportedFile) => {
    if (what.state !== 'item') return;
    const { kind, id } = what.item;
    if (kind === 'character') change((held) => ({ characters: [...held.characters, id] }));
    else change((held) => ({ lorebooks: [...held.lorebooks, id] }));
    setImports((n) => n + 1);
  };
  // IDs come from names. Without an ID, there is nothing to check about a character yet.
  const players = members.filter(({ id }) => id !== '');

  const play = async () => {
    setBusy(true);
    const ids = players.map(({ id }) => id);
    const scene = toScene({ ...plan, play: mergeCast(plan.play, ids) }, members);
    const refusal = await startScene(scene, plan.isPlayedOn && !scene.opening);
    setBusy(false);
    setProblem(refusal);
    if (refusal) return;
    storeYourName(plan.you);
    forget();
  };
  const whole = { values: plan, onChange: change };
  const setPlay = (part: Partial<PlayDraft>) => change((held) => ({ play: { ...held.play, ...part } }));

  return (
    <div class="library-item">
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="#/">Home</a>
      </nav>
      <h1>Create your own scene</h1>
      <FormMistakes.Provider value={problem?.errors ?? []}>
        <form class="editor" aria-label="Create your own scene" onSubmit={onSubmit(play)}>
          <ImportZone words="Drop character cards or World Info here." onImported={takeIn} isPlaying />
          {unread && <ProblemNote problem={unread} />}
          {members.length > 0 && <CastBill members={members} plan={plan} change={change} />}
          {books.length > 0 && <BookBill books={books} plan={plan} change={change} />}
          <div class="fields">
            <Fields
              fields={{
                you: text('Your name', {
                  pointer: '/personas',
                  placeholder: 'the player',
                  hint: 'What characters call you. Or pick a persona below.',
                }),
                title: text('Title', { placeholder: title || 'Untitled scene' }),
              }}
              {...whole}
            />
            <Scenario members={members} plan={plan} change={change} />
          </div>
          <Greeting members={members} plan={plan} change={change} />
          {!plan.isGame && <DirectorField play={plan.play} set={setPlay} />}
          <details class="more" open={plan.characters.length === 0}>
            <summary>{plan.characters.length === 0 ? 'Cast' : 'Add from library'}</summary>
            <ChooseMany
              key={`cast ${imports}`}
              label="Characters"
              kind="character"
              pointer="/characters"
              value={plan.characters}
              onChange={(characters) => change({ characters })}
            />
          </details>
          <details class="more" open={plan.world !== '' || plan.campaign !== '' || plan.arc !== ''}>
            <summary>World, campaign, lorebooks, personas</summary>
            <div class="fields">
              <ChooseItem
                label="World"
                kind="world"
                none="None"
                pointer="/worldId"
                value={plan.world}
                onChange={(world) => change({ world, campaign: '', arc: '' })}
              />
              <ChooseItem
                label="Campaign"
                kind="campaign"
                none="None"
                pointer="/campaignId"
                {...(plan.world !== '' && { parent: plan.world })}
                value={plan.campaign}
                onChange={(campaign) => change({ campaign, arc: '' })}
              />
              <ChooseItem
                label="Arc"
                kind="arc"
                none="None"
                pointer="/arcId"
                {...(plan.campaign !== '' && { parent: plan.campaign })}
                value={plan.arc}
                onChange={(arc) => change({ arc })}
              />
              <ChooseMany
                key={`books ${imports}`}
                label="More lorebooks"
                kind="lorebook"
                pointer="/lorebooks"
                value={plan.lorebooks}
                onChange={(lorebooks) => change({ lorebooks })}
              />
              <ChooseMany
                label="Personas"
                kind="persona"
                pointer="/personas"
                value={plan.personas}
                onChange={(personas) => change({ personas })}
              />
            </div>
          </details>
          {!plan.isGame && (
            <details class="more">
              <summary>Turn order, reply length, style</summary>
              <div class="fields">
                <PlayFields play={plan.play} cast={players} set={setPlay} />
              </div>
            </details>
          )}
          <details class="more">
            <summary>Model and budget</summary>
            <div class="fields">
              <RoomOptionFields options={plan} onChange={change} />
              <RoleOptions plan={plan} change={change} />
              <Fields fields={BEGIN} {...whole} />
            </div>
          </details>
          <details class="more" open={plan.isGame}>
            <summary>Secret-word game</summary>
            <div class="fields">
              <Fields fields={GAME} {...whole} />
            </div>
          </details>
          <div class="save-bar">
            {problem && <ProblemNote problem={problem} />}
            <div class="row">
              <button type="submit" class="primary" disabled={busy || plan.characters.length === 0}>
                {busy ? 'Starting the scene…' : 'Start this scene'}
              </button>
              <span class="quiet">
                {plan.characters.length === 0
                  ? 'Choose at least one character.'
                  : "Your library items are copied; later edits don't change this scene."}
              </span>
            </div>
          </div>
        </form>
      </FormMistakes.Provider>
    </div>
  );
}

/** Loads the chosen items of one kind, in order. Skips those not loaded yet and reports errors. */
function useItems<K extends 'character' | 'lorebook'>(
  kind: K,
  ids: readonly string[],
): { items: LibraryItem<K>[]; problem: PageProblem | null } {
  const [byId, setById] = useState<ReadonlyMap<string, LibraryItem<K>>>(new Map());
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const idList = ids.join(' ');
  useEffect(() => {
    let isUnmounted = false;
    for (const id of idList.split(' ').filter((one) => one !== '')) {
      void library.read(kind, id).then((reply) => {
        if (isUnmounted) return;
        setProblem(reply.ok ? null : reply.problem);
        if (reply.ok) setById((held) => new Map(held).set(id, reply.value));
      });
    }
    return () => {
      isUnmounted = true;
    };
  }, [kind, idList]);
  return { items: ids.flatMap((id) => byId.get(id) ?? []), problem };
}
