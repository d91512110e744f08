import { useQuery } from '@tanstack/react-query';
import { linkFresh, linkOwner, needsLink, openFile } from '#web/http/file-link.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';

export interface FileLinks {
  /** The address a file is shown by: its own when everybody may open it; undefined while there is no link to it. */
  linkOf(url: string): string | undefined;
  /** A link that no longer opens is asked for anew. */
  renew(): void;
}

/** Links to the files of a cell, kept fresh while it is shown; all cells of a page ask in one call. */
export function useFileLinks(urls: readonly string[]): FileLinks {
  const hidden = urls.filter(needsLink);
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['file-links', linkOwner(), ...hidden],
    queryFn: async () => new Map(await Promise.all(hidden.map(async (url) => [url, await openFile(url)] as const))),
    enabled: hidden.length > 0,
    staleTime: linkFresh,
    refetchInterval: linkFresh,
    gcTime: linkFresh,
  });
  return {
    linkOf: (url) => (needsLink(url) ? data?.get(url) : fileCdnUrl(url)),
    renew() {
      // a fresh link that does not open leads to nothing; asking again would not help
      if (Date.now() - dataUpdatedAt >= linkFresh) void refetch();
    },
  };
}
