import type { IncomingMessage } from 'node:http';

/** The body as a whole, or why there is none: it is larger than that, or its sender went away in the middle. */
export function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | 'too-large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (outcome: Buffer | 'too-large' | 'gone'): void => {
      request.removeAllListeners('data');
      resolve(outcome);
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) end('too-large');
      else chunks.push(chunk);
    });
    request.once('end', () => end(Buffer.concat(chunks)));
    request.once('error', () => end('gone'));
    request.once('close', () => end('gone'));
  });
}
