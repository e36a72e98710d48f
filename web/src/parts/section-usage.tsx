import { useEffect, useState } from 'preact/hooks';
import type { SceneSummary, Telemetry } from '../../../src/contract/scenes';
import type { PageProblem } from '../api';
import { usageApi } from '../api-usage';
import { go } from '../router';
import { type UsageAsk, usageAddress } from '../usage';
import { ProblemNote } from './problem-note';
import { SectionBars } from './section-bars';

/** What the sections of a scene's last prompts came to; the scene is chosen here. */
export function SectionUsage({ ask }: { ask: UsageAsk }) {
  const [scenes, setScenes] = useState<SceneSummary[] | null>(null);
  const [told, setTold] = useState<Telemetry | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    void usageApi.scenes().then((reply) => {
      if (reply.ok) setScenes(reply.value.items);
      else setProblem(reply.problem);
    });
  }, []);
  const room = ask.room ?? scenes?.[0]?.id ?? null;
  useEffect(() => {
    if (!room) return;
    let gone = false;
    void usageApi.telemetry(room).then((reply) => {
      if (gone) return;
      setTold(reply.ok ? reply.value : null);
      setProblem(reply.ok ? null : reply.problem);
    });
    return () => {
      gone = true;
    };
  }, [room]);
  if (scenes?.length === 0 && !ask.room) return <p class="quiet">No scene yet.</p>;
  const rows = Object.entries(told?.sections ?? {}).map(([name, { tokens, share, dropped, cut }]) => ({
    name,
    tokens,
    share,
    dropped,
    isCut: cut > 0,
  }));
  return (
    <>
      <label class="field">
        Scene
        <select
          value={room ?? ''}
          onChange={(changed) => go(usageAddress({ ...ask, room: changed.currentTarget.value }))}
        >
          {room && !scenes?.some(({ id }) => id === room) && <option value={room}>{room}</option>}
          {scenes?.map((scene) => (
            <option key={scene.id} value={scene.id}>
              {scene.title} · {scene.rounds} rounds
            </option>
          ))}
        </select>
      </label>
      {problem && <ProblemNote problem={problem} />}
      {!told && !problem && <p class="quiet">Loading…</p>}
      {told?.prompts.length === 0 && <p class="quiet">This scene has no prompts yet.</p>}
      {told && told.prompts.length > 0 && (
        <>
          <p class="quiet">
            The last {told.prompts.length} prompts: what each section took, of the tokens it might have taken.
          </p>
          <SectionBars rows={rows} />
        </>
      )}
    </>
  );
}
