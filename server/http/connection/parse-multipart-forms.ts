import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Errors of the multipart parser itself, as opposed to faults on our side meanwhile. */
const broken = new WeakSet<Error>();

export const isMalformedForm = (error: Error): boolean => broken.has(error);

/** Reads calls with a file. Any fault of the form itself is reported as the sender's. */
export async function parseMultipartForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21 } });
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const read = request.file.bind(request);
    request.file = async (options) => {
      try {
        const part = await read(options);
        // also while nobody reads yet: an `error` event without a listener would end the process
        part?.file.on('error', noteBroken);
        if (part?.file.errored) noteBroken(part.file.errored);
        return part;
      } catch (error) {
        if (error instanceof Error) noteBroken(error);
        throw error;
      }
    };
  });
}

/** Errors of the parser are plain ones; those of files, sockets and our own refusals have a code or a name. */
function noteBroken(error: Error): void {
  if (error.name === 'Error' && !('code' in error)) broken.add(error);
}
