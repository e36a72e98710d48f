export function SceneScreen({ id }: { id: string }) {
  return <p>{id}</p>;
}
