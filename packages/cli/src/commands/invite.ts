import type { Schemas } from '../../../client/src/index';
import { joinLink, linkReach } from '../../../client/src/links';
import { readInt, stageCommand } from '../lib/command';
import { CliError, EXIT, usageError } from '../lib/errors';
import { drawQr } from '../lib/qr';
import { roomPath } from '../lib/rooms';
import { openStage } from '../lib/stage';
import { plain } from '../lib/terminal';

export const invite = stageCommand(
  'invite',
  'Create a link that invites a person to a scene',
  {
    scene: { type: 'positional', required: true, description: 'Id of the scene' },
    role: {
      type: 'enum',
      options: ['player', 'spectator'],
      default: 'player',
      description: 'A player speaks, a spectator only watches',
    },
    persona: {
      type: 'string',
      valueHint: 'id',
      description: 'Persona of the player (default: the first free one)',
    },
    label: { type: 'string', valueHint: 'text', description: 'Private label for your own list' },
    hours: {
      type: 'string',
      valueHint: 'n',
      description: 'Hours until the link expires (default: 168, a week)',
    },
    qr: { type: 'boolean', description: 'Print the QR code even if the output is not a terminal' },
  },
  async ({ args, terminal }) => {
    if (!args.scene.startsWith('scn_'))
      throw usageError('Only scenes have seats.', 'Use the id of a scene: scn_…');
    roomPath(args.scene);
    const path = { id: args.scene };
    const hours = readInt(args.hours, 'hours', 1, 8_760);
    const stage = openStage(args.url);
    const [{ publicUrl }, scene, { items: seats }] = await Promise.all([
      stage.GET('/v1/me'),
      stage.GET('/v1/scenes/{id}', { path }),
      stage.GET('/v1/scenes/{id}/seats', { path }),
    ]);
    const persona = args.role === 'player' ? (args.persona ?? freePersona(scene, seats)) : null;
    const newSeat = await stage.POST('/v1/scenes/{id}/seats', {
      path,
      body: {
        ...{ role: args.role, persona },
        ...(args.label !== undefined && { label: args.label }),
        ...(hours !== null && { invitationHours: hours }),
      },
    });
    if (newSeat.invitation === null)
      throw new CliError(
        EXIT.failed,
        'The seat was created, but its link was lost.',
        'Create another invitation.',
      );
    const origin = publicUrl ?? stage.url;
    const link = joinLink(origin, newSeat.invitation);
    terminal.give({ link, seat: newSeat.seat });
    const part = scene.personas.find(({ id }) => id === persona)?.name;
    terminal.hint(
      `For one person${part ? `, as ${plain(part)}` : ''}, until ${newSeat.seat.invitationEndsAt ?? 'it is revoked'}:`,
    );
    terminal.say(link);
    if (args.qr || terminal.out.isTTY) terminal.say(drawQr(link));
    const reach = linkReach(new URL(origin).hostname);
    if (reach !== 'everyone')
      terminal.hint(
        terminal.style(
          'yellow',
          `${new URL(origin).host} only works on this ${reach}. To share the stage temporarily: npm start -- --share`,
          'err',
        ),
      );
  },
);

function freePersona(
  { personas }: Pick<Schemas['Scene'], 'personas'>,
  seats: readonly Schemas['Seat'][],
): string {
  const isTaken = (id: string) =>
    seats.some(({ persona, status }) => persona === id && (status === 'invited' || status === 'taken'));
  const persona = personas.find(({ id }) => !isTaken(id));
  if (persona) return persona.id;
  throw new CliError(
    EXIT.refused,
    'All personas of this scene are taken.',
    'Add a persona, revoke a seat, or invite a spectator: --role spectator.',
  );
}
