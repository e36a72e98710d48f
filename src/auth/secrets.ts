import { customAlphabet } from 'nanoid';
import { apiKey } from '../contract/access';
import { invitationForm } from '../contract/seats';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const newSecret = customAlphabet(ALPHANUMERIC, 32);

/** The tenant in a key of the form `ps_<tenant>_<secret>`, or null. Does not check validity. */
export function parseKey(key: string): { tenant: string } | null {
  if (!apiKey.safeParse(key).success) return null;
  const [, tenant = ''] = key.split('_');
  return { tenant };
}

/** With 190 bits of secret. */
export const createKey = (tenant: string): string => `ps_${tenant}_${newSecret()}`;

/** A one-time code, `kc_<secret>`, for links that replace the operator's key. */
export const createKeyCode = (): string => `kc_${newSecret()}`;

/** Credential of the operator's open connections; a new key is a new credential. */
export const operatorCredential = (hash: string): string => `bootstrap:${hash}`;

const ticketForm = /^tk_([a-z0-9]{2,32})_([A-Za-z0-9_-]{16,128})$/;

/** The tenant in a socket ticket, `tk_<tenant>_<secret>`; null for other forms. */
export function parseTicket(ticket: string): { tenant: string } | null {
  const tenant = ticketForm.exec(ticket)?.[1];
  return tenant === undefined ? null : { tenant };
}

const newPart = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

interface SeatPlace {
  tenant: string;
  scene: string;
}

const tokenForm = /^st_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/;

/** Parses a seat token, `st_<tenant>_<scene>_<secret>`; null for other forms. Does not check validity. */
export const parseSeatToken = (token: string): SeatPlace | null =>
  tokenForm.test(token) ? readPlace(token) : null;

/** The same for an invitation, `si_<tenant>_<scene>_<secret>`. */
export const parseInvitation = (invitation: string): SeatPlace | null =>
  invitationForm.safeParse(invitation).success ? readPlace(invitation) : null;

function readPlace(secret: string): SeatPlace {
  const [, tenant = '', scene = ''] = secret.split('_');
  return { tenant, scene: `scn_${scene}` };
}

/** 190 bits of secret: `st` is a seat token, `si` an invitation. */
export const createSeatSecret = (kind: 'st' | 'si', { tenant, scene }: SeatPlace): string =>
  `${kind}_${tenant}_${scene.replace(/^scn_/, '')}_${newSecret()}`;

const newPersonPart = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);

export const createPersonId = (): string => `prs_${newPersonPart()}`;

/** A person's session, `pt_<secret>`. */
export const createSession = (): string => `pt_${newSecret()}`;

export const isSession = (text: string): boolean => /^pt_[A-Za-z0-9]{32}$/.test(text);

export const createSeatId = (): string => `seat_${newPart()}`;
