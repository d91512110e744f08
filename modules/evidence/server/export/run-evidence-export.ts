import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type EvidenceExport,
  type ExportedFile,
  entriesFileName,
} from '#kernel/evidence-chain/evidence-export-format.ts';
import {
  fileUrlsOfEntry,
  renderedHashesOfEntry,
} from '#kernel/evidence-chain/hashes-and-urls-of-files-in-chain-entry.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';
import {
  findStoredFiles,
  pathOfStoredFile,
  type StoredFile,
} from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import type {
  EvidenceFile,
  EvidenceFileSources,
  ReadEvidenceFiles,
} from '#server/platform/evidence-files-stored-outside-uploads.ts';
import { Refused } from '#server/refusal.ts';
import { writeZip, type ZipEntry } from '#server/sheets/zip-writer.ts';
import { collectChainEntriesAndMerkleProofs } from './collect-chain-entries-merkle-proofs-roots-and-keys.ts';
import { evidenceExportNode, requireVisibleRecordWithChain } from './require-visible-record-with-evidence-chain.ts';

const texts = {
  file: text('证据 {title}', 'Evidence {title}'),
  forbidden: text('您没有导出证据的权限', 'You may not export evidence'),
};

/** The job that writes the archive of a row's evidence, with the present rights of the person who started it. */
export async function runEvidenceExport(
  engine: Engine,
  sources: EvidenceFileSources,
  { job, caller, signal }: JobContext & { caller: Caller },
): Promise<{ url: string }> {
  if (!can(caller, evidenceExportNode)) throw new Refused(texts.forbidden);
  const { resource, id, stream, title } = await requireVisibleRecordWithChain(engine, caller, job.params);
  const platform = engine.settings(siteSettings).name;
  const evidence = await collectChainEntriesAndMerkleProofs(engine.db, { stream, title, platform });
  const files = await readFiles(engine, evidence);
  const ownFiles = await readOwnFiles(engine, sources[resource.name], id, evidence);
  const target = await newResultFile(resultFolder(engine), caller, textIn(texts.file, caller.locale, { title }), 'zip');
  await writeResultFile(resultFolder(engine), target, (file) =>
    pipeline(
      Readable.from(writeZip(archiveOf(engine, evidence, files, ownFiles))),
      createWriteStream(file, { mode: 0o640 }),
      {
        signal,
      },
    ),
  );
  return { url: resultUrl(target.name) };
}

/** The stored files that the entries name, once each. */
function readFiles({ db }: Engine, { streams }: Omit<EvidenceExport, 'files'>): Promise<StoredFile[]> {
  const urls = Object.values(streams).flatMap((chain) => chain.flatMap(({ payload }) => fileUrlsOfEntry(payload)));
  return findStoredFiles(db, urls);
}

/** The files of the row itself whose hashes its entries name. */
async function readOwnFiles(
  { db }: Engine,
  read: ReadEvidenceFiles | undefined,
  id: number,
  { streams }: Omit<EvidenceExport, 'files'>,
): Promise<readonly EvidenceFile[]> {
  const named = Object.values(streams).flatMap((chain) =>
    chain.flatMap(({ payload }) => Object.values(renderedHashesOfEntry(payload))),
  );
  return read ? read(db, id, named) : [];
}

/** The files, then `entries.json`, which has the hashes of what was written. */
function* archiveOf(
  engine: Engine,
  evidence: Omit<EvidenceExport, 'files'>,
  files: readonly StoredFile[],
  ownFiles: readonly EvidenceFile[],
): Generator<ZipEntry> {
  const listed: ExportedFile[] = [];
  for (const { kind, sha256, bytes } of ownFiles) {
    const within = `files/${sha256}.${kind}`;
    const sm3 = createHash('sm3').update(bytes).digest('hex');
    listed.push({ path: within, name: `${evidence.subject.title}.${kind}`, size: bytes.length, sha256, sm3 });
    yield {
      name: within,
      content: (async function* () {
        yield Buffer.from(bytes);
      })(),
    };
  }
  for (const { url, name, size, sha256, storage } of files) {
    if (storage !== 'local') {
      listed.push({ path: null, name, size, sha256, sm3: '' });
      continue;
    }
    const within = `files/${sha256}${path.extname(url) || `.${suffixOf(name)}`}`;
    yield {
      name: within,
      content: readFile(pathOfStoredFile(storageFolder(engine), url), (sm3) =>
        listed.push({ path: within, name, size, sha256, sm3 }),
      ),
    };
  }
  yield {
    name: entriesFileName,
    content: (function* () {
      yield JSON.stringify({ ...evidence, files: listed });
    })(),
  };
}

/** The content of a stored file in pieces. A lost file is written empty, so that the verifier reports it as changed. */
async function* readFile(file: string, done: (sm3: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sm3');
  try {
    for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  done(hash.digest('hex'));
}
