import { customAlphabet } from 'nanoid';
import { invitationForm } from '../../api/seats';

const newSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);
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

export const makeSeatId = (): string => `seat_${newPart()}`;
