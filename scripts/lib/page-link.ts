import { isProblem, type Stage } from '../../packages/client/src/index';

/**
 * Creates a link to a stage's page that signs in as the operator. It carries a one-time code instead of the
 * key, because links stay in terminals, chats and the browser's history.
 *
 * @returns `minutes`: lifetime of the unused code
 */
export async function createPageLink(
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
