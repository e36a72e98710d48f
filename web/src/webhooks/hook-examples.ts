import type { Json, JsonObject } from '../../../src/base/json';
import type { HookTurn, Verification } from '../../../src/contract/hooks';
import { hookTemplate } from './hook-words';

export interface HookExample {
  /** Steps at the sender, in order. */
  steps: string[];
  codes: { title: string; code: string }[];
}

/** A sample payload with the fields that the template names. */
export function samplePayload(turn: HookTurn): JsonObject {
  const paths = [...(hookTemplate(turn) ?? '').matchAll(/\{\{([^{}]*)\}\}/g)].map(([, path = '']) =>
    path.trim().split('.'),
  );
  return paths.reduce<JsonObject>((payload, path) => setPath(payload, path) as JsonObject, {});
}

function setPath(value: Json | undefined, [name, ...rest]: readonly string[], last = ''): Json {
  if (name === undefined) return value ?? `some ${last.replaceAll('_', ' ')}`;
  const inner = (holder: Json | undefined): Json | undefined =>
    typeof holder === 'object' && holder !== null ? (holder as JsonObject)[name] : undefined;
  const fieldName = /^\d+$/.test(name) ? last : name;
  if (/^\d{1,2}$/.test(name)) {
    const list = Array.isArray(value) ? [...value] : [];
    while (list.length < Number(name)) list.push({});
    list[Number(name)] = setPath(inner(value), rest, fieldName);
    return list;
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields, [name]: setPath(inner(value), rest, fieldName) };
}

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const command = (...lines: string[]): string => lines.join(' \\\n  ');
const JSON_HEADER = "-H 'Content-Type: application/json'";

/**
 * Writes setup instructions for the sender, and a test command.
 *
 * @param address the webhook's URL as the sender reaches it
 * @param secret null: no longer shown, so a placeholder is used
 */
export function exampleFor(
  { verify, turn }: { verify: Verification; turn: HookTurn },
  address: string,
  secret: string | null,
): HookExample {
  const to = quote(address);
  const body = quote(JSON.stringify(samplePayload(turn)));
  const shownSecret = secret ?? 'YOUR_SECRET';
  switch (verify) {
    case 'bearer': {
      const code = command(
        `curl ${to}`,
        `-H ${quote(`Authorization: Bearer ${shownSecret}`)}`,
        JSON_HEADER,
        `-d ${body}`,
      );
      return { steps: [], codes: [{ title: 'With curl', code }] };
    }
    case 'github':
      return {
        steps: [
          'In your repository, open Settings, Webhooks, Add webhook.',
          'Paste the address as Payload URL and the secret as Secret, and set Content type to application/json.',
          'Choose the events. GitHub sends a ping right away; you can see it under Deliveries.',
        ],
        codes: [
          {
            title: 'Or use the GitHub command line',
            code: command(
              'gh api repos/OWNER/REPOSITORY/hooks',
              "-f name=web -F active=true -f 'events[]=push'",
              `-f ${quote(`config[url]=${address}`)}`,
              "-f 'config[content_type]=json'",
              `-f ${quote(`config[secret]=${shownSecret}`)}`,
            ),
          },
          {
            title: 'Try it with curl',
            code: [
              `body=${body}`,
              `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac ${quote(shownSecret)} -r | cut -d' ' -f1)`,
              command(
                `curl ${to}`,
                JSON_HEADER,
                '-H "X-GitHub-Delivery: try-$(date +%s)"',
                '-H "X-Hub-Signature-256: sha256=$signature"',
                '-d "$body"',
              ),
            ].join('\n'),
          },
        ],
      };
    case 'slack':
      return {
        steps: [
          'At api.slack.com/apps, open the app whose signing secret you entered.',
          'Paste this into App Manifest, then install the app in your workspace.',
          'Typing /stage and some text takes a turn; the result is posted in the channel.',
        ],
        codes: [{ title: 'App manifest', code: slackManifest(address) }],
      };
    case 'discord':
      return {
        steps: [
          'At discord.com/developers, open the application whose public key you entered.',
          'Under General Information, paste the address into Interactions Endpoint URL. Discord checks it when you save.',
          'Create the command once, using the application ID and its bot token.',
        ],
        codes: [{ title: 'Create the command with curl', code: discordCommand() }],
      };
    case 'standard':
      return {
        steps: [
          'Give the address and the secret to the service.',
          "For another Proscenium server: create a webhook there with this address, then enter that webhook's secret here.",
        ],
        codes: [
          {
            title: 'Try it with curl',
            code: [
              `body=${body}`,
              'id=try_$(date +%s); at=$(date +%s)',
              `key=$(printf %s ${quote(shownSecret.replace(/^whsec_/, ''))} | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
              'signature=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)',
              command(
                `curl ${to}`,
                JSON_HEADER,
                '-H "webhook-id: $id" -H "webhook-timestamp: $at"',
                '-H "webhook-signature: v1,$signature"',
                '-d "$body"',
              ),
            ].join('\n'),
          },
        ],
      };
  }
}

/** A manifest of a Slack app with one slash command (docs.slack.dev, App manifest reference). */
const slackManifest = (address: string): string => `display_information:
  name: Proscenium
features:
  bot_user:
    display_name: Proscenium
  slash_commands:
    - command: /stage
      url: ${address}
      description: Takes a turn on the stage
      usage_hint: what you want to say
oauth_config:
  scopes:
    bot:
      - commands
`;

const discordCommand = (): string => {
  const text = { type: 3, name: 'text', description: 'What you want to say', required: true };
  const stage = { name: 'stage', type: 1, description: 'Take a turn in the scene', options: [text] };
  return command(
    'curl https://discord.com/api/v10/applications/YOUR_APPLICATION_ID/commands',
    "-H 'Authorization: Bot YOUR_BOT_TOKEN'",
    JSON_HEADER,
    `-d ${quote(JSON.stringify(stage))}`,
  );
};
