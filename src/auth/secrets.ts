import { customAlphabet } from 'nanoid';
import { apiKey } from '../contract/access';
import { invitationForm } from '../contract/seats';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const newSecret = customAlphabet(ALPHANUMERIC, 32);

/** The tenant a key names, or null when it has not the form `ps_<tenant>_<secret>`. Says nothing of validity. */
export function parseKey(key: string): { tenant: string } | null {
  if (!apiKey.safeParse(key).success) return null;
  const [, tenant = ''] = key.split('_');
  return { tenant };
}

/** A new key of `tenant`, with 190 bits of secret. */
export const makeKey = (tenant: string): string => `ps_${tenant}_${newSecret()}`;

/** A new one-time code, `kc_<secret>`, that a link carries in place of the operator's key. */
export const makeKeyCode = (): string => `kc_${newSecret()}`;

/** Names the operator's key in what stays open by it: another key is another credential. */
export const operatorCredential = (hash: string): string => `bootstrap:${hash}`;

const ticketForm = /^tk_([a-z0-9]{2,32})_([A-Za-z0-9_-]{16,128})$/;

/** The tenant a socket ticket names, `tk_<tenant>_<secret>`; null when it has another form. */
export function parseTicket(ticket: string): { tenant: string } | null {
  const tenant = ticketForm.exec(ticket)?.[1];
  return tenant === undefined ? null : { tenant };
}

const newPart = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

/** The scene that a token or invitation names, so that it is found without a look-up. */
interface SeatPlace {
  tenant: string;
  scene: string;
}

const tokenForm = /^st_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/;

/** Where a seat's token, `st_<tenant>_<scene>_<secret>`, belongs; null when it has another form. Says nothing of validity. */
export const parseSeatToken = (token: string): SeatPlace | null =>
  tokenForm.test(token) ? readPlace(token) : null;

/** The same of an invitation, `si_<tenant>_<scene>_<secret>`. */
export const parseInvitation = (invitation: string): SeatPlace | null =>
  invitationForm.safeParse(invitation).success ? readPlace(invitation) : null;

function readPlace(secret: string): SeatPlace {
  const [, tenant = '', scene = ''] = secret.split('_');
  return { tenant, scene: `scn_${scene}` };
}

/** A new secret with 190 bits: `st`, the token of a seat, or `si`, an invitation to one. */
export const makeSeatSecret = (kind: 'st' | 'si', { tenant, scene }: SeatPlace): string =>
  `${kind}_${tenant}_${scene.replace(/^scn_/, '')}_${newSecret()}`;

const newPersonPart = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);

export const makePersonId = (): string => `prs_${newPersonPart()}`;

/** A new session of a person, `pt_<secret>`. */
export const makeSession = (): string => `pt_${newSecret()}`;

/** Says whether a credential has the form of a session. */
export const isSession = (text: string): boolean => /^pt_[A-Za-z0-9]{32}$/.test(text);

export const makeSeatId = (): string => `seat_${newPart()}`;
