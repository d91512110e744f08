import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** What the parser of forms threw at bytes that are no form, as opposed to what broke on our side meanwhile. */
const broken = new WeakSet<Error>();

export const isBrokenForm = (error: Error): boolean => broken.has(error);

/** Reads calls with a file. Any fault of the form itself is reported as the sender's. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21 } });
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const read = request.file.bind(request);
    request.file = async (options) => {
      try {
        const part = await read(options);
        // also for the time in which nobody reads yet: an error no one listens to would end the process
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

/** The parser's errors are plain; those of files, sockets and our own refusals have a code or a name of their own. */
function noteBroken(error: Error): void {
  if (error.name === 'Error' && !('code' in error)) broken.add(error);
}
