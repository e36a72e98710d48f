import type { Page } from 'playwright-core';
import { type Case, createScene, must } from './cases';
import { forgetKey, untilLive, visit } from './page-cases';
import { invite } from './people-cases';
import type { Stage } from './stage';

/** Passkeys need a host name: the stage's other address. */
const named = ({ url }: Stage) => url.replace('127.0.0.1', 'localhost');
/** The browser's own messages for requests without a session. */
const REFUSED = /Failed to load resource|WebSocket|ERR_/;

/**
 * Adds a virtual authenticator that always agrees; returns its passkeys, and accepts those from another
 * device.
 */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    take: async (credential: Awaited<ReturnType<typeof list>>[number]) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
  async function list() {
    return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }
}

export const PASSKEY_CASES: Case[] = [
  {
    name: 'page: a friend keeps a seat under a passkey, and sits down on another device',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const at = { ...stage, url: named(stage), link: stage.link.replace('127.0.0.1', 'localhost') };
      return visit(
        at,
        (owner) =>
          visit(
            at,
            async (guest) => {
              await forgetKey(guest);
              await owner.goto(`${at.url}/#/scenes/${scene.id}`);
              await untilLive(owner);
              await invite(owner, guest, 'ben', 'Frieda');
              const first = await addAuthenticator(guest);
              await guest.getByRole('link', { name: 'Your seats' }).click();
              await guest.getByRole('button', { name: `Save ${scene.id}` }).click();
              await guest.getByRole('button', { name: `Join ${scene.title}` }).waitFor();
              const [passkey] = await first.passkeys();
              must(passkey, 'the authenticator has no passkey');
              return visit(
                at,
                async (elsewhere) => {
                  await forgetKey(elsewhere);
                  await (await addAuthenticator(elsewhere)).take(passkey);
                  await elsewhere.goto(`${at.url}/#/seats`);
                  await elsewhere.getByRole('button', { name: 'Sign in with a passkey' }).click();
                  await elsewhere.getByRole('button', { name: `Join ${scene.title}` }).click();
                  await untilLive(elsewhere);
                  await elsewhere.locator('.composer textarea').fill('I am on the train.');
                  await elsewhere.locator('.composer textarea').press('Enter');
                  await guest.goto(`${at.url}/#/scenes/${scene.id}`);
                  await guest.getByText('I am on the train.').first().waitFor();
                  await elsewhere.goto(`${at.url}/#/seats`);
                  await elsewhere.getByText('Passkeys and stored data').click();
                  await elsewhere.getByRole('button', { name: 'Delete my data' }).click();
                  await elsewhere.getByRole('button', { name: 'Delete everything' }).click();
                  await elsewhere.getByRole('button', { name: 'Sign in with a passkey' }).click();
                  await elsewhere.getByText('the passkey is unknown').waitFor();
                  return undefined;
                },
                REFUSED,
              );
            },
            REFUSED,
          ),
        REFUSED,
      );
    },
  },
];
