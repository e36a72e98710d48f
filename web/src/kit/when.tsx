export function When({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>{date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
  );
}
