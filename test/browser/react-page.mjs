// A React page by a developer; client-cases.ts bundles it.

import { connect } from 'proscenium';
import { useRun, useScene } from 'proscenium-react';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

function Chat({ stage, id }) {
  const { scene, state } = useScene(stage, id);
  return h(
    'div',
    null,
    h('p', { id: 'connection' }, state.connection),
    h(
      'ul',
      null,
      scene.lines.map((line) => h('li', { key: line.seq }, `${line.name}: ${line.text}`)),
    ),
    h('button', { type: 'button', onClick: () => scene.say('Said in React.', { as: 'ada' }) }, 'Say'),
  );
}

function Watch({ stage, id }) {
  const { run, state } = useRun(stage, id);
  return h(
    'div',
    null,
    h('p', { id: 'connection' }, state.connection),
    h('p', { id: 'turns' }, `${state.room?.turns ?? 0} turns, ${state.events.length} events`),
    h('button', { type: 'button', onClick: () => run.step() }, 'Step'),
  );
}

/** @param id of a scene or a run; returns a function that unmounts it */
export function show(token, id) {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const Room = id.startsWith('scn_') ? Chat : Watch;
  root.render(h(Room, { stage: connect({ url: location.origin, token }), id }));
  return () => root.unmount();
}
