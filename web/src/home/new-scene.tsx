import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LibraryItem } from '../../../src/api/library';
import { toSlug } from '../../../src/api/slug';
import type { PageProblem } from '../api/api';
import { library } from '../api/library';
import { bindFields } from '../kit/form/bind-fields';
import { AreaField, CheckField, ChoiceField, NumberField, TextField } from '../kit/form/fields';
import { FormMistakes } from '../kit/form/form-context';
import { onSubmit } from '../kit/form/on-submit';
import { ProblemNote } from '../kit/problem-note';
import { useKept } from '../kit/use-kept';
import { useTitle } from '../kit/use-title';
import { ChooseItem } from '../library/choose-item';
import { ChooseMany } from '../library/choose-many';
import { ImportZone } from '../library/import/import-zone';
import type { Imported } from '../library/import/use-imports';
import { keepCast } from '../scene/settings/play-draft';
import { PlayFields } from '../scene/settings/play-fields';
import { beginScene } from './begin';
import { RoleOptions } from './role-options';
import { RoomOptionFields } from './room-options';
import { EMPTY_PLAN, readParts, type ScenePlan, toScene } from './scene-plan';
import '../library/library.css';

export function NewScene({ parts }: { parts: string }) {
  const linkedParts = useMemo(() => readParts(parts), [parts]);
  const isGiven = Object.keys(linkedParts).length > 0;
  // The plan is kept between visits; a plan from a link begins with the link's parts instead.
  const [plan, change, forget] = useKept<ScenePlan>(isGiven ? `new-scene:${parts}` : 'new-scene', {
    ...EMPTY_PLAN,
    ...linkedParts,
  });
  const cast = useCharacters(plan.characters);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  /** Counts imports: the lists are read anew after each. */
  const [imports, setImports] = useState(0);
  useTitle('New scene');

  const takeIn = (what: Imported) => {
    if (what.state !== 'item') return;
    const { kind, id } = what.item;
    if (kind === 'character') change((held) => ({ characters: [...held.characters, id] }));
    else change((held) => ({ lorebooks: [...held.lorebooks, id] }));
    setImports((n) => n + 1);
  };
  const greetings = cast.flatMap(({ id, body }) =>
    [body.firstMessage, ...body.alternateGreetings, ...body.groupGreetings].flatMap((text, n) =>
      text.trim() === '' || toSlug(body.name) === ''
        ? []
        : [[`${id}/${n}`, `${body.name}: ${text.trim().slice(0, 60)}`] as const],
    ),
  );
  const opener = greetings.some(([value]) => value === plan.opening)
    ? cast.find(({ id }) => id === plan.opening.split('/')[0])
    : undefined;

  // A scene makes ids of names; where a name makes none, nothing can be said of its character yet.
  const members = cast.flatMap(({ body: { name } }) => {
    const id = toSlug(name);
    return id === '' ? [] : [{ id, name }];
  });

  const play = async () => {
    setBusy(true);
    const ids = members.map(({ id }) => id);
    const scene = toScene(
      { ...plan, play: keepCast(plan.play, ids) },
      opener ? { id: opener.id, name: opener.body.name } : null,
    );
    const refusal = await beginScene(scene, plan.isPlayedOn && !opener);
    setBusy(false);
    setProblem(refusal);
    if (!refusal) forget();
  };
  const field = bindFields(plan, (name, value) => change({ [name]: value } as Partial<ScenePlan>));

  return (
    <div class="library-item">
      <nav class="crumbs" aria-label="Where this is">
        <a href="#/">Home</a>
      </nav>
      <h1>A scene of your own</h1>
      <FormMistakes.Provider value={problem?.errors ?? []}>
        <form class="editor" aria-label="A scene of your own" onSubmit={onSubmit(play)}>
          <ImportZone words="Drop character cards or World Info here." onImported={takeIn} isPlaying />
          <div class="fields">
            <ChooseMany
              key={`cast ${imports}`}
              label="Who is in it"
              kind="character"
              {...field('characters')}
            />
            <TextField label="Title" {...field('title')} placeholder="Untitled scene" />
            <TextField
              label="Your name in it"
              {...field('you')}
              pointer="/personas"
              placeholder="the player"
              hint="Or choose a persona below."
            />
            <AreaField
              label="Scenario"
              {...field('scenario')}
              hint="Where you all are, and what is going on."
              rows={4}
            />
            {greetings.length > 0 && (
              <ChoiceField
                label="Opens with"
                {...field('opening')}
                value={opener ? plan.opening : ''}
                options={[['', 'Nothing said yet'], ...greetings]}
              />
            )}
          </div>
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
                {...field('arc')}
                pointer="/arcId"
                {...(plan.campaign !== '' && { parent: plan.campaign })}
              />
              <ChooseMany
                key={`books ${imports}`}
                label="More lorebooks"
                kind="lorebook"
                {...field('lorebooks')}
              />
              <ChooseMany label="Personas" kind="persona" {...field('personas')} />
            </div>
          </details>
          {!plan.isGame && (
            <details class="more">
              <summary>Who leads, who speaks, how long</summary>
              <div class="fields">
                <PlayFields
                  play={plan.play}
                  cast={members}
                  set={(part) => change((held) => ({ play: { ...held.play, ...part } }))}
                />
              </div>
            </details>
          )}
          <details class="more">
            <summary>Who answers, and how much it may spend</summary>
            <div class="fields">
              <RoomOptionFields options={plan} onChange={change} />
              <RoleOptions plan={plan} change={change} />
              <CheckField
                label="Let the cast begin"
                {...field('isPlayedOn')}
                hint="When nothing is said to open with."
              />
            </div>
          </details>
          <details class="more" open={plan.isGame}>
            <summary>A game of secret words</summary>
            <div class="fields">
              <CheckField
                label="The cast plays it"
                pointer="/game"
                hint="For three players or more. All get the same secret word but one, who has another; each round they hint at theirs, and a judge names who played best. There is no director."
                value={plan.isGame}
                onChange={(isGame) => change({ isGame })}
              />
              {plan.isGame && (
                <CheckField
                  label="Players play too"
                  pointer="/game/people"
                  hint="Each is dealt a word and gives a clue in every round; then two characters are enough."
                  value={plan.isPlayedAlong}
                  onChange={(isPlayedAlong) => change({ isPlayedAlong })}
                />
              )}
              {plan.isGame && (
                <NumberField
                  label="Rounds of clues"
                  pointer="/game/rounds"
                  placeholder="3"
                  min={1}
                  max={20}
                  value={plan.rounds}
                  onChange={(rounds) => change({ rounds })}
                />
              )}
            </div>
          </details>
          <div class="save-bar">
            {problem && <ProblemNote problem={problem} />}
            <div class="row">
              <button type="submit" class="primary" disabled={busy || plan.characters.length === 0}>
                {busy ? 'Raising the curtain…' : 'Play this scene'}
              </button>
              <span class="quiet">
                {plan.characters.length === 0 ? 'Choose at least one character.' : 'The scene gets copies.'}
              </span>
            </div>
          </div>
        </form>
      </FormMistakes.Provider>
    </div>
  );
}

/** Reads the chosen characters, whose greetings may open the scene. */
function useCharacters(ids: readonly string[]): LibraryItem<'character'>[] {
  const [byId, setById] = useState<ReadonlyMap<string, LibraryItem<'character'>>>(new Map());
  const idList = ids.join(' ');
  useEffect(() => {
    let isUnmounted = false;
    for (const id of idList.split(' ').filter((one) => one !== '')) {
      void library.read('character', id).then((reply) => {
        if (reply.ok && !isUnmounted) setById((held) => new Map(held).set(id, reply.value));
      });
    }
    return () => {
      isUnmounted = true;
    };
  }, [idList]);
  return ids.flatMap((id) => byId.get(id) ?? []);
}
