import { EyeOff, Pencil } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CastCard } from '../../../../src/contract/change-scene';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { Icon } from '../../kit/icon';
import { Markdown } from '../../kit/markdown';
import { Avatar } from '../../kit/marks';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { useRead } from '../../kit/use-read';
import { lazyPage } from '../../lazy-page';
import { itemHref } from '../../library/kinds';
import { lower } from '../../words/say';
import { termLabel } from '../../words/terms';
import type { Line } from '../lines/fold-scene';
import { type AnyScene, isOwn } from '../who';
import type { StateChange } from './fold-cast';

type Member = Scene['cast'][number];

const TITLES = {
  mood: 'Mood',
  location: 'Place',
  activity: 'Doing',
  clothing: 'Wears',
  intentions: 'Wants',
} as const;
const isField = (field: string): field is keyof typeof TITLES => field in TITLES;
const MAX_HISTORY = 20;
const MAX_LINES = 3;

const CardForm = lazyPage(() => import('./card-form').then((part) => part.CardForm));

interface DetailsProps {
  scene: AnyScene;
  member: Member;
  history: readonly StateChange[];
  /** The transcript as this visitor sees it. */
  lines: readonly Line[];
  onDone: () => void;
}

/** What this visitor knows of a cast member. The owner also sees the private part of the card, and edits it. */
export function MemberDetails({ scene, member, history, lines, onDone }: DetailsProps) {
  const { id, name, state, description } = member;
  const own = isOwn(scene);
  const [isEditing, setEditing] = useState(false);
  const card = useRead(own ? () => hand.card(scene.id, id) : null, `${scene.id} ${id}`);
  const said = lines.flatMap((line) =>
    line.type === 'speech' && line.actor === `character:${id}` ? [line] : [],
  );
  const fields = Object.entries(TITLES).flatMap(([field, title]) => {
    const value = isField(field) ? state[field] : '';
    return value ? [{ title, value }] : [];
  });
  // The newest value of a field is already shown above.
  const seenFields = new Set<string>();
  const old = history.filter(({ field }) => {
    const isNew = !seenFields.has(field);
    seenFields.add(field);
    return !isNew;
  });
  if (isEditing && own && card.value)
    return (
      <CardForm
        scene={scene}
        member={member}
        card={card.value}
        onDone={() => {
          card.reload();
          onDone();
        }}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <div class="member-details">
      <div class="member-head">
        <Avatar actor={`character:${id}`} name={name} />
        <dl class="facts">
          <div>
            <dt>Now</dt>
            <dd>
              {termLabel(member.active ? 'present' : 'away')}
              {member.lastSpokeRound !== null && `, spoke in round ${member.lastSpokeRound}`}
            </dd>
          </div>
          {fields.map(({ title, value }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {own && !scene.game && scene.status !== 'finished' && <Calls scene={scene} member={member} />}
      <section>
        <h3>What you know</h3>
        {description ? (
          <div dir="auto">
            <Markdown text={description} />
          </div>
        ) : (
          <p class="quiet">No description yet.</p>
        )}
      </section>
      {card.problem && <ProblemNote problem={card.problem} onRetry={card.reload} />}
      {own && card.value && (
        <PrivateCard card={card.value}>
          {!scene.game && (
            <button type="button" onClick={() => setEditing(true)}>
              <Icon of={Pencil} /> Edit card
            </button>
          )}
          {member.from && (
            <a class="button plain" href={itemHref('character', member.from)}>
              Open in the library
            </a>
          )}
        </PrivateCard>
      )}
      {said.length > 0 && (
        <section>
          <h3>Last lines</h3>
          <ul class="member-lines">
            {said.slice(-MAX_LINES).map((line) => (
              <li key={line.seq}>
                <a href={`#/scenes/${scene.id}?at=${line.seq}`} class="small quiet">
                  {line.round ? `Round ${line.round}` : 'Opening'}
                  {line.whisper && ', whispered'}
                </a>
                <div class="clamped" dir="auto">
                  <Markdown text={line.text} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {old.length > 0 && (
        <section class="history">
          <h3>Before</h3>
          <ul>
            {old.slice(0, MAX_HISTORY).map((change) => (
              <li key={`${change.seq}-${change.field}`} class="small">
                <span class="quiet">
                  {change.round === null ? 'by hand' : `round ${change.round}`},{' '}
                  {lower(isField(change.field) ? TITLES[change.field] : change.field)}
                </span>{' '}
                {change.value || <em>nothing</em>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const PRIVATE = { personality: 'Personality', goals: 'Goals', secrets: 'Secrets' } as const;

/** The part of the card that players do not see. */
function PrivateCard({ card, children }: { card: CastCard; children: ComponentChildren }) {
  const texts = Object.entries(PRIVATE).flatMap(([field, title]) => {
    const text = card[field as keyof typeof PRIVATE];
    return text ? [{ title, text }] : [];
  });
  return (
    <section class="private-card" aria-label="Only you see this">
      <h3>
        <Icon of={EyeOff} /> Only you see this
      </h3>
      {texts.length > 0 ? (
        <dl class="facts">
          {texts.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="quiet small">No personality, goals or secrets yet.</p>
      )}
      <p class="buttons">{children}</p>
    </section>
  );
}

function Calls({ scene, member }: { scene: Scene; member: Member }) {
  const { busy, problem, act } = useAct();
  const { next, skip } = scene.called;
  const { id, name } = member;
  const isNext = next === id;
  const isSkipped = skip.includes(id);
  return (
    <>
      <p class="buttons">
        <button
          type="button"
          disabled={busy}
          aria-pressed={isNext}
          onClick={() =>
            void act(() =>
              hand.chooseNextSpeaker(scene.id, {
                character: isNext ? null : id,
                skip: skip.filter((one) => one !== id),
              }),
            )
          }
        >
          {isNext ? 'Cancel the call' : 'Call on'}
          <span class="sr-only"> {name}</span>
        </button>
        <button
          type="button"
          disabled={busy}
          aria-pressed={isSkipped}
          onClick={() =>
            void act(() =>
              hand.chooseNextSpeaker(scene.id, {
                character: isNext ? null : next,
                skip: isSkipped ? skip.filter((one) => one !== id) : [...skip, id],
              }),
            )
          }
        >
          {isSkipped ? 'Include' : 'Skip'}
          <span class="sr-only"> {name}</span>
        </button>
      </p>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
