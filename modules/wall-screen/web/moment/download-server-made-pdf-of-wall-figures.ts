import { urlWithToken } from '#web/http/client.ts';
import { saveAnswerAsFile } from '#web/http/temporary-file-link.ts';

/** Downloads the figures of an area at a moment, in unix seconds; by default of the caller's area, now. */
export function downloadServerMadePdfOfWallFigures({
  area,
  at,
}: {
  area?: string | undefined;
  at?: number | undefined;
}): void {
  saveAnswerAsFile(
    urlWithToken(
      '/admin/screen.moment/pdf',
      { ...(area ? { area } : {}), ...(at === undefined ? {} : { at: String(at) }) },
      'admin',
    ),
  );
}
