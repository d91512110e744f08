import { useQuery } from '@tanstack/react-query';
import {
  accountOfTemporaryLinks,
  needsTemporaryLink,
  openFile,
  temporaryLinkReuseTime,
} from '#web/http/temporary-file-link.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';

interface FileLinks {
  /**
   * The address to display a file from: its own for a public file, a signed link for a private one; undefined until
   * the link has arrived.
   */
  linkOf(url: string): string | undefined;
  /** Requests new links, after one has expired. */
  renew(): void;
}

/** Links to the files of a cell, renewed while it is shown. All cells of a page share one request. */
export function useFileLinks(urls: readonly string[]): FileLinks {
  const hidden = urls.filter(needsTemporaryLink);
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['file-links', accountOfTemporaryLinks(), ...hidden],
    queryFn: async () => new Map(await Promise.all(hidden.map(async (url) => [url, await openFile(url)] as const))),
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
