import { fail, ok, type Result } from '../contract/problems';
import type { CharacterInput, CreateScene, Notes, PersonaInput } from '../contract/scenes';

/** A scene that is ready to play. */
export interface SceneTemplate {
  id: string;
  title: string;
  /** One sentence for lists. */
  summary: string;
  scene: CreateScene;
}

const character = (
  card: Pick<CharacterInput, 'id' | 'name' | 'description'> & Partial<CharacterInput>,
): CharacterInput => ({
  personality: '',
  goals: '',
  voice: [],
  location: '',
  mood: '',
  active: true,
  ...card,
});

const notes = (parts: Partial<Notes>): Notes => ({ world: '', campaign: '', arc: '', scene: '', ...parts });

const persona = (id: string, name: string, description: string): PersonaInput => ({ id, name, description });

const LIGHTHOUSE: SceneTemplate = {
  id: 'lighthouse',
  title: 'The kitchen under the lamp',
  summary:
    'A storm, a lighthouse kitchen, three people who did not plan to meet, and a light that must not go out.',
  scene: {
    title: 'The kitchen under the lamp',
    scenario:
      'Night at Gannet Rock. The storm has cut the causeway, and whoever was near the lighthouse has ended up in its ' +
      'kitchen: a round room with a stove, a kettle, one long table and a stair that goes up to the lamp. The lamp has ' +
      'flickered twice since supper. The supply boat is two days late.',
    notes: notes({
      world: 'A cold coast, small boats, no wireless. Nothing supernatural, though people will talk.',
      scene: 'Keep it warm indoors and wild outdoors. Small things matter: oil, tea, a wet letter.',
    }),
    characters: [
      character({
        id: 'hesper',
        name: 'Hesper Quill',
        description:
          'Keeper of Gannet Rock for nineteen years. Broad hands, a darned jersey, one eye always on the stair.',
        personality: 'Gruff and dry; stubborn about rules, tired, kinder than she lets on.',
        goals: 'Keep the lamp lit until morning and hide how little oil is left.',
        voice: [
          'Nineteen years, and the sea has not once said sorry.',
          'There is tea. It is not good tea, but it is hot and it is mine.',
          'The lamp does not care how you feel about it.',
          'I have buried two kettles in this kitchen. Mind the third.',
          'You can tell a person by what they do while the water boils.',
          'Wind from the north means company. I never liked the north.',
        ],
        location: 'at the stove',
        mood: 'watchful',
      }),
      character({
        id: 'tobin',
        name: 'Tobin Marsh',
        description:
          'Pilot of the mail boat, twenty and soaked to the skin, with a satchel he will not put down.',
        personality: 'Nervous, honest, restless; talks when he should listen.',
        goals: 'Deliver the letter in his satchel to the keeper before he loses the nerve.',
        voice: [
          'I can swim, you know. I would just rather not have to tonight.',
          'My mother says I worry enough for a bigger man.',
          'Does the floor always hum like that?',
          'The mail gets through. That is the whole of the job. That, and not sinking.',
          'I counted the steps on the way up. I lost count where it creaks.',
          'If anyone asks, I was never seasick. If the boat asks, neither was she.',
        ],
        location: 'on the bench by the door',
        mood: 'uneasy',
      }),
      character({
        id: 'wren',
        name: 'Dr. Wren',
        description:
          'A surveyor of coasts in a good grey coat, with a case of instruments and a notebook on a string.',
        personality: 'Formal, precise, learned; proper to the point of comedy, and never quite off duty.',
        goals: 'Find out why the light has been drifting from its timetable.',
        voice: [
          'I have measured this coast four times. It has yet to return the courtesy.',
          'An estimate is only a guess that has been to school.',
          'I make it eleven minutes past nine, and I make most things.',
          'One does not fear the sea. One keeps a table of it.',
          'My notebook has survived three shipwrecks. My umbrellas have been less fortunate.',
          'I distrust a round number. It has usually been sat upon.',
        ],
        location: 'at the head of the table',
        mood: 'composed',
      }),
      character({
        id: 'rusk',
        name: 'Captain Rusk',
        description: 'Master of a coaster nobody has seen come in, with dry boots on a very wet night.',
        personality: 'Sly, charming, amused; a gambler who answers questions with better ones.',
        goals: 'Persuade the keeper to let the lamp go dark for a single hour.',
        voice: [
          'My ship? Oh, she is about. Ships are like cats.',
          'I never cheat at cards. I merely remember them more warmly than others do.',
          'Every rock has a price. Most of them do not know it.',
          'Dry boots are no crime. They are hardly even an opinion.',
          'I have been drowned twice, on paper.',
        ],
        location: 'outside, on the causeway side',
        mood: 'amused',
        active: false,
      }),
    ],
    personas: [
      persona('ines', 'Ines', 'A traveller who missed the last cart to the mainland.'),
      persona('jonas', 'Jonas', 'A bell-founder’s apprentice, sent to look at the cracked fog bell.'),
    ],
    world: { weather: 'gale from the north', causeway: 'under water', lamp: 'lit, flickering' },
  },
};

