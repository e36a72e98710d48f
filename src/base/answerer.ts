/** The offline fallback. Always available; no configured provider may use its name. */
export const UNDERSTUDY_NAME = 'understudy';

/** `model` absent: the understudy, or unknown. */
export interface Answerer {
  provider: string;
  model?: string | undefined;
}

/** True if an agent gets the prompts for small models. The understudy reads no prompts. */
export const isSmall = ({
  promptStyle,
  provider,
}: {
  promptStyle?: string | undefined;
  provider: string;
}): boolean => promptStyle === 'small' && provider !== UNDERSTUDY_NAME;

export const answererKind = ({ provider, model }: Answerer): { provider: string; model?: string } =>
  model === undefined ? { provider } : { provider, model };

/** For example `qwen3:8b by local`, or `understudy`. */
export const nameAnswerer = ({ provider, model }: Answerer): string =>
  model === undefined || provider === UNDERSTUDY_NAME ? provider : `${model} by ${provider}`;

/** Without duplicates. */
export const nameAnswerers = (answerers: readonly Answerer[]): string[] => [
  ...new Set(answerers.map(nameAnswerer)),
];
