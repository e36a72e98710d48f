/** A time as people write it where they are. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>{date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
  );
}
