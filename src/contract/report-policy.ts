/**
 * SHA-256 of the styles that reports and transcripts have, in base64: a page may have these and no others, so that a style which
 * somebody's text brought in has no effect. A test holds them against the styles and says what they should be.
 */
const STYLES = {
  /** `REPORT_STYLE` */
  report: 'sha256-2qqQrUXFKiO0KC0uXX49AaC4sp9a0vFg7O8hPQPNOMQ=',
  /** `SCORE_STYLE`, of an adventure's */
  score: 'sha256-UGh7vKfT4soD8tgYAbwS3B6n2KKZnb5WhRm5Pj6/ajk=',
  /** `STORY_STYLE`, of a conversation as a page */
  story: 'sha256-gsEOp6k77f+J5s/BdhAcGXK1ASlsWx/OrbEDXnlb098=',
};

const policyOf = (...styles: string[]): string =>
  `default-src 'none'; img-src data:; style-src ${styles.map((hash) => `'${hash}'`).join(' ')}`;

/** Content policy of a report page, stored with it: it may show only itself and `data:` pictures. */
export const REPORT_POLICY = policyOf(STYLES.report, STYLES.score);
/** The same of a conversation as a page. */
export const STORY_POLICY = policyOf(STYLES.story);
/** The policy that a transcript is answered with: of a conversation, or of an adventure, which looks as its report does. */
export const TRANSCRIPT_POLICY = policyOf(STYLES.report, STYLES.score, STYLES.story);
