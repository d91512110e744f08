import { field } from '#kernel/field/field.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import { recordReveal } from '#server/history/reveal-masked-fields.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import { textLine } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import type { PrintedDocument } from '#server/pdf/store-and-find-printed-documents.ts';
import { Refused } from '#server/refusal.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { formatTripMoment } from '../product/trip-times-as-text-and-calendar-days.ts';
import { teamCodeAddress } from '../team-code/answer-team-and-guide-card-code-calls.ts';
import { answerRequestForTeamsOfDayPdf, teamsOfDayPdfRequestInput } from './answer-request-for-teams-of-day-pdf.ts';
import {
  authorityName,
  createPrintVerificationCode,
  storePrintVerificationCode,
} from './create-and-store-print-verification-code.ts';
import {
  type PrintedTeam,
  type PrintedTourist,
  readTeamForPrint,
  readTouristsForPrint,
} from './read-team-for-print.ts';
import {
  itineraryBlocks,
  teamPrintHeadingBlocks,
  teamPrintTexts,
  touristListTableBlocks,
} from './team-print-document-blocks.ts';

const texts = {
  failed: text('没有制作成功，请稍后再试', 'The file could not be made. Try again later'),
  draft: text('未确认', 'Not confirmed'),
  whole: text('旅游团队游客名单（完整）', 'Tourist list (full)'),
  travels: text('行程', 'Trip'),
  changes: text('变更次数', 'Changes'),
  copy: text('{who} {time} {reason}', '{who} {time} {reason}'),
  dayTable: text('日团队表-下载', 'Teams of the day: download'),
  sheet: text('行程单-下载', 'Itinerary: download'),
  list: text('游客名单-下载', 'Tourist list: download'),
  full: text('游客名单-下载完整名单', 'Tourist list: download full list'),
} as const;

/** States whose prints are final; in others they are marked as drafts. */
const settled: ReadonlySet<string> = new Set(['confirmed', 'departed', 'finished', 'archived', 'terminated']);

async function write(
  call: Call,
  team: PrintedTeam,
  title: Text,
  blocks: readonly DocumentBlock[],
  { mark, as = title }: { readonly mark?: string; readonly as?: Text } = {},
) {
  const { engine, caller } = call;
  const { locale } = caller;
  const check = createPrintVerificationCode(call);
  const address = await teamCodeAddress(call, team);
  const { hotline } = engine.settings(siteSettings);
  const answer = await runInPdfThread({
    task: 'sheet',
    blocks: [...blocks, textLine('', { size: 6 })],
    pdf: {
      title: `${title[locale]} ${team.team_no}`,
      dense: true,
      foot: teamPrintTexts.foot[locale],
      geta: '〓',
      mark: mark ?? (settled.has(team.status) ? undefined : texts.draft[locale]),
      checks: [
        ...(address
          ? [
              {
                address,
                lines: [
                  teamPrintTexts.check[locale],
                  teamPrintTexts.signed[locale],
                  ...(hotline ? [textIn(teamPrintTexts.hotline, locale, { hotline })] : []),
                ],
              },
            ]
          : []),
        check,
      ],
    },
  });
  if (answer && 'sheet' in answer) {
    const bytes = Buffer.from(answer.sheet);
    await storePrintVerificationCode(call, check, { bytes, title: as, facts: factsOf(team), team: team.id });
    return bytes;
  }
  engine.log.warn({ team: team.id, why: answer }, 'a team could not be printed');
  throw new Refused(texts.failed, { data: { reason: 'invalid' } });
}

/** Facts the public check page shows of a print; none about tourists. */
const factsOf = (team: PrintedTeam): PrintedDocument['facts'] => [
  { label: itinerary.fields.team_no.label, value: team.team_no },
  { label: itinerary.fields.agency_id.label, value: team.agency },
  { label: texts.travels, value: `${formatTripMoment(team.start)} – ${formatTripMoment(team.end)}` },
  { label: itinerary.fields.tourist_count.label, value: String(team.counts[0]) },
  { label: texts.changes, value: String(team.changes) },
];

const now = () => Math.floor(Date.now() / 1000);

async function send({ reply }: Call, name: string, pdf: Buffer): Promise<typeof responseSent> {
  await reply
    .type('application/pdf')
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(pdf);
  return responseSent;
}

const nameOf = (title: string, team: PrintedTeam) => `${title}_${team.team_no}.pdf`;

const ofTeam = { id: field.integer(text('行程编号', 'Itinerary ID'), { required: true, min: 1 }) };

