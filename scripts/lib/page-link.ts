import { isProblem, type Stage } from '../../packages/client/src/index';

/**
 * Makes a link that opens the page of a stage with the operator's key. It carries a one-time code instead of the key,
 * because links stay in terminals, chats and the browser's history.
 *
 * @returns `minutes`: how long the unused code is good
 */
export async function makePageLink(
  stage: Pick<Stage, 'POST'>,
  url: string,
): Promise<{ link: string; minutes: number }> {
  const { code, expiresAt } = await stage.POST('/v1/keys/codes').catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    throw new Error(`The stage gives no link: ${error.status} ${error.problem.detail} ${error.fix ?? ''}`);
  });
  return {
    link: `${url}/#code=${code}`,
    minutes: Math.round((Date.parse(expiresAt) - Date.now()) / 60_000),
  };
}
