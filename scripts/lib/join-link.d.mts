export function joinLink(origin: string, invitation: string): string;
export function readJoinLink(text: string): { origin: string | null; invitation: string } | null;
export function makeJoinLink(
  url: string,
  key: string,
  origin: string,
  scene?: string,
): Promise<{
  link: string;
  scene: { id: string; title: string };
  persona: string;
  until: string | null;
}>;
