import { FlaskConical } from 'lucide';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { experiments } from '../api/experiments';
import { EmptyNote } from '../kit/empty-note';
import { ListMore, ListState } from '../kit/listing';
import { StatusMark } from '../kit/marks';
import { useList } from '../kit/use-list';
import { useTitle } from '../kit/use-title';
import { When } from '../kit/when';
import { go } from '../router';
import { useEvery } from '../webhooks/use-every';
import { ExperimentForm } from './experiment-form';
import { ExperimentProgress } from './experiment-progress';
import { SceneForm } from './scene-form';
import '../kit/form/form.css';
import './experiments.css';

const PAGE = 20;
const REFRESH_MS = 5_000;

/** Lists experiments, newest first, and starts one. */
export function Experiments() {
  useTitle('Experiments');
  const list = useList(experiments.list, PAGE);
  const { items, next, refresh } = list;
  const look = useCallback(() => void refresh(), [refresh]);
  useEvery(REFRESH_MS, look);
  useEffect(look, [look]);
  const form = useRef<HTMLDetailsElement>(null);
  const [isSceneAsked, setSceneAsked] = useState(false);
  return (
    <section class="experiments">
      <h1>Experiments</h1>
      <p class="lead">
        Compare models across games, scenes and seeds. Experiments keep running when you close the page.
      </p>
      <details class="card new-experiment" ref={form}>
        <summary>New experiment</summary>
        <ExperimentForm onMade={(id) => go(`/experiments/${id}`)} />
      </details>
      <details class="card new-experiment" onToggle={({ currentTarget: { open } }) => setSceneAsked(open)}>
        <summary>Compare models in a scene</summary>
        {isSceneAsked && <SceneForm onMade={(id) => go(`/experiments/${id}`)} />}
      </details>
      <ListState list={list} />
      {items?.length === 0 && !next && (
        <EmptyNote
          icon={FlaskConical}
          text="No experiments yet. Choose games, models and seeds: every combination is played, and a table compares the results."
        >
          <button type="button" class="primary" onClick={() => form.current?.setAttribute('open', '')}>
            Set up an experiment
          </button>
        </EmptyNote>
      )}
      <ul class="experiment-list">
        {items?.map((one) => (
          <li key={one.id} class="card">
            <div class="row between">
              <a href={`#/experiments/${one.id}`} dir="auto">
                {one.name}
              </a>
              <span class="row">
                <StatusMark status={one.status} />
                <span class="quiet small">
                  <When at={one.createdAt} />
                </span>
              </span>
            </div>
            <ExperimentProgress name={one.name} progress={one.progress} />
          </li>
        ))}
      </ul>
      <ListMore list={list} />
    </section>
  );
}
