export function makePageLink(url: string, key: string): Promise<{ link: string; minutes: number }>;
