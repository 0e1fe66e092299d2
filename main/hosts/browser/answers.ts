/** How an HTTP request ends: with JSON, an error of the contract, a page with one message, or a status alone. */
import type { ServerResponse } from 'node:http';
import type { ContractError } from '#shared/contract/index.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  'not-found': 404,
  validation: 400,
  unauthorized: 403,
  bug: 500,
  disk: 507,
};

/** JSON that the browser does not store. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

/** The whole reply envelope, so that the page reads it like any other. */
export function answerError(response: ServerResponse, error: ContractError): void {
  answerJson(response, STATUS_BY_CODE[error.code] ?? 502, { ok: false, error });
}

export interface MessagePage {
  readonly title: string;
  readonly sentence: string;
  readonly link?: { readonly to: string; readonly words: string };
}

/** One plain sentence for the user, in a page without styles or scripts. */
export function answerMessagePage(response: ServerResponse, status: number, page: MessagePage): void {
  const link = page.link === undefined ? '' : `<p><a href="${page.link.to}">${page.link.words}</a></p>`;
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${page.title}</title><h1>${page.title}</h1><p>${page.sentence}</p>${link}</html>\n`,
  );
}

export function answerEmpty(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers });
  response.end();
}
