import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapLayersOf, type WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import { isFeed, type PanelResponseHead, wallPanelsOf } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type {
  FiguresByPanel,
  PanelFigure,
  ReadPanelFigures,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { complaintWallFigures } from '#modules/complaint/contract/wall/complaint-wall-figures-for-text-and-pdf.ts';
import { enforcementWallFigures } from '#modules/enforcement/contract/enforcement-wall-figures-for-text-and-pdf.ts';
import { enterpriseWallFigures } from '#modules/enterprise/contract/wall/enterprise-wall-figures-for-text-and-pdf.ts';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { incidentWallFigures } from '#modules/incident/contract/wall/incident-wall-figures-for-text-and-pdf.ts';
import { opinionWallFigures } from '#modules/opinion/contract/wall/opinion-wall-figures.ts';
import { findResource, modules } from '#modules/registry.ts';
import { spotCapacityWallFigures } from '#modules/scenic/contract/wall/spot-capacity-wall-figures.ts';
import { travelWallFigures } from '#modules/travel/contract/wall/travel-wall-figures-for-text-and-pdf.ts';
import { readPdfText } from '../../../e2e/support/pdf-text.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { figuresOfMapLayers } from '../contract/rows-behind-map-layer.ts';

const figures: FiguresByPanel = {
  ...complaintWallFigures,
  ...enforcementWallFigures,
  ...enterpriseWallFigures,
  ...incidentWallFigures,
  ...opinionWallFigures,
  ...spotCapacityWallFigures,
  ...travelWallFigures,
  map: (panel: WallMapPanel) => figuresOfMapLayers(mapLayersOf(modules), findResource, panel),
};

let app: TestApp;
let city: Client;

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  city = await app.client({ officer: 'city' });
  const chief = await app.officer('admin');
  for (const area_code of ['530102', '530102', '530103']) {
    const id = await addEnterprise(app.engine, chief, { area_code });
    await move(app.engine, chief, id, 'submit');
  }
});
afterAll(() => app.close());

const panels = wallPanelsOf(modules);

test('every panel with a feed has its figures in text, and no other', () => {
  const withFeed = panels.flatMap(({ name, shows }) => (isFeed(shows) ? [name] : []));
  expect(Object.keys(figures).toSorted()).toEqual(withFeed.toSorted());
});

test('each number equals the list that it opens', async () => {
  let compared = 0;
  for (const { name, shows } of panels) {
    if (!isFeed(shows)) continue;
    const { data } = await city.get<PanelResponseHead>(`/admin/screen.${shows.name}/index`, { area: '530100' });
    const read = figures[name] as ReadPanelFigures<PanelResponseHead>;
    for (const figure of read(data, (chinese) => chinese).flatMap((group) => group.figures ?? [])) {
      if (figure.rows.ids || figure.rows.source) continue;
      const listed = await totalOf(figure);
      expect([name, figure.rows.title.en, listed]).toEqual([
        name,
        figure.rows.title.en,
        figure.rows.sum?.rows ?? figure.rows.n,
      ]);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(60);
});

async function totalOf({ rows: { of, conditions } }: PanelFigure): Promise<number> {
  const search = conditions.map(({ field, operator, value }) => ({ field, operator, val: value }));
  const { data, msg } = await city.get<{ total: number }>(`/admin/${of.replace('/', '.')}/index`, {
    search,
    limit: 1,
  });
  expect([of, msg, typeof data.total]).toEqual([of, msg, 'number']);
  return data.total;
}

const pdf = (query = '', client = city) =>
  fetch(`${app.address}/admin/screen.moment/pdf?server=1&batoken=${client.token}${query}`);

test('the figures of a moment are printed with it, by the server, and only of what the caller may see', async () => {
  const answer = await pdf('&area=530102');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const text = readPdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
  expect(text).toContain('五华区');
  expect(text).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} 的数据/);
  expect(text).toMatch(/全部企业\s*2 户/);

  // what only feeds understand is not passed on to them
  for (const query of ['&layers=spot&rows=1', '&layers=no', '&flow=returned', '&cell=x', '&range=x&day=x']) {
    const same = await pdf(`&area=530102${query}`);
    expect([query, same.status, same.headers.get('content-type')]).toEqual([query, 200, 'application/pdf']);
    await same.body?.cancel();
  }

  const past = Math.floor(Date.now() / 1000) - 3600;
  const then = readPdfText(Buffer.from(await (await pdf(`&area=530102&at=${past}`)).arrayBuffer())).join('\n');
  expect(then, 'nothing was registered yet').toMatch(/全部企业\s*0 户/);

  const county = await app.client({ officer: 'county2' });
  const bad = ['&area=530102', '&area=999999', '&area=5301&area=x', '&at=x', '&at=1e999', `&at=${past + 90_000}`];
  for (const query of bad) {
    const refused = await pdf(query, county);
    expect([query, refused.status, ((await refused.json()) as { code: number }).code]).toEqual([query, 200, 0]);
  }
});