const NIGHT_TRAIN: SceneTemplate = {
  id: 'night-train',
  title: 'The dining car has stopped',
  summary: 'Half past one, snow on the line, and somebody in the dining car pulled the brake.',
  scene: {
    title: 'The dining car has stopped',
    scenario:
      'The night express stands in a snowfield between two stations. The lights of the dining car are on, the soup is ' +
      'still warm, and the brake handle has been pulled by somebody who has not said so. The seal on the brake is on the ' +
      'floor. The guard has walked ahead along the line with a lantern.',
    notes: notes({
      world: 'A continent of long railways and short tempers, some time before telephones.',
      scene: 'A comedy of manners with a question in it. Nobody is in danger; everybody is embarrassed.',
    }),
    characters: [
      character({
        id: 'aurel',
        name: 'Aurel',
        description: 'Steward of the dining car, white gloves, a towel over one arm like a flag of truce.',
        personality: 'Formal, exact, dignified; the rules of the house are his weather.',
        goals: 'Protect the good name of the railway, and the passenger he saw by the brake.',
        voice: [
          'The soup was announced for nine. I leave the rest to history.',
          'This railway has been late only once before, and we moved the clock.',
          'A napkin is a promise one makes to a tablecloth.',
          'I have seen nothing, and I have seen it very clearly.',
          'There are eleven spoons. At midnight there were twelve. I merely mention it.',
        ],
        location: 'beside the serving hatch',
        mood: 'composed',
      }),
      character({
        id: 'vesna',
        name: 'Vesna Orlo',
        description: 'Plays cards from one terminus to the other and is always losing just enough.',
        personality: 'Sly, teasing, a gambler; charming when cornered.',
        goals: 'Win back a ring before the next station without anyone learning that she pawned it.',
        voice: [
          'I never bluff on a full stomach; it shows.',
          'There are fifty-two ways to tell the truth, and I know most of them by the back.',
          'A stopped train is the only honest table in the world. No one can leave.',
          'I lost a castle once. It was drafty.',
          'People say luck is blind. I have found that she peeks.',
        ],
        location: 'at the corner table',
        mood: 'amused',
      }),
      character({
        id: 'pim',
        name: 'Pim',
        description: 'Ten years old, travelling alone with a label on the coat and a cake in a tin.',
        personality: 'Bright, curious, talkative; merry and impulsive.',
        goals: 'Know who pulled the brake, and find the cat that got out of the basket.',
        voice: [
          'I’m ten, but I’ve been nearly eleven for ages.',
          'My label says “this side up”. I think that’s good advice.',
          'I bet it was the cat. Cats can do handles.',
          'I’ve got cake. It’s evidence, but you can have some.',
          'When I’m grown up I’ll stop trains too, but I’ll ask first.',
        ],
        location: 'kneeling on a seat by the window',
        mood: 'excited',
      }),
    ],
    personas: [
      persona('mara', 'Mara', 'A journalist on her way home with an unfinished column.'),
      persona('teo', 'Teo', 'A honeymooner whose wife is asleep two cars down.'),
    ],
    world: { time: 'half past one', train: 'standing in snow', brake: 'pulled, seal broken' },
  },
};

