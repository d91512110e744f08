import { useQuery } from '@tanstack/react-query';
import {
  accountOfTemporaryLinks,
  linkedFileName,
  needsTemporaryLink,
  openFile,
  temporaryLinkReuseTime,
} from '#web/http/temporary-file-link.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';
import { rememberUploadedName } from './uploaded-file-name.ts';

interface FileLinks {
  /**
   * The address to display a file from: its own for a public file, a signed link for a private one; undefined until
   * the link has arrived.
   */
  linkOf(url: string): string | undefined;
  /** Requests new links, after one has expired. */
  renew(): void;
}

async function openAndName(url: string): Promise<readonly [string, string | undefined]> {
  const link = await openFile(url);
  const name = linkedFileName(url);
  if (name) rememberUploadedName(url, name);
  return [url, link];
}

/** Links to the files of a cell, renewed while it is shown. All cells of a page share one request. */
export function useFileLinks(urls: readonly string[]): FileLinks {
  const hidden = urls.filter(needsTemporaryLink);
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['file-links', accountOfTemporaryLinks(), ...hidden],
    queryFn: async () => new Map(await Promise.all(hidden.map(openAndName))),
    enabled: hidden.length > 0,
    staleTime: temporaryLinkReuseTime,
    refetchInterval: temporaryLinkReuseTime,
    gcTime: temporaryLinkReuseTime,
  });
  return {
    linkOf: (url) => (needsTemporaryLink(url) ? data?.get(url) : fileCdnUrl(url)),
    renew() {
      // a fresh link that fails is not renewed: the file is missing
      if (Date.now() - dataUpdatedAt >= temporaryLinkReuseTime) void refetch();
    },
  };
}
