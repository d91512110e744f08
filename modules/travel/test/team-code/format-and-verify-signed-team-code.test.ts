import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendSignature,
  isCodeOfEarlierVersion,
  maskPlate,
  maxCodeLength,
  unsignedGuideCardCodeText,
  unsignedTeamCodeText,
  verifyTeamCode,
} from '../../contract/team-code/format-and-verify-signed-team-code.ts';

const makeKey = (kid: string) => {
  const pair = generateKeyPairSync('ed25519');
  return {
    published: { kid, key: pair.publicKey.export({ format: 'jwk' }).x ?? '' },
    sign: (content: string) => appendSignature(content, sign(null, Buffer.from(content), pair.privateKey)),
  };
};
const ours = makeKey('k1-_Az');
const now = 1_900_000_020;
const team = {
  team_no: 'T530130050100001',
  version: 2,
  plate: '云AD12345',
  guide_card: 'D-5301-123456',
  pax: 42,
  start: now - 3600,
  end: now + 36_000,
  exp: now + 79_200,
  kid: 'k1-_Az',
};
const teamCode = ours.sign(unsignedTeamCodeText(team));

describe('codes of teams', () => {
  it('contain what was signed, alone and at the end of a URL', async () => {
    for (const written of [teamCode, ` ${teamCode}\n`, `https://xj.example.cn/team/${teamCode}`]) {
      const { verdict, content } = await verifyTeamCode(written, [ours.published], now);
      expect(verdict).toBe('genuine');
      expect(content).toEqual({ kind: 'team', team: { v: 1, ...team } });
    }
  });

  it('are distinguished by signer, key and expiry', async () => {
    const verdictOf = async (code: string, keys = [ours.published], at = now) =>
      (await verifyTeamCode(code, keys, at)).verdict;
    const forged = makeKey('k1-_Az').sign(unsignedTeamCodeText(team));
    expect(await verdictOf(forged)).toBe('foreign');
    expect(await verdictOf(teamCode, [])).toBe('unknown_key');
    expect(await verdictOf(teamCode, [{ kid: 'k1-_Az', key: 'short' }])).toBe('unknown_key');
    expect(await verdictOf(teamCode, [ours.published], team.exp + 3600)).toBe('expired');
    const [head, kid, , signature] = teamCode.split('.');
    const [, , more] = unsignedTeamCodeText({ ...team, pax: 41 }).split('.');
    expect(await verdictOf([head, kid, more, signature].join('.'))).toBe('foreign');
    // the signature covers the type of the code
    expect(await verdictOf(teamCode.replace(/^1t/, '1g'))).toBe('malformed');
    expect(isCodeOfEarlierVersion({ v: 1, ...team }, 3)).toBe(true);
    expect(isCodeOfEarlierVersion({ v: 1, ...team }, 2)).toBe(false);
  });

  it('fit into 300 bytes whatever they contain', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.integer(),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        async (team_no, plate, guide_card, pax, start) => {
          const content = { ...team, team_no: `T${team_no}`, plate, guide_card, pax, start, end: start, exp: start };
          const code = ours.sign(unsignedTeamCodeText(content));
          expect(Buffer.byteLength(code)).toBeLessThanOrEqual(maxCodeLength);
          expect((await verifyTeamCode(code, [ours.published], start - 60)).verdict).toBe('genuine');
        },
      ),
    );
    const longest = { ...team, team_no: 'T530199123199999', plate: '云AF12345', guide_card: 'D'.repeat(40) };
    const { content } = await verifyTeamCode(ours.sign(unsignedTeamCodeText(longest)), [ours.published], now);
    expect(content).toMatchObject({
      team: { team_no: longest.team_no, plate: '云AF12345', guide_card: 'D'.repeat(40) },
    });
  });

  it('never throw, whatever is scanned', async () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('1t', '1g', 'k1-_Az', ...teamCode.split('.')));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('.')),
        ),
        async (written) => {
          const { verdict } = await verifyTeamCode(written, [ours.published], now);
          expect(['malformed', 'foreign', 'unknown_key', 'genuine']).toContain(verdict);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(teamCode.length - 1), fc.string({ minLength: 1, maxLength: 1 }), async (at, letter) => {
        const changed = teamCode.slice(0, at) + letter + teamCode.slice(at + 1);
        const { verdict } = await verifyTeamCode(changed, [ours.published], now);
        if (changed !== teamCode && changed.trim() !== teamCode) expect(verdict).not.toBe('genuine');
      }),
    );
  });
});

it('codes of cards are valid for what they contain', async () => {
  const code = ours.sign(unsignedGuideCardCodeText({ guide_card: 'D-5301-1', exp: now + 60, kid: 'k1-_Az' }));
  expect(await verifyTeamCode(code, [ours.published], now)).toEqual({
    verdict: 'genuine',
    content: { kind: 'card', card: { v: 1, guide_card: 'D-5301-1', exp: now + 60, kid: 'k1-_Az' } },
  });
  expect((await verifyTeamCode(code, [ours.published], now + 120)).verdict).toBe('expired');
});

it('plates are masked in the middle', () => {
  expect(maskPlate('云AD12345')).toBe('云A·***345');
  expect(maskPlate('云A12345')).toBe('云A·**345');
});