/** `GET sheet`: the itinerary of a team as PDF, without tourists, for those who may see the team. */
async function sheet(call: CallWithValidatedInput<typeof ofTeam>) {
  const { locale } = call.caller;
  const team = await readTeamForPrint(call, call.input.id);
  const head = teamPrintHeadingBlocks(team, teamPrintTexts.sheet, authorityName(call), now(), locale);
  const pdf = await write(call, team, teamPrintTexts.sheet, [...head, ...itineraryBlocks(team, locale)]);
  return send(call, nameOf(teamPrintTexts.sheet[locale], team), pdf);
}

async function writeList(
  call: Call,
  team: PrintedTeam,
  tourists: readonly PrintedTourist[],
  more?: { readonly mark: string; readonly as: Text },
) {
  const { locale } = call.caller;
  const head = teamPrintHeadingBlocks(team, teamPrintTexts.list, authorityName(call), now(), locale);
  const blocks = [
    ...head,
    ...touristListTableBlocks(tourists, locale),
    textLine(teamPrintTexts.geta[locale], { size: 8 }),
  ];
  return write(call, team, teamPrintTexts.list, blocks, more);
}

/** `GET touristList`: the list of tourists as PDF, with masked numbers. */
async function touristList(call: CallWithValidatedInput<typeof ofTeam>) {
  const team = await readTeamForPrint(call, call.input.id);
  const tourists = await readTouristsForPrint(call.engine.db, team.id, false);
  return send(call, nameOf(teamPrintTexts.list[call.caller.locale], team), await writeList(call, team, tourists));
}

/**
 * `POST fullList` `{id, reason}`: the list with full numbers. Caller and reason are recorded first and printed across
 * every page (domain reference §2.E, §2.V). Returns `{name, pdf}`, the file in base64.
 */
const fullList = call({
  gate: 'rule',
  node: 'travel/tourist/reveal',
  methods: ['POST'],
  title: texts.full,
  secret: true,
  summary: text(
    '完整游客名单（PDF）：写明事由，记入敏感信息查看记录，每页带水印',
    'Full tourist list (PDF): requires a reason, is recorded as access to sensitive data, and is watermarked on every page',
  ),
  limit: { perMinute: 20 },
  inputFrom: 'body',
  input: { ...ofTeam, reason: field.textarea(text('事由', 'Reason'), { required: true, min: 2, max: 200 }) },
  answer: object({ name: string, pdf: string }),
  async run(made) {
    const { engine, caller, input } = made;
    const { reason } = input;
    const { locale } = caller;
    const team = await readTeamForPrint(made, input.id);
    const tourists = await engine.db.transaction(async (tx) => {
      await recordReveal(tx, caller, {
        resource: itinerary,
        id: team.id,
        title: team.team_no,
        fields: ['tourists'],
        reason,
      });
      return readTouristsForPrint(tx, team.id, true);
    });
    const plain = tourists.map(({ sealed, plain_mobile, ...one }) => ({
      ...one,
      number: engine.seal.open(sealed as EncryptedNumber),
      mobile: plain_mobile ?? null,
    }));
    const time = toShanghaiMinute(Date.now());
    const mark = textIn(texts.copy, locale, { who: caller.name, time, reason: reason.slice(0, 30) });
    const pdf = await writeList(made, team, plain, { mark, as: texts.whole });
    return { name: nameOf(teamPrintTexts.list[locale], team), pdf: pdf.toString('base64') };
  },
});

const sheetCall = call({
  gate: 'login',
  summary: text('行程单（PDF）；已确认的团队带团队码', 'Itinerary (PDF), with the team code once confirmed'),
  limit: { perMinute: 60 },
  input: ofTeam,
  raw: 'application/pdf',
  run: sheet,
});

const listCall = call({
  gate: 'login',
  secret: true,
  summary: text('游客名单（PDF），证件号与手机脱敏', 'Tourist list (PDF), document numbers and mobiles masked'),
  limit: { perMinute: 60 },
  input: ofTeam,
  raw: 'application/pdf',
  run: touristList,
});

const seen = `${itinerary.name}/index`;

const dayTable = call({
  gate: 'rule',
  node: seen,
  title: texts.dayTable,
  logged: true,
  summary: text('某日在途团队一览（PDF）', 'Teams travelling on a day (PDF)'),
  limit: { perMinute: 20 },
  input: teamsOfDayPdfRequestInput,
  raw: 'application/pdf',
  run: answerRequestForTeamsOfDayPdf,
});

/** Calls for prints of teams. Downloads by officers are logged. */
export const teamItineraryAndTouristListPdfControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'travel.itinerary',
    actions: {
      sheet: { ...sheetCall, gate: 'rule', node: seen, title: texts.sheet, logged: true },
      dayTable,
      touristList: { ...listCall, gate: 'rule', node: 'travel/tourist/index', title: texts.list, logged: true },
      fullList,
    },
  },
  { app: 'api', name: 'travel.itinerary', actions: { sheet: sheetCall, touristList: listCall } },
];
