import type { ServerResponse } from 'node:http';
import type { ContractError } from '#shared/contract/index.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  'not-found': 404,
  validation: 400,
  unauthorized: 403,
  bug: 500,
  disk: 507,
};

/** Ends with JSON that nobody keeps. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

/** Ends with the error of an envelope, the reply whole so that the page reads it as any other. */
export function answerError(response: ServerResponse, error: ContractError): void {
  answerJson(response, STATUS_BY_CODE[error.code] ?? 502, { ok: false, error });
}

export interface SentencePage {
  readonly title: string;
  readonly sentence: string;
  readonly link?: { readonly to: string; readonly words: string };
}

/** Ends with one plain sentence; for eyes, in a page without styles or scripts. */
export function answerSentence(response: ServerResponse, status: number, page: SentencePage): void {
  const link = page.link === undefined ? '' : `<p><a href="${page.link.to}">${page.link.words}</a></p>`;
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${page.title}</title><h1>${page.title}</h1><p>${page.sentence}</p>${link}</html>\n`,
  );
}

/** Ends with nothing but a status. */
export function answerEmpty(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers });
  response.end();
}
