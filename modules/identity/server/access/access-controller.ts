import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text, textIn } from '#kernel/text/text.ts';
import { signLink } from '#server/files/file-link.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/job-result-file.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Controller } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { readKey } from '#server/read/row/row.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { visibleGroups } from '../administrator/groups-visible-to-caller.ts';
import { explainAccess } from './explain-access.ts';
import { compareGroups, exportRightsMatrix, readRightsMatrix } from './rights-matrix.ts';

const texts = {
  file: text('权限矩阵', 'Permission matrix'),
  title: text('权限矩阵-导出', 'Permission matrix: export'),
};

/** Calls that explain permissions and compare groups. */
export function accessController({ engine }: Platform): Controller {
  const { db } = engine;
  return {
    app: 'admin',
    name: 'auth.access',
    actions: {
      why: {
        gate: 'rule',
        node: 'auth/access/index',
        handle({ caller, query }) {
          const { resource, action } = query;
          if (typeof resource !== 'string' || typeof action !== 'string') throw badParameter();
          const row = query.row === undefined || query.row === '' ? {} : { row: readKey(query.row) };
          return explainAccess(engine, caller, { person: readKey(query.person), resource, action, ...row });
        },
      },
      compare: {
        gate: 'rule',
        node: 'auth/access/index',
        async handle({ caller, query }) {
          const found = await compareGroups(db, caller, readKey(query.a), readKey(query.b));
          if (!found) throw notFound();
          return found;
        },
      },
      groups: {
        gate: 'rule',
        node: 'auth/access/index',
        async handle({ caller }) {
          const { rows } = await visibleGroups(db, caller);
          return { options: rows.map(({ id, name }) => ({ value: id, label: name })) };
        },
      },
      rights: {
        gate: 'rule',
        node: 'auth/access/index',
        handle({ caller, query }) {
          const groups = String(query.groups ?? '')
            .split(',')
            .filter(Boolean);
          return readRightsMatrix(db, caller, groups.map(readKey));
        },
      },
      matrix: {
        gate: 'rule',
        node: 'auth/access/index',
        methods: ['POST'],
        title: texts.title,
        secret: true,
        async handle({ caller }) {
          const folder = resultFolder(engine);
          const target = await newResultFile(folder, caller, textIn(texts.file, caller.locale, {}), 'xlsx');
          const sheet = await exportRightsMatrix(db, caller, caller.locale);
          await writeResultFile(folder, target, (file) =>
            pipeline(xlsxStream([sheet]), createWriteStream(file, { mode: 0o600 })),
          );
          return { url: signLink(engine, caller, resultUrl(target.name)) };
        },
      },
    },
  };
}
