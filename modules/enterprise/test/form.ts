import { generateCreditCode } from '#modules/demo/server/generate/generate-credit-codes.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

let serial = 0;

/** Uploads the files of a registration as platform files that any test may use. */
export async function uploadMaterials(engine: Engine): Promise<void> {
  await engine.db.query(`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private)
    values ('/storage/test/front.png', 'front.png', 1, 'image/png', '1', '1', false), ('/storage/private/test/licence.png', 'licence.png', 1, 'image/png', '2', '2', true),
      ('/storage/private/test/licence-2.png', 'licence-2.png', 1, 'image/png', '3', '3', true) on conflict do nothing`);
}

/** A complete registration in a county (default 五华区), with a new credit code each time. */
export function enterpriseForm(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  serial++;
  return {
    name: `昆明测试饭店${serial}`,
    uscc: generateCreditCode('91', '530102', 20_261_121, serial),
    ent_type: 'hotel',
    legal_person: '欧阳明',
    legal_mobile: '13800000001',
    contact_name: '李丽',
    contact_mobile: '13900000002',
    area_code: '530102',
    address: '人民中路 100 号',
    place: { lng: 102.71, lat: 25.04 },
    photo_front: '/storage/test/front.png',
    business_license: '/storage/private/test/licence.png',
    ...changes,
  };
}

/** Adds a registration and returns its key. */
export async function addEnterprise(
  engine: Engine,
  caller: Caller,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  return (await write(engine, enterprise, caller, { operation: 'add', input: enterpriseForm(changes) })).id;
}

/** Makes a move with its inputs. */
export function move(
  engine: Engine,
  caller: Caller,
  id: number,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
) {
  return write(engine, enterprise, caller, { operation: 'move', move: name, id, input });
}

/** A registration that has passed both levels. */
export async function activeEnterprise(
  engine: Engine,
  caller: Caller,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const id = await addEnterprise(engine, caller, changes);
  await move(engine, caller, id, 'submit');
  await move(engine, caller, id, 'firstPass', { checked: '1' });
  if (changes.ent_type !== 'shop') await move(engine, caller, id, 'finalPass');
  return id;
}
