import { field } from '#kernel/field/field.ts';
import {
  boardsOf,
  isFeed,
  type PanelArea,
  type PanelResponseHead,
  type WallBoard,
  type WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type {
  FiguresByPanel,
  PanelFigureGroup,
  ReadPanelFigures,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { wallFeedAreaParameter } from '#server/open-api/describe-wall-feed.ts';
import { textLine } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import { Refused } from '#server/refusal.ts';
import { englishDivisionNames } from '#server/system/division-name.ts';
import { wallScreenGate } from '../../contract/wall-screen-gate.ts';
import { readPresentFiguresOfPanelShowingMeasureOrRows } from './read-present-figures-of-panel-showing-measure-or-rows.ts';
import { documentBlocksOfWallPanel } from './wall-panel-figures-as-document-blocks.ts';

const texts = {
  call: text('大屏-下载某一时刻的数据', 'Wall screen: download the figures of a moment'),
  summary: text('大屏：某一时刻各面板的数据（PDF）', 'Wall screen: the figures of all panels at a moment (PDF)'),
  title: text('监管大屏数据', 'Wall screen figures'),
  asof: text('{area} · {time} 的数据', '{area} · as of {time}'),
  made: text('{authority} · {who} 于 {time} 制作', '{authority} · made by {who} at {time}'),
  present: text('制作时的数据，不随回放', 'as of when this was made, not replayed'),
  country: text('全国', 'China'),
  demonstration: text('含演示数据', 'Includes demonstration data'),
  at: text('时刻（Unix 秒）；不填为现在', 'Moment in Unix seconds; now if omitted'),
  foot: text('第 {page} 页 共 {pages} 页', 'Page {page} of {pages}'),
  failed: text('没有制作成功，请稍后再试', 'The file could not be made. Try again later'),
} as const;

/** What the wall can read: its panels, their figures in text, and the answers of its feeds. */
export interface WallAtMoment {
  readonly panels: readonly WallPanel[];
  readonly figures: FiguresByPanel;
  readonly firstBoard: WallBoard;
  /** The area of a call, and the answer of a feed for it, at a past moment if the call names one. */
  areaOf(made: Call): Promise<PanelArea>;
  momentOf(made: Call): Date | undefined;
  readFeed(made: Call, name: string): Promise<PanelResponseHead>;
}

/** `GET /admin/screen.moment/pdf {area, at}`: the figures of all panels that the caller may see, with their moment. */
export const wallFiguresPdfController = (wall: WallAtMoment): Controller => ({
  app: 'admin',
  name: 'screen.moment',
  actions: {
    pdf: call({
      ...wallScreenGate,
      title: texts.call,
      logged: true,
      summary: texts.summary,
      limit: { perMinute: 10 },
      checkedInRun: { ...wallFeedAreaParameter, at: field.integer(texts.at) },
      raw: 'application/pdf',
      run: (made) => sendPdf(wall, made),
    }),
  },
});

async function sendPdf(wall: WallAtMoment, made: Call): Promise<typeof responseSent> {
  const { engine, caller, reply } = made;
  const { locale } = caller;
  const now = Math.floor(Date.now() / 1000);
  const past = wall.momentOf(made);
  const area = await wall.areaOf(made);
  const inEnglish = englishNames(engine);
  const areaName = area.level === 0 ? texts.country[locale] : locale === 'en' ? inEnglish(area.name) : area.name;
  const moment = toShanghaiMinute((past?.getTime() ?? now * 1000) as number);
  const { blocks, demonstration } = await blocksOfBoards(wall, made, { area, past, inEnglish });
  const site = engine.settings(siteSettings);
  const answer = await runInPdfThread({
    task: 'sheet',
    blocks: [
      textLine(texts.title[locale], { size: 18, bold: true, align: 'center' }),
      textLine(textIn(texts.asof, locale, { area: areaName, time: moment }), { size: 12, align: 'center' }),
      textLine(
        textIn(texts.made, locale, {
          authority: site.authority ?? site.name,
          who: caller.name,
          time: toShanghaiMinute(now * 1000),
        }),
        { size: 9, align: 'center' },
      ),
      ...(demonstration ? [textLine(texts.demonstration[locale], { size: 9, align: 'center' })] : []),
      textLine('', { size: 6 }),
      ...blocks,
    ],
    pdf: {
      title: `${texts.title[locale]} ${areaName} ${moment}`,
      dense: true,
      foot: `${areaName} ${moment} · ${textIn(texts.foot, locale, { page: '{page}', pages: '{pages}' })}`,
      geta: '〓',
      mark: undefined,
      checks: [],
    },
  });
  if (!answer || !('sheet' in answer)) throw new Refused(texts.failed, { data: { reason: 'invalid' } });
  const file = `${texts.title[locale]}_${areaName}_${moment.replace(/[: ]/g, '-')}.pdf`;
  await reply
    .type('application/pdf')
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
    .send(Buffer.from(answer.sheet));
  return responseSent;
}

function englishNames(engine: Engine): (chinese: string) => string {
  const names = englishDivisionNames(engine.reference.areas());
  return (chinese) => names.get(chinese) ?? chinese;
}

interface Printed {
  readonly area: PanelArea;
  readonly past: Date | undefined;
  readonly inEnglish: (chinese: string) => string;
}

/** The panels of every board, one after another; each feed is read once. */
async function blocksOfBoards(
  wall: WallAtMoment,
  made: Call,
  { area, past, inEnglish }: Printed,
): Promise<{ blocks: DocumentBlock[]; demonstration: boolean }> {
  const { engine, caller } = made;
  const answers = new Map<string, PanelResponseHead>();
  const answerOf = async (name: string): Promise<PanelResponseHead> => {
    const answer = answers.get(name) ?? (await wall.readFeed(made, name));
    answers.set(name, answer);
    return answer;
  };
  const groupsOf = async ({ name, shows }: WallPanel): Promise<readonly PanelFigureGroup[] | undefined> => {
    if (!isFeed(shows)) return undefined;
    const read = wall.figures[name] as ReadPanelFigures<PanelResponseHead> | undefined;
    return read?.(await answerOf(shows.name), inEnglish) ?? [];
  };
  const blocks: DocumentBlock[] = [];
  for (const board of [wall.firstBoard, ...boardsOf(wall.panels)]) {
    const printed: DocumentBlock[] = [];
    for (const panel of wall.panels) {
      if ((panel.board?.name ?? wall.firstBoard.name) !== board.name) continue;
      const groups =
        (await groupsOf(panel)) ??
        (await readPresentFiguresOfPanelShowingMeasureOrRows({ engine, caller, area, inEnglish }, panel));
      if (groups.length === 0) continue;
      printed.push(
        ...documentBlocksOfWallPanel(
          { label: panel.label, source: sourceOf(made, panel, answers, past), groups },
          caller.locale,
        ),
      );
    }
    if (printed.length === 0) continue;
    const heading = textLine(board.label[caller.locale], { size: 14, bold: true });
    blocks.push({ ...heading, keepNext: true }, ...printed);
  }
  return { blocks, demonstration: [...answers.values()].some((one) => one.demonstration) };
}

/** The source of a panel and the moment of its figures. */
function sourceOf(
  { engine, caller: { locale } }: Call,
  { shows, label }: WallPanel,
  answers: ReadonlyMap<string, PanelResponseHead>,
  past: Date | undefined,
): string {
  if (!isFeed(shows)) {
    const source = (engine.find(shows.of)?.label ?? label)[locale];
    return past ? `${source} · ${texts.present[locale]}` : source;
  }
  const asof = answers.get(shows.name)?.asof;
  return [shows.source[locale], asof === undefined ? '' : toShanghaiMinute(asof * 1000)].filter(Boolean).join(' · ');
}
