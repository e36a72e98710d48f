import { toBase64 } from '../../src/base/base64';

/** A passkey in software (ES256, no attestation), in place of a browser and its authenticator. */
export interface SoftPasskey {
  id: string;
  /** The result of `navigator.credentials.create`, as JSON. */
  register(challenge: string, where?: Where): Promise<object>;
  /** The result of `navigator.credentials.get`, as JSON. */
  sign(challenge: string, where?: Where): Promise<object>;
}

interface Where {
  origin?: string;
  rpId?: string;
  by?: CryptoKey;
  /** The device did not verify the user. */
  unverified?: boolean;
}

const encoder = new TextEncoder();
const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const join = (...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => [...part]));
const uint16 = (n: number): number[] => [n >> 8, n & 255];

/** CBOR of bytes, and of a text, shorter than 65,536. */
const cborBytes = (bytes: Uint8Array): Uint8Array => join([0x59, ...uint16(bytes.length)], bytes);
const cborText = (text: string): Uint8Array => join([0x60 + text.length], encoder.encode(text));

/** An ECDSA signature in the format of authenticators: a DER sequence of two integers. */
function toDer(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const rest = [...bytes.slice(start)];
    const positive = (rest[0] ?? 0) > 127 ? [0, ...rest] : rest;
    return [2, positive.length, ...positive];
  };
  const body = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))];
  return new Uint8Array([0x30, body.length, ...body]);
}

export const newSigner = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]) as Promise<CryptoKeyPair>;

export async function makePasskey(host = 'stage.test'): Promise<SoftPasskey> {
  const { privateKey, publicKey } = await newSigner();
  const point = new Uint8Array((await crypto.subtle.exportKey('raw', publicKey)) as ArrayBuffer);
  // COSE: kty EC2, alg ES256, crv P-256, x, y.
  const cose = join(
    [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32],
    point.slice(1, 33),
    [0x22, 0x58, 32],
    point.slice(33),
  );
  const rawId = crypto.getRandomValues(new Uint8Array(16));
  const id = toBase64Url(rawId);
  let counter = 0;
  const clientData = (type: string, challenge: string, origin = `https://${host}`) =>
    encoder.encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = async (flags: number, rpId = host) => {
    counter += 1;
    return join(await digest(encoder.encode(rpId)), [flags, 0, 0, ...uint16(counter)]);
  };
  const answer = (response: object) => ({
    ...{ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
  });
  return {
    id,
    register: async (challenge, { origin, rpId, unverified } = {}) => {
      const data = join(
        await authData(unverified ? 0x41 : 0x45, rpId),
        new Uint8Array(16),
        uint16(rawId.length),
        rawId,
        cose,
      );
      const attestation = join(
        ...[[0xa3], cborText('fmt'), cborText('none'), cborText('attStmt'), [0xa0], cborText('authData')],
        cborBytes(data),
      );
      return answer({
        clientDataJSON: toBase64Url(clientData('webauthn.create', challenge, origin)),
        attestationObject: toBase64Url(attestation),
      });
    },
    sign: async (challenge, { origin, rpId, by, unverified } = {}) => {
      const data = await authData(unverified ? 0x01 : 0x05, rpId);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = new Uint8Array(
        await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          by ?? privateKey,
          join(data, await digest(client)),
        ),
      );
      return answer({
        clientDataJSON: toBase64Url(client),
        authenticatorData: toBase64Url(data),
        signature: toBase64Url(toDer(signature)),
      });
    },
  };
}
