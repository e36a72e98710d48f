/**
 * Groups IP addresses for rate limits: IPv4 by address, IPv6 by /64, because one subscriber controls the whole prefix
 * (RFC 6177).
 *
 * @param address as Cloudflare writes it in `CF-Connecting-IP`; anything else is returned unchanged
 */
export function networkPrefix(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!/^[0-9a-f:.]+$/i.test(address) || !address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  // `::` expands to the missing zeros. An IPv4 suffix is two groups, never among the first four.
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const missing = Math.max(0, 8 - front.length - back.length - (address.includes('.') ? 1 : 0));
  const all = tail === undefined ? front : [...front, ...Array<string>(missing).fill('0'), ...back];
  const first = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::/64`;
}
