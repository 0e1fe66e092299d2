import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { findPageFile } from '#main/platform/page-files.ts';
import { answerSentence } from './answers.ts';

/** Files whose names change with their contents. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+(\.map)?$/;

/** Serves the built page; what is not in the folder, or of no type that the page is made of, is not there. */
export async function serveStatic(
  response: ServerResponse,
  request: { readonly folder: string; readonly pathname: string; readonly isHead: boolean },
): Promise<void> {
  const found = await findPageFile(request.folder, request.pathname);
  if (found === undefined) {
    answerMissing(response, request.pathname);
    return;
  }
  response.writeHead(200, {
    'Content-Type': found.type,
    'Content-Length': String(found.sizeBytes),
    'Cache-Control': HASHED.test(found.name) ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  if (request.isHead) response.end();
  else await pipeline(createReadStream(found.file), response);
}

function answerMissing(response: ServerResponse, pathname: string): void {
  if (pathname === '/') {
    answerSentence(response, 503, {
      title: 'The window is not built',
      sentence: 'Switchboard runs, but its page was never built. Start it with npm start, which builds it.',
    });
    return;
  }
  answerSentence(response, 404, { title: 'Nothing here', sentence: 'Switchboard has no page of this name.' });
}
