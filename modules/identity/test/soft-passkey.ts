import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator made of software, for calls that no browser stands behind (WebAuthn Level 2 §6.1, §6.3.3). */
export function softPasskey(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  const part = (value: string) => [Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')];
  let counter = 0;
  return {
    id,
    /** COSE: EC2, ES256, P-256. */
    publicKey: Buffer.concat([
      ...[Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), ...part(x)],
      ...[Buffer.from([0x22]), ...part(y)],
    ]),
    /** What a browser hands on; `verified`: it asked who is there. */
    answer(challenge: string, { verified = true, from = origin } = {}) {
      counter += 1;
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: from }));
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const authenticatorData = Buffer.concat([
        createHash('sha256').update(rpId).digest(),
        Buffer.from([verified ? 0x05 : 0x01]),
        count,
      ]);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}
