import { findDivision, readDivisions } from '#data/reference/read.ts';
import type { PlateColor } from '#kernel/check/vehicle-plate.ts';
import { makeSeededRandom, type Random, weigh } from '#modules/demo/server/generate/seeded-random.ts';

/** Plate kinds of tour coaches. */
export type CoachPlateKind = 'ordinary' | 'new_energy_large' | 'new_energy_small';

export interface GeneratedPlate {
  readonly plate: string;
  readonly kind: CoachPlateKind;
  readonly plate_color: PlateColor;
}

/** First two digits of GB/T 2260 → first character of the plate. */
const PROVINCES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '11京 12津 13冀 14晋 15蒙 21辽 22吉 23黑 31沪 32苏 33浙 34皖 35闽 36赣 37鲁 41豫 42鄂 43湘 44粤 45桂 46琼 50渝 51川 52贵 ' +
    '53云 54藏 61陕 62甘 63青 64宁 65新'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** Letters of Yunnan and Guangdong; elsewhere in the order of the codes, which looks plausible. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '5301A 5303D 5304F 5305M 5306C 5307P 5308J 5309S 5323E 5325G 5326H 5328K 5329L 5331N 5333Q 5334R 4401A 4402F 4403B 4404C ' +
    '4405D 4406E 4407J 4408G 4409K 4412H 4413L 4414M 4415N 4416P 4417Q 4418R 4419S 4420T 4451U 4452V 4453W'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 4), entry.slice(4)]),
);

const ORDER = 'ABCDEFGHJKLMNPQRSTUV';
const SERIAL = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const KINDS = weigh<CoachPlateKind>([
  ['ordinary', 72],
  ['new_energy_large', 18],
  ['new_energy_small', 10],
]);

/** The one-character name of a province in document numbers: 滇, 黔, else as on the plate; 台, 港, 澳. */
export function provinceCharacterOfDocumentNumber(areaCode: string): string {
  const other: Readonly<Record<string, string>> = { '52': '黔', '53': '滇', '71': '台', '81': '港', '82': '澳' };
  const head = areaCode.slice(0, 2);
  return other[head] ?? PROVINCES[head] ?? '';
}

/** 云A for 530102; undefined for 台湾, 香港 and 澳门, which have plates of their own. */
export function plateAuthorityOf(areaCode: string): string | undefined {
  const province = PROVINCES[areaCode.slice(0, 2)];
  if (province === undefined) return undefined;
  const prefecture = areaCode.slice(0, 4);
  const letter = LETTERS[prefecture];
  if (letter !== undefined) return province + letter;
  const siblings = readDivisions().filter(
    ({ code, level }) => level === 2 && code.startsWith(areaCode.slice(0, 2)) && !findDivision(code)?.placeholder,
  );
  const position = siblings.findIndex(({ code }) => code.startsWith(prefecture));
  return province + (ORDER[Math.max(0, position)] ?? 'A');
}

/** A plate of a kind: yellow, yellow-green, or green. */
export function generatePlate(random: Random, authority: string, kind: CoachPlateKind): GeneratedPlate {
  switch (kind) {
    case 'new_energy_large':
      return { plate: `${authority}${random.digits(5)}${random.pick([...'DF'])}`, kind, plate_color: 'yellow_green' };
    case 'new_energy_small':
      return {
        plate: `${authority}${random.pick([...'DF'])}${random.pick([...SERIAL])}${random.digits(4)}`,
        kind,
        plate_color: 'green',
      };
    default: {
      // Most serials have one or two letters, seldom more.
      const serial = [...random.digits(5)];
      for (let letters = random.int(0, 2); letters > 0; letters -= 1) {
        serial[random.int(0, 4)] = random.pick([...SERIAL.slice(0, 24)]);
      }
      return { plate: authority + serial.join(''), kind: 'ordinary', plate_color: 'yellow' };
    }
  }
}

/** A number of distinct plates of an area. */
export function* generatePlates(options: {
  readonly areaCode: string;
  readonly count: number;
  readonly seed: number;
}): Generator<GeneratedPlate, void> {
  const authority = plateAuthorityOf(options.areaCode);
  if (authority === undefined) throw new RangeError(`no plates are issued in ${options.areaCode}`);
  const random = makeSeededRandom(`plate/${options.areaCode}/${options.seed}`);
  const seen = new Set<string>();
  while (seen.size < options.count) {
    const row = generatePlate(random, authority, random.weighted(KINDS));
    if (seen.has(row.plate)) continue;
    seen.add(row.plate);
    yield row;
  }
}
