export interface Sources {
  /** Relative to the package. */
  changed: string[];
  /** All files that are code. */
  sources: string[];
  /** By file, who imports it when it runs. */
  importers: Map<string, string[]>;
  read(source: string): string;
}

export function chooseTests(of: Sources): string[];
export function findReached(
  changed: string[],
): Promise<{ all: boolean; files: string[]; sources: string[]; resources: string[] }>;
export function stageOf(file: string): string;
