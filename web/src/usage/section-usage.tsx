import { rooms } from '../api/library';
import { hand } from '../api/scene';
import { SelectField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { goInPlace } from '../router';
import { SectionBars } from './section-bars';
import { type UsageAsk, usageAddress } from './usage-query';

/** Shows how much of a prompt the sections took in a scene's last prompts; the scene is chosen here. */
export function SectionUsage({ ask }: { ask: UsageAsk }) {
  const { value, problem } = useRead(() => rooms.scenes({ limit: 100, order: 'activity' }), '');
  const scenes = value?.items;
  const room = ask.room ?? scenes?.[0]?.id ?? null;
  if (scenes?.length === 0 && !ask.room) return <p class="quiet">No scene yet.</p>;
  return (
    <>
      <SelectField
        label="Scene"
        options={[
          ...(room && !scenes?.some(({ id }) => id === room) ? [[room, room] as const] : []),
          ...(scenes ?? []).map(({ id, title, rounds }) => [id, `${title} · ${rounds} rounds`] as const),
        ]}
        value={room ?? ''}
        onChange={(chosen) => goInPlace(usageAddress({ ...ask, room: chosen }))}
      />
      {problem && <ProblemNote problem={problem} />}
      {room ? <SectionsOf key={room} scene={room} /> : !problem && <p class="quiet">Loading…</p>}
    </>
  );
}

function SectionsOf({ scene }: { scene: string }) {
  const { value: data, problem } = useRead(() => hand.telemetry(scene), scene);
  if (problem) return <ProblemNote problem={problem} />;
  if (!data) return <p class="quiet">Loading…</p>;
  if (data.prompts.length === 0) return <p class="quiet">This scene has no prompts yet.</p>;
  return (
    <>
      <p class="quiet">
        The last {data.prompts.length} prompts: what each section took, of the tokens it might have taken.
      </p>
      <SectionBars
        rows={Object.entries(data.sections).map(([name, { tokens, share, dropped, cut }]) => ({
          ...{ name, tokens, share, dropped },
          isCut: cut > 0,
        }))}
      />
    </>
  );
}
