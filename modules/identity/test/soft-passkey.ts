import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A software authenticator for calls without a browser (WebAuthn Level 2 §6.1, §6.3.3). */
export function softPasskey(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  const part = (value: string) => [Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')];
  /** COSE: EC2, ES256, P-256. */
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...part(x),
    Buffer.from([0x22]),
    ...part(y),
  ]);
  const site = createHash('sha256').update(rpId).digest();
  const clientDataOf = (type: 'create' | 'get', challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: from }));
  let counter = 0;
  return {
    id,
    publicKey: cose,
    /** The browser's answer after creating a passkey, without attestation (`none`). */
    made(challenge: string, { from = origin } = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(16);
      const device = Buffer.alloc(16);
      // user present and verified, with the new key
      const flagsAndCount = Buffer.from([0x45, 0, 0, 0, 0]);
      const authData = Buffer.concat([site, flagsAndCount, device, length, Buffer.from(id, 'base64url'), cose]);
      const attestation = Buffer.concat([
        Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataOf('create', challenge, from).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The browser's answer to a challenge; `verified`: with user verification. */
    answer(challenge: string, { verified = true, from = origin } = {}) {
      counter += 1;
      const clientData = clientDataOf('get', challenge, from);
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const authenticatorData = Buffer.concat([site, Buffer.from([verified ? 0x05 : 0x01]), count]);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}
