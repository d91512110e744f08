import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import {
  answerGuideCardCode,
  answerPublicKeys,
  answerTeamCodeCheck,
  answerTeamCodeSvg,
  answerTeamCodeText,
  codeInput,
  teamCodeInput,
} from './answer-team-and-guide-card-code-calls.ts';
import { rotateTeamCodeSigningKeys } from './team-code-signing-keys.ts';

const code = call({
  gate: 'login',
  summary: text('团队码（SVG）；已确认或行程中的团队', 'Team code (SVG), for confirmed teams and those in progress'),
  input: teamCodeInput,
  raw: 'image/svg+xml',
  run: answerTeamCodeSvg,
});

const codeText = call({
  gate: 'login',
  summary: text('团队码文本', 'Team code as text'),
  input: teamCodeInput,
  answer: object({ code: string, address: string, version: integer, exp: integer }),
  run: answerTeamCodeText,
});

const keys = call({
  gate: 'none',
  answerLifetime: 300,
  summary: text('核验团队码与导游证码的公钥（公开）', 'Public keys for verifying team and guide card codes (public)'),
  description: text(
    'Ed25519；key 为 32 字节公钥的 base64url。',
    'Ed25519; key is the 32-byte public key in base64url.',
  ),
  answer: object({ keys: list(object({ kid: string, key: string })) }),
  run: answerPublicKeys,
});

const show = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  summary: text(
    '凭团队码或导游证码查看公开信息（公开）',
    'Public information behind a team or guide card code (public)',
  ),
  limit: { perMinute: 60 },
  inputFrom: 'body',
  input: codeInput,
  answer: object({ verdict: string, hotline: string, team: { type: 'object' }, guide: { type: 'object' } }, [
    'verdict',
    'hotline',
  ]),
  run: answerTeamCodeCheck,
});

const cardCode = call({
  gate: 'login',
  secret: true,
  summary: text('本人导游证码，一分钟内有效', "Code of one's own guide card, valid for one minute"),
  limit: { perMinute: 30 },
  answer: object({ code: string, address: string, card_no: string, exp: integer, picture: string }),
  run: answerGuideCardCode,
});

/** Codes of teams, for those who may see the team; of a guide's own card; and the public calls that verify them. */
export const teamCodeControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('travel.itinerary', 'travel/itinerary/index', { code, codeText }),
  { app: 'api', name: 'travel.code', actions: { keys, show } },
  { app: 'api', name: 'crew.guide', actions: { code: cardCode } },
];

export const signingKeyRotationCronJob: NonNullable<ServerModule['scheduled']> = {
  rotate_travel_code_keys: {
    label: text('更换团队码签名密钥', 'Rotate signing keys of team codes'),
    at: '20 2 * * *',
    run: rotateTeamCodeSigningKeys,
  },
};
