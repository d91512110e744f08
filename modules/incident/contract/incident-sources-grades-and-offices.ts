import { text } from '#kernel/text/text.ts';

/** How an incident came to the knowledge of the office. */
export const incidentSources = {
  operator: text('经营者报告', 'Reported by the operator'),
  guide: text('导游报告', 'Reported by a guide'),
  sos: text('导游紧急求助', 'Emergency call of a guide'),
  phone: text('电话报告', 'By telephone'),
  patrol: text('巡查发现', 'Found on patrol'),
  office: text('上级或部门转来', 'From another office'),
} as const;
export type IncidentSource = keyof typeof incidentSources;

/** Sources that an officer enters; the others follow from who reported. */
export const sourcesByOffice = ['phone', 'patrol', 'office', 'operator'] as const satisfies readonly IncidentSource[];

/** The grades, the gravest first. */
export const incidentGrades = ['extreme', 'grave', 'large', 'ordinary'] as const;
export type IncidentGrade = (typeof incidentGrades)[number];

/**
 * From how many people on an incident has a grade (旅游安全管理办法 Art. 40–43; the number itself included): dead and missing together,
 * seriously hurt, and stranded for more than 24 hours. Below the last it is ordinary.
 */
export const gradeThresholds = {
  extreme: { dead: 30, hurt: 100, stranded: 500 },
  grave: { dead: 10, hurt: 50, stranded: 200 },
  large: { dead: 3, hurt: 10, stranded: 50 },
} as const satisfies Partial<Record<IncidentGrade, object>>;

export interface Casualties {
  readonly dead: number;
  readonly missing: number;
  readonly hurt: number;
  readonly stranded: number;
  /** Stranded for more than 24 hours; a shorter wait does not count. */
  readonly stranded_long: boolean;
}

/** The grade that follows from the numbers. The generated column `graded` computes the same in the database. */
export function gradeOf({ dead, missing, hurt, stranded, stranded_long }: Casualties): IncidentGrade {
  const reached = (['extreme', 'grave', 'large'] as const).find((grade) => {
    const least = gradeThresholds[grade];
    return dead + missing >= least.dead || hurt >= least.hurt || (stranded_long && stranded >= least.stranded);
  });
  return reached ?? 'ordinary';
}

/** To whom an incident of a grade is reported upward (旅游安全管理办法 Art. 17). */
export const upwardOffices = {
  prefecture: text('市级文化和旅游主管部门', 'Prefecture bureau'),
  province: text('省级文化和旅游主管部门', 'Provincial department'),
  ministry: text('文化和旅游部', 'Ministry of Culture and Tourism'),
} as const;
export type UpwardOffice = keyof typeof upwardOffices;

/** The highest office that must know of an incident of this grade. */
export const highestOffice: Readonly<Record<IncidentGrade, UpwardOffice>> = {
  extreme: 'ministry',
  grave: 'ministry',
  large: 'province',
  ordinary: 'prefecture',
};

/** To whom an instruction goes. */
export const addressees = {
  officer: text('本系统人员', 'Officer'),
  enterprise: text('经营者', 'Operator'),
  outside: text('公安、消防、医疗等外部单位', 'Police, fire brigade, hospital or other body'),
} as const;

/** What can help near an incident. */
export const emergencyResourceKinds = {
  hospital: text('医院', 'Hospital'),
  police: text('公安派出所', 'Police station'),
  fire: text('消防救援站', 'Fire and rescue station'),
  rescue: text('应急救援队', 'Rescue team'),
  shelter: text('应急避难场所', 'Shelter'),
  store: text('应急物资点', 'Store of supplies'),
} as const;
export type EmergencyResourceKind = keyof typeof emergencyResourceKinds;

/** What the public is warned of. */
export const riskKinds = {
  weather: text('灾害性天气', 'Severe weather'),
  geology: text('地质灾害', 'Landslide or earthquake'),
  flood: text('洪水', 'Flood'),
  fire: text('森林火险', 'Forest fire'),
  traffic: text('道路交通', 'Road traffic'),
  crowd: text('人员密集', 'Crowding'),
  health: text('公共卫生', 'Public health'),
  security: text('社会安全', 'Public security'),
  other: text('其他', 'Other'),
} as const;
