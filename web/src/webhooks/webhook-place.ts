/** Part of the page of webhooks: messages that go out, or turns that come in; of one room, or of all. */
export interface WebhookPlace {
  side: 'out' | 'in';
  room: string | null;
}

/** Parses `#/webhooks/in?room=scn_…`; null if invalid. */
export function readWebhookPlace(side: string | undefined, query: URLSearchParams): WebhookPlace | null {
  if (side !== undefined && side !== 'in') return null;
  return { side: side ?? 'out', room: query.get('room') };
}

export const webhooksAddress = ({ side, room }: WebhookPlace): string =>
  `/webhooks${side === 'in' ? '/in' : ''}${room ? `?room=${room}` : ''}`;
