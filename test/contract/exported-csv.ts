import { parse } from 'csv-parse/sync';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Client } from '../support/test-engine.ts';

/** The .csv file that an officer exports from a list: its rows, the header first. */
export async function exportedRows(
  client: Client,
  resource: AnyResource,
  query: Readonly<Record<string, unknown>> = {},
): Promise<string[][]> {
  const address = `/admin/${controllerNameOf(resource)}/export`;
  const { code, msg, data } = await client.get<{ url: string }>(address, { export: 'csv', format: 'csv', ...query });
  if (code !== 1) throw new Error(`${resource.name}: ${msg}`);
  const sheet = await client.get(data.url);
  if (sheet.status !== 200) throw new Error(`${resource.name}: ${sheet.status} ${sheet.text.slice(0, 200)}`);
  return parse(sheet.text, { bom: true });
}
