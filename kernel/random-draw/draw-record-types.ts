/** How many tickets an object has in a draw, by its risk class. */
export const ticketsByRiskClass = { A: 1, B: 2, C: 4, D: 8 } as const;
export type RiskClass = keyof typeof ticketsByRiskClass;

/** An object that can be drawn, in the list that is frozen before the draw. */
export interface DrawObject {
  /** `enterprise/enterprise:17` */
  readonly id: string;
  readonly risk: RiskClass;
  /** Division code of its county. */
  readonly area: string;
  /** The kind of business, one of the `domains` of officers. */
  readonly domain: string;
}

/**
 * An officer who can be drawn, in the list that is frozen before the draw. The officer's certificate is valid on the
 * day of the draw.
 */
export interface DrawOfficer {
  /** `enf/officer:3` */
  readonly id: string;
  /** Division code of the office. The office of a prefecture (`5301`) covers its counties. */
  readonly area: string;
  readonly domains: readonly string[];
  /** Ids of the objects that the officer must not check. */
  readonly recused: readonly string[];
  /** How many objects the officer can still take on. */
  readonly capacity: number;
}

/**
 * `local`: both officers are of the object's area. `crossed`: the second one is from another area (异地交叉). `none`: objects
 * alone are drawn, such as experts.
 */
export const pairingModes = ['local', 'crossed', 'none'] as const;
export type PairingMode = (typeof pairingModes)[number];

/** What the draw depends on, except for the seeds. It must not change once the commitment is published. */
export interface DrawLists {
  readonly objects: readonly DrawObject[];
  readonly officers: readonly DrawOfficer[];
  /** Number of objects to draw. */
  readonly count: number;
  readonly pairing: PairingMode;
}

/** What is published at least ten minutes before the draw. */
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
  /**
   * The people who enter seeds, in their order. There are at least two, such as 纪检 and a representative of an
   * enterprise.
   */
  readonly witnesses: readonly string[];
  /**
   * The source of a public number that nobody knows in advance, such as the result of a coming lottery. Null: only the
   * witnesses' seeds are used.
   */
  readonly beacon_source: string | null;
  /** Unix seconds. */
  readonly published_at: number;
  readonly draw_at: number;
}

/** The seeds, which are disclosed at the draw. */
export interface DrawSeeds {
  /** 64 hex digits. */
  readonly server: string;
  /** In the order of `witnesses` of the commitment. */
  readonly witnesses: readonly string[];
  readonly beacon: string | null;
}

/** A drawn object with the two officers who check it. The list of officers is empty if fewer than two can. */
export interface DrawnObject {
  readonly object: string;
  readonly officers: readonly string[];
}

/** Everything that a stranger needs to repeat the draw. */
export interface DrawRecord {
  readonly commitment: DrawCommitment;
  readonly objects: readonly DrawObject[];
  readonly officers: readonly DrawOfficer[];
  readonly seeds: DrawSeeds;
  readonly results: readonly DrawnObject[];
}