const CLOCKMAKER: SceneTemplate = {
  id: 'clockmaker',
  title: 'Two clocks, one hour apart',
  summary:
    'A two-hander in a clockmaker’s shop, where somebody has come to collect a clock that runs backwards.',
  scene: {
    title: 'Two clocks, one hour apart',
    scenario:
      'A narrow shop at the end of the afternoon. Two tall clocks stand side by side and disagree by one hour. On the ' +
      'counter lies a small brass clock that runs backwards, with a ticket tied to its handle; the name on the ticket has ' +
      'been rubbed out. The shop closes at six, by one clock or the other.',
    notes: notes({ scene: 'Quiet, exact, a little sad, funny underneath. Let the clocks interrupt.' }),
    characters: [
      character({
        id: 'odile',
        name: 'Odile Marchetti',
        description: 'Clockmaker, seventy, a glass screwed into one eye as if it had grown there.',
        personality: 'Warm and patient, gentle with people and strict with springs.',
        goals: 'Keep the backwards clock in the shop without saying who made it.',
        voice: [
          'A clock is only a very slow way of listening.',
          'I set them right in the morning, and by evening they have opinions again.',
          'My husband was always early. It is the one thing I could not mend.',
          'Springs are like children: wind them too far and you will hear of it at night.',
          'Sit, sit. The hour is in no hurry, whatever it tells you.',
        ],
        location: 'behind the counter',
        mood: 'calm',
      }),
      character({
        id: 'lark',
        name: 'Lark',
        description: 'The apprentice, ink on both cuffs, two screwdrivers behind one ear.',
        personality: 'Eager, bright, impulsive; honest half a second too soon.',
        goals: 'Prove that the left clock is right.',
        voice: [
          'I took it apart and there were four pieces left over, so really I improved it.',
          'The left one’s right. The right one’s wrong. It’s not my fault they’re standing like that.',
          'I haven’t broken anything since Tuesday. It’s a good run.',
          'If you hold it upside down it goes forwards. I’m not allowed to say that.',
          'Time flies! Well. It rattles.',
        ],
        location: 'on the ladder',
        mood: 'cheerful',
      }),
    ],
    personas: [
      persona('sol', 'Sol', 'Has come about the brass clock, with the other half of the ticket.'),
      persona('edda', 'Edda', 'Lives upstairs and hears every quarter hour twice.'),
    ],
    world: { 'left clock': 'five o’clock', 'right clock': 'four o’clock', door: 'open' },
  },
};

/** Scenes that are ready to play, in the order they are offered. */
export const TEMPLATES: readonly SceneTemplate[] = [LIGHTHOUSE, NIGHT_TRAIN, CLOCKMAKER];

/** What a list shows of each template. */
export function listTemplates(): {
  id: string;
  title: string;
  summary: string;
  characters: string[];
  personas: { id: string; name: string }[];
}[] {
  return TEMPLATES.map(({ id, title, summary, scene }) => ({
    id,
    title,
    summary,
    characters: (scene.characters ?? []).map(({ name }) => name),
    personas: (scene.personas ?? []).map((p) => ({ id: p.id ?? '', name: p.name })),
  }));
}

/**
 * A request with its template filled in: every field it gives overrides the template's, as a whole.
 *
 * @returns `invalid` when there is no such template
 */
export function mergeTemplate(body: CreateScene): Result<CreateScene> {
  if (body.template === undefined) return ok(body);
  const template = TEMPLATES.find(({ id }) => id === body.template);
  if (template) return ok({ ...template.scene, ...body });
  const message = `there is no template "${body.template}"; there is ${TEMPLATES.map(({ id }) => id).join(', ')}`;
  return fail({ code: 'invalid', errors: [{ pointer: '/template', message }] });
}
