import { useRef } from 'preact/hooks';
import { ChoiceField } from '../../kit/form/fields';
import { Markdown } from '../../kit/markdown';
import { useSwipe } from '../../kit/use-swipe';
import { Wordings } from '../../kit/wordings';
import type { ScenePlan } from '../scene-plan';
import { findOpening, type Member, readAs } from './card-words';

interface GreetingProps {
  members: readonly Member[];
  plan: ScenePlan;
  change: (part: Partial<ScenePlan>) => void;
}

/** The opening line with placeholders filled in; browse with buttons, arrow keys and swipes. */
export function Greeting({ members, plan, change }: GreetingProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  const able = members.filter(({ greetings }) => greetings.length > 0);
  const opening = findOpening(plan, members);
  const { member, at } = opening ?? {};
  const texts = member?.greetings ?? [];
  const index = texts.findIndex((one) => one.at === at);
  const text = texts[index]?.text ?? '';
  const choose = (to: number) => {
    const next = texts[to];
    if (member && next) change({ opening: `${member.card}/${next.at}` });
  };
  const leaf = (by: 1 | -1) => choose(index + by);
  useSwipe(place, leaf);
  if (able.length === 0) return null;
  return (
    <div class="greeting">
      <ChoiceField
        label="Opening line"
        pointer="/opening"
        value={member?.card ?? ''}
        onChange={(card) => {
          const first = able.find((one) => one.card === card)?.greetings[0];
          change({ opening: first ? `${card}/${first.at}` : '' });
        }}
        options={[
          ...able.map(({ card, name }) => [card, `Greeting by ${name}`] as const),
          ['', 'No opening line'],
        ]}
      />
      {member && (
        <fieldset
          class="greeting-card"
          ref={place}
          aria-label="Greeting"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys leaf through the greetings.
          tabIndex={0}
          onKeyDown={({ key, target, currentTarget }) => {
            if (target !== currentTarget) return;
            if (key === 'ArrowLeft') leaf(-1);
            if (key === 'ArrowRight') leaf(1);
          }}
        >
          <strong dir="auto">{member.name}</strong>
          <div class="greeting-text" dir="auto" aria-live="polite">
            <Markdown text={readAs(text, member, plan.you)} />
          </div>
          {texts.length > 1 && (
            <Wordings legend="Greetings" count={texts.length} chosen={index} busy={false} onChoose={choose} />
          )}
        </fieldset>
      )}
    </div>
  );
}
