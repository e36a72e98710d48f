import { useEffect, useState } from 'preact/hooks';
import { api, type PageProblem } from '../api';
import { DownloadButton } from '../parts/download-button';
import { ProblemNote } from '../parts/problem-note';

/** The report of a run, as the Markdown it is. */
export function RunReport({ id }: { id: string }) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    document.title = 'Report · Proscenium';
    void api.report(id).then((reply) => (reply.ok ? setText(reply.value) : setProblem(reply.problem)));
  }, [id]);
  return (
    <section class="narrow wide">
      <p>
        <a href={`#/runs/${id}`}>← Back to the run</a>
      </p>
      <h1>Report</h1>
      {problem && <ProblemNote problem={problem} />}
      {!text && !problem && <p class="quiet">Loading…</p>}
      {text !== null && <pre class="paper">{text}</pre>}
      <div class="buttons">
        <DownloadButton
          path={`/runs/${id}/export`}
          fallbackName={`${id}.zip`}
          label="Download export"
          onProblem={setProblem}
        />
      </div>
    </section>
  );
}
