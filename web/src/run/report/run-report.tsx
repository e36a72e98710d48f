import { useMemo, useState } from 'preact/hooks';
import { toSlug } from '../../../../src/base/slug';
import { api, type PageProblem } from '../../api/api';
import { DownloadButton } from '../../kit/download-button';
import { Markdown } from '../../kit/markdown';
import { ProblemNote } from '../../kit/problem-note';
import { useRead } from '../../kit/use-read';
import { useTitle } from '../../kit/use-title';
import { EvidenceList } from '../action-evidence';
import { useReplay } from '../use-replay';
import { cutReport, type ReportSection, sectionAction } from './report-sections';
import '../board/run-board.css';
import '../run-evidence.css';
import './report.css';

export function RunReport({ id }: { id: string }) {
  const { value: text, ...read } = useRead(() => api.report(id), id);
  const [notSaved, setNotSaved] = useState<PageProblem | null>(null);
  const problem = notSaved ?? read.problem;
  useTitle('Report');
  const sections = useMemo(() => (text === null ? [] : cutReport(text)), [text]);
  const [first, ...rest] = sections;
  const isGrid = id.startsWith('run_');
  return (
    <section class="narrow wide">
      <p>
        <a href={`#/runs/${id}`}>← Back to the run</a>
      </p>
      <h1>{first?.level === 1 ? `Report: ${first.title}` : 'Report'}</h1>
      <div class="buttons">
        <DownloadButton
          path={`/runs/${id}/export`}
          fallbackName={`${id}.zip`}
          label="Download export"
          onProblem={setNotSaved}
        />
        <DownloadButton
          path={`/runs/${id}/report`}
          accept="text/html"
          fallbackName={`${(first?.level === 1 && toSlug(first.title)) || id}.html`}
          label="Save as a web page"
          onProblem={setNotSaved}
        />
      </div>
      {problem && <ProblemNote problem={problem} />}
      {text === null && !problem && <p class="quiet">Loading…</p>}
      {first && (
        <article class="report">
          <Markdown text={first.body} />
          {isGrid ? <WithPictures id={id} sections={rest} /> : rest.map(drawSection)}
        </article>
      )}
    </section>
  );
}

const drawSection = (section: ReportSection, index: number) => (
  // A report loads once, so its sections keep their positions.
  <Section key={index} section={section} />
);

function Section({ section }: { section: ReportSection }) {
  const { level, title, body } = section;
  return (
    <>
      {level === 2 ? <h2>{title}</h2> : title && <h3>{title}</h3>}
      <Markdown text={body} />
    </>
  );
}

/** The sections, with boards of each action's evidence below it. */
function WithPictures({ id, sections }: { id: string; sections: readonly ReportSection[] }) {
  // A failure is not shown, because the report is complete without pictures.
  const { value: knowledge } = useRead(() => api.knowledge(id), id);
  const { steps } = useReplay(id);
  const boards = useMemo(
    () =>
      new Map(
        steps.flatMap(({ frame, cells }) =>
          frame === null || cells === null ? [] : [[frame, cells] as const],
        ),
      ),
    [steps],
  );
  return (
    <>
      {sections.map((section, index) => {
        const action = sectionAction(section);
        const entry = action === null ? undefined : knowledge?.actions[action];
        return (
          // A report loads once, so its sections keep their positions.
          <div key={index} class="report-section">
            <Section section={section} />
            {action && entry && entry.observations.length > 0 && (
              <EvidenceList run={id} action={action} observations={entry.observations} boards={boards} />
            )}
          </div>
        );
      })}
    </>
  );
}
