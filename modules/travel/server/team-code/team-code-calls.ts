import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import type { Controller } from '#server/http/controller.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { rotateKeys } from './signing-keys.ts';
import { answerCodeCheck, cardCodeAnswer, drawTeamCode, publicKeysAnswer, teamCodeAnswer } from './team-code.ts';

const seen = 'travel/itinerary/index';

/** Codes of teams, for those who may see the team; of a guide’s own card; and the public calls that verify them. */
export const teamCodeControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'travel.itinerary',
    actions: {
      code: { gate: 'rule', node: seen, handle: drawTeamCode },
      codeText: { gate: 'rule', node: seen, handle: teamCodeAnswer },
    },
  },
  {
    app: 'api',
    name: 'travel.itinerary',
    actions: {
      code: { gate: 'login', handle: drawTeamCode },
      codeText: { gate: 'login', handle: teamCodeAnswer },
    },
  },
  {
    app: 'api',
    name: 'travel.code',
    actions: {
      keys: { gate: 'none', answerLifetime: 300, handle: publicKeysAnswer },
      show: { gate: 'none', methods: ['POST'], perMinute: 60, silent: true, handle: answerCodeCheck },
    },
  },
  {
    app: 'api',
    name: 'crew.guide',
    actions: { code: { gate: 'login', secret: true, perMinute: 30, handle: cardCodeAnswer } },
  },
];

export const signingKeyScheduled: NonNullable<ServerModule['scheduled']> = {
  rotate_travel_code_keys: {
    label: text('更换团队码签名密钥', 'Rotate signing keys of team codes'),
    at: '20 2 * * *',
    run: rotateKeys,
  },
};

const id = field.integer(text('行程编号', 'Itinerary ID'), { required: true, min: 1 });
const picture: CallDescription = {
  summary: text('团队码（SVG）；已确认或行程中的团队', 'Team code (SVG), for confirmed teams and those in progress'),
  query: { id },
  raw: 'image/svg+xml',
};
const codeText: CallDescription = {
  summary: text('团队码文本', 'Team code as text'),
  query: { id },
  data: object({ code: string, address: string, version: integer, exp: integer }),
};

export const teamCodeCalls: CallDescriptions = {
  'admin/travel.itinerary/code': picture,
  'api/travel.itinerary/code': picture,
  'admin/travel.itinerary/codeText': codeText,
  'api/travel.itinerary/codeText': codeText,
  'api/travel.code/keys': {
    summary: text('核验团队码与导游证码的公钥（公开）', 'Public keys for verifying team and guide card codes (public)'),
    description: text(
      'Ed25519；key 为 32 字节公钥的 base64url。',
      'Ed25519; key is the 32-byte public key in base64url.',
    ),
    data: object({ keys: list(object({ kid: string, key: string })) }),
  },
  'api/travel.code/show': {
    summary: text(
      '凭团队码或导游证码查看公开信息（公开）',
      'Public information behind a team or guide card code (public)',
    ),
    body: { code: field.text(text('团队码或其地址', 'Team code or its address'), { required: true, max: 600 }) },
    data: object({ verdict: string, hotline: string, team: { type: 'object' }, guide: { type: 'object' } }, [
      'verdict',
      'hotline',
    ]),
  },
  'api/crew.guide/code': {
    summary: text('本人导游证码，一分钟内有效', 'Code of one’s own guide card, valid for one minute'),
    data: object({ code: string, address: string, card_no: string, exp: integer, picture: string }),
  },
};
