import type { Schemas } from '../../../client/src/index';
import { joinLink, reachOf } from '../../../client/src/links';
import { readInt, stageCommand } from '../lib/command';
import { CliError, EXIT, usageError } from '../lib/errors';
import { drawQr } from '../lib/qr';
import { roomPath } from '../lib/rooms';
import { openStage } from '../lib/stage';
import { plain } from '../lib/terminal';

export const invite = stageCommand(
  'invite',
  'Make a link by which one person takes a seat in a scene',
  {
    scene: { type: 'positional', required: true, description: 'Id of the scene' },
    role: {
      type: 'enum',
      options: ['player', 'spectator'],
      default: 'player',
      description: 'A player speaks, a spectator watches',
    },
    persona: {
      type: 'string',
      valueHint: 'id',
      description: 'Whom the player plays (default: the first that is free)',
    },
    label: { type: 'string', valueHint: 'text', description: 'For your own list' },
    hours: {
      type: 'string',
      valueHint: 'n',
      description: 'How long the link is good (default: 168, a week)',
    },
    qr: { type: 'boolean', description: 'Draw a QR code in a pipe as well' },
  },
  async ({ args, terminal }) => {
    if (!args.scene.startsWith('scn_')) throw usageError('Only scenes have seats.', 'Name a scene: scn_…');
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
        'The seat was made, but its link got lost on the way.',
        'Invite once more.',
      );
    const origin = publicUrl ?? stage.url;
    const link = joinLink(origin, newSeat.invitation);
    terminal.give({ link, seat: newSeat.seat });
    const part = scene.personas.find(({ id }) => id === persona)?.name;
    terminal.hint(
      `Good for one person${part ? `, as ${plain(part)}` : ''}, until ${newSeat.seat.invitationEndsAt ?? 'it is revoked'}:`,
    );
    terminal.say(link);
    if (args.qr || terminal.out.isTTY) terminal.say(drawQr(link));
    const reach = reachOf(new URL(origin).hostname);
    if (reach !== 'everyone')
      terminal.hint(
        terminal.style(
          'yellow',
          `${new URL(origin).host} works on this ${reach} alone. To share the stage for a while: npm start -- --share`,
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
    'Every persona of this scene is given away.',
    'Add one, take a seat back, or invite a spectator: --role spectator.',
  );
}
