/**
 * Makes a link that opens the page of a stage with the operator's key. It carries a one-time code instead of the key,
 * because links stay in terminals, chats and the browser's history.
 *
 * @param {string} url of the stage, without a trailing slash
 * @param {string} key the operator's
 * @returns {Promise<{ link: string, minutes: number }>} `minutes`: how long the unused code is good
 */
export async function makePageLink(url, key) {
  const response = await fetch(`${url}/v1/keys/codes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error(`The stage gives no link: ${response.status} ${body.detail ?? ''} ${body.fix ?? ''}`);
  const minutes = Math.round((Date.parse(body.expiresAt) - Date.now()) / 60_000);
  return { link: `${url}/#code=${body.code}`, minutes };
}
