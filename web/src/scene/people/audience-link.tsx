import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import type { NewSeat, SeatView } from '../../../../src/contract/seats';
import { api, type Reply } from '../../api/api';
import { readYourName } from '../../home/your-name';
import { ConfirmButton } from '../../kit/confirm-button';
import { When } from '../../kit/when';
import { EmbedCode } from './embed-code';
import { linkHost } from './invite-form';
import { invitationLink, LinkBox } from './link-box';

/** Hours until the link expires. */
const HOURS = 720;

/** The browser that created the link keeps it: the server has only a hash, and the owner may share it often. */
const linkKey = (scene: string): string => `proscenium:audience:${scene}`;

interface OwnLink {
  seat: string;
  invitation: string;
}

function readOwnLink(scene: string): OwnLink | null {
  const [seat = '', invitation = ''] = localStorage.getItem(linkKey(scene))?.split(' ') ?? [];
  return seat && invitation ? { seat, invitation } : null;
}

interface AudienceLinkProps {
  scene: Scene;
  seats: readonly SeatView[];
  origin: string;
  busy: boolean;
  act: (does: (key: string) => Promise<Reply<NewSeat>>, what: string) => Promise<NewSeat | null>;
  onRevoke: (seat: string) => void;
}

/** One link for any number of viewers, who can only watch. */
export function AudienceLink({ scene, seats, origin, busy, act, onRevoke }: AudienceLinkProps) {
  const [ownLink, setOwnLink] = useState(() => readOwnLink(scene.id));
  const audience = seats.find(
    ({ forMany, status }) => forMany && (status === 'invited' || status === 'taken'),
  );
  const keep = (made: NewSeat | null) => {
    if (!made || made.invitation === null) return;
    localStorage.setItem(linkKey(scene.id), `${made.seat.id} ${made.invitation}`);
    setOwnLink({ seat: made.seat.id, invitation: made.invitation });
  };
  const open = async () => {
    const body = {
      ...{ role: 'spectator' as const, forMany: true, invitationHours: HOURS },
      ...linkHost(readYourName()),
    };
    keep(await act((key) => api.createSeat(scene.id, body, key), 'audience'));
  };
  const renew = async (seat: string) =>
    keep(await act((key) => api.renewSeat(scene.id, seat, key, HOURS), `renew audience ${seat}`));
  const revoke = (seat: string) => {
    localStorage.removeItem(linkKey(scene.id));
    setOwnLink(null);
    onRevoke(seat);
  };

  if (!audience)
    return (
      <section class="audience" aria-labelledby="audience-title">
        <h3 id="audience-title">Audience link</h3>
        <p class="quiet">One link for any number of viewers. They can watch but not talk.</p>
        <div class="row">
          <button type="button" disabled={busy} onClick={() => void open()}>
            Create audience link
          </button>
        </div>
      </section>
    );
  const isOver = audience.invitationEndsAt === null || Date.parse(audience.invitationEndsAt) <= Date.now();
  const link = ownLink?.seat === audience.id && !isOver ? invitationLink(origin, ownLink.invitation) : null;
  return (
    <section class="audience card" aria-labelledby="audience-title">
      <h3 id="audience-title">
        Audience link <span class="quiet small">{countWatching(audience)}</span>
      </h3>
      {link ? (
        <LinkBox id="audience-link" link={link} label="Anyone with this link can watch, but not talk." />
      ) : (
        <p class="quiet">
          {isOver
            ? 'The link has expired. People who already joined can keep watching.'
            : 'The link was created in another browser and is only stored there. You can replace it; people who already joined can keep watching.'}
        </p>
      )}
      <div class="row">
        {link && audience.invitationEndsAt !== null && (
          <span class="quiet small">
            expires <When at={audience.invitationEndsAt} />
          </span>
        )}
        <button
          type="button"
          class={link ? 'plain' : ''}
          disabled={busy}
          onClick={() => void renew(audience.id)}
        >
          New audience link
        </button>
        <ConfirmButton
          class="plain"
          label="Close audience"
          verb="Close audience"
          question="All viewers are removed at once and the link stops working."
          disabled={busy}
          onConfirm={() => revoke(audience.id)}
        />
      </div>
      {link && ownLink && <EmbedCode scene={scene} origin={origin} invitation={ownLink.invitation} />}
    </section>
  );
}

function countWatching({ watching = 0 }: SeatView): string {
  if (watching === 0) return 'no viewers';
  return watching === 1 ? '1 viewer' : `${watching} viewers`;
}
