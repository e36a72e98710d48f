import type { PageProblem, RoomAddress } from '../api/api';
import { DownloadButton } from '../kit/download-button';

/** Forms of a transcript, by the ending of their files. */
const FORMS = {
  md: 'Markdown',
  txt: 'Text',
  html: 'Web page',
  jsonl: 'SillyTavern chat',
} as const;
export type TranscriptForm = keyof typeof FORMS;

/** Downloads a room: a transcript, or the whole room as an export. */
export function ExportMenu(props: {
  room: RoomAddress;
  forms: readonly TranscriptForm[];
  /** Seats have no export. */
  hasExport: boolean;
  /** Open from the start, if it is the only thing on the page. */
  isOpen?: boolean;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { room, forms, hasExport, isOpen = false, onProblem } = props;
  const path = `/${room.kind}/${room.id}`;
  return (
    <details class="take-along" open={isOpen}>
      <summary>Export</summary>
      <div class="buttons">
        {forms.map((form) => (
          <DownloadButton
            key={form}
            path={`${path}/transcript?as=${form}`}
            fallbackName={`${room.id}.${form}`}
            label={FORMS[form]}
            onProblem={onProblem}
          />
        ))}
        {hasExport && (
          <DownloadButton
            path={`${path}/export`}
            fallbackName={`${room.id}.zip`}
            label="Download export"
            onProblem={onProblem}
          />
        )}
      </div>
    </details>
  );
}
