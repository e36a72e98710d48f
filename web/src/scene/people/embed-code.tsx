import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { CopyButton } from '../../kit/copy-button';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';

interface EmbedCodeProps {
  scene: Scene;
  origin: string;
  /** Of the audience link, which the frame opens. */
  invitation: string;
}

/** Lists the sites that may show the scene in a frame, and gives the HTML for them. */
export function EmbedCode({ scene, origin, invitation }: EmbedCodeProps) {
  const { embedOrigins } = scene.settings;
  const [sites, setSites] = useState(embedOrigins.join('\n'));
  const { busy, problem, act } = useAct(() => {});
  const listed = sites.split(/[\s,]+/).filter(Boolean);
  return (
    <details class="embed">
      <summary>Embed in a web page</summary>
      <label for="embed-sites">Sites that may show this scene, one per line</label>
      <textarea
        id="embed-sites"
        rows={2}
        placeholder="https://example.com"
        value={sites}
        onInput={(typed) => setSites(typed.currentTarget.value)}
      />
      <div class="row">
        <button
          type="button"
          disabled={busy || listed.join() === embedOrigins.join()}
          onClick={() => void act(() => hand.change(scene.id, { settings: { embedOrigins: listed } }))}
        >
          Save sites
        </button>
        {embedOrigins.length > 0 && (
          <CopyButton class="primary" label="Copy HTML" text={() => frameHtml(scene, origin, invitation)} />
        )}
      </div>
      {problem && <ProblemNote problem={problem} />}
    </details>
  );
}

function frameHtml({ id, title }: Scene, origin: string, invitation: string): string {
  const [, tenant] = invitation.split('_');
  const src = `${origin}/embed/${tenant}/${id}#/join?invitation=${invitation}`;
  const attributes = Object.entries({ src, title, width: '100%', height: '640', frameborder: '0' }).map(
    ([name, value]) => `${name}="${value.replace(/[&"<]/g, (letter) => `&#${letter.charCodeAt(0)};`)}"`,
  );
  return `${['<iframe', ...attributes].join(' ')}></iframe>`;
}
