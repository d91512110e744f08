/** Risk class of an object, and with it the number of its tickets. */
export const ticketsByRiskClass = { A: 1, B: 2, C: 4, D: 8 } as const;
export type RiskClass = keyof typeof ticketsByRiskClass;

/** An object that can be drawn, as frozen before the draw. */
export interface DrawObject {
  /** `enterprise/enterprise:17` */
  readonly id: string;
  readonly risk: RiskClass;
  /** Division code of its county. */
  readonly area: string;
  /** What kind of business it is, as officers' domains name it. */
  readonly domain: string;
}

/** An officer who can be drawn, as frozen before the draw: certificate valid on its day. */
export interface DrawOfficer {
  /** `enf/officer:3` */
  readonly id: string;
  /** Division code of the office; an office of a prefecture, `5301`, covers its counties. */
  readonly area: string;
  readonly domains: readonly string[];
  /** Objects the officer must not check. */
  readonly recused: readonly string[];
  /** Objects that the officer can still take on. */
  readonly capacity: number;
}

/** `local`: both officers of the object's area. `crossed`: the second one from elsewhere (异地交叉). */
export type PairingMode = 'local' | 'crossed';

/** What is drawn from what. Nothing of it may change once the commitment is published. */
export interface DrawLists {
  readonly objects: readonly DrawObject[];
  readonly officers: readonly DrawOfficer[];
  /** Number of objects to draw. */
  readonly count: number;
  readonly pairing: PairingMode;
}

/** Published at least ten minutes before the draw. */
export interface DrawCommitment {
  readonly format: 'xingjian-draw/1';
  readonly draw_no: string;
  readonly count: number;
  readonly pairing: PairingMode;
  /** Merkle roots of the frozen lists, in hex. */
  readonly object_root: string;
  readonly officer_root: string;
  readonly object_count: number;
  readonly officer_count: number;
  /** SM3 of the server's seed, in hex. */
  readonly server_seed_hash: string;
  /** Who enters the seeds, in their order: two or more, such as 纪检 and an enterprise's representative. */
  readonly witnesses: readonly string[];
  /** A public number nobody knows before, such as that of a coming lottery; null: witnesses only. */
  readonly beacon_source: string | null;
  /** Unix seconds. */
  readonly published_at: number;
  readonly draw_at: number;
}

/** Opened at the draw. */
export interface DrawSeeds {
  /** 64 hex digits. */
  readonly server: string;
  /** In the order of the commitment's witnesses. */
  readonly witnesses: readonly string[];
  readonly beacon: string | null;
}

/** A drawn object with the officers who check it; empty if fewer than two can. */
export interface DrawnObject {
  readonly object: string;
  readonly officers: readonly string[];
}

/** Everything a stranger needs to draw again. */
export interface DrawRecord {
  readonly commitment: DrawCommitment;
  readonly objects: readonly DrawObject[];
  readonly officers: readonly DrawOfficer[];
  readonly seeds: DrawSeeds;
  readonly results: readonly DrawnObject[];
}
