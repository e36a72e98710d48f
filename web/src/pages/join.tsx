export function Join({ invitation }: { invitation: string }) {
  return <p>{invitation}</p>;
}
