/**
 * The network that an IP address counts for: an IPv4 address is one; of IPv6 whoever has one address has the 2^64 beside it
 * (RFC 6177), so they count together.
 *
 * @param address as Cloudflare writes it in `CF-Connecting-IP`; anything that is no IP address counts for itself
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!/^[0-9a-f:.]+$/i.test(address) || !address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  // `::` stands for as many zeros as are missing; an IPv4 address at the end is two groups, and never among the first four.
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const missing = Math.max(0, 8 - front.length - back.length - (address.includes('.') ? 1 : 0));
  const all = tail === undefined ? front : [...front, ...Array<string>(missing).fill('0'), ...back];
  const first = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::/64`;
}
