/**
 * Base64 SHA-256 hashes of the style sheets in reports and transcripts. Pages allow only these, so that styles
 * injected by someone's text have no effect. A test compares them with the style sheets and prints the right values.
 */
const STYLES = {
  /** `REPORT_STYLE` */
  report: 'sha256-2qqQrUXFKiO0KC0uXX49AaC4sp9a0vFg7O8hPQPNOMQ=',
  /** `SCORE_STYLE`, in reports of adventures */
  score: 'sha256-UGh7vKfT4soD8tgYAbwS3B6n2KKZnb5WhRm5Pj6/ajk=',
  /** `STORY_STYLE`, in transcripts of conversations */
  story: 'sha256-gsEOp6k77f+J5s/BdhAcGXK1ASlsWx/OrbEDXnlb098=',
};

const reportPolicy = (...styles: string[]): string =>
  `default-src 'none'; img-src data:; style-src ${styles.map((hash) => `'${hash}'`).join(' ')}`;

/** Content policy of a report page, stored with it: only its own content and `data:` pictures. */
export const REPORT_POLICY = reportPolicy(STYLES.report, STYLES.score);
/** Content policy of a conversation transcript. */
export const STORY_POLICY = reportPolicy(STYLES.story);
/** Content policy for all transcripts. Transcripts of adventures use the styles of reports. */
export const TRANSCRIPT_POLICY = reportPolicy(STYLES.report, STYLES.score, STYLES.story);
