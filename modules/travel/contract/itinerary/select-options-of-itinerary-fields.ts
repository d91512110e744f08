import { text } from '#kernel/text/text.ts';

/** Kinds of teams (domain reference §2.E). */
export const teamKinds = {
  one_day: text('一日游', 'Day trip'),
  province: text('省内游', 'Within the province'),
  domestic: text('国内游', 'Domestic'),
  inbound: text('入境游', 'Inbound'),
  outbound: text('出境游', 'Outbound'),
  study: text('研学旅行', 'Study tour'),
  self_drive: text('自驾游', 'Self-drive'),
  custom: text('定制游', 'Tailor-made'),
} as const;
export type TeamKind = keyof typeof teamKinds;

export const contractModes = {
  e: text('电子合同', 'Electronic contract'),
  paper: text('纸质合同', 'Paper contract'),
} as const;

/** Documents a tourist may travel with. */
export const touristDocuments = {
  id_card: text('身份证', 'Identity card'),
  household: text('户口本', 'Household register'),
  passport: text('护照', 'Passport'),
  hm_permit: text('港澳通行证', 'Hong Kong/Macao permit'),
  taiwan_permit: text('台胞证', 'Taiwan compatriot permit'),
  foreign_resident: text('永久居留证', 'Permanent residence card'),
} as const;
export type TouristDocument = keyof typeof touristDocuments;

export const genders = { male: text('男', 'Male'), female: text('女', 'Female') } as const;

/** Roles of a guide in a team. */
export const guideRoles = {
  national: text('全陪', 'National guide'),
  local: text('地陪', 'Local guide'),
  leader: text('领队', 'Tour leader'),
  docent: text('讲解', 'Docent'),
} as const;

export const yesNo = {
  no: text('否', 'No'),
  yes: { ...text('是', 'Yes'), tone: 'warning' },
} as const;
