import type { Row } from './endpoints/call.ts';

const BASE = '/api/v2';

interface CompiledRow {
  readonly row: Row;
  readonly segments: readonly string[];
}

/** Where a request goes: to a row, nowhere, or to a path that exists with another method. */
export type Match =
  | { readonly kind: 'row'; readonly row: Row; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method' }
  | { readonly kind: 'nowhere' };

/** The decoded segments below /api/v2, or undefined for other paths and broken percent encoding. */
function parseSegments(path: string): string[] | undefined {
  if (!path.startsWith(`${BASE}/`)) return undefined;
  try {
    return path
      .slice(BASE.length + 1)
      .split('/')
      .map((segment) => decodeURIComponent(segment));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function fit(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

/** How many segments of a pattern are words: `/chats/unread/count` goes before `/chats/{id}/message`. */
function toWords(row: Row): number {
  return row.path.split('/').filter((part) => part !== '' && !part.startsWith('{')).length;
}

export class Router {
  readonly #rows: readonly CompiledRow[];

  constructor(rows: readonly Row[]) {
    this.#rows = [...rows]
      .sort((a, b) => toWords(b) - toWords(a))
      .map((row) => ({ row, segments: row.path.slice(1).split('/') }));
  }

  match(method: string, path: string): Match {
    const segments = parseSegments(path);
    if (segments === undefined) return { kind: 'nowhere' };
    let isKnown = false;
    for (const { row, segments: pattern } of this.#rows) {
      const params = fit(pattern, segments);
      if (params === undefined) continue;
      if (row.method === method) return { kind: 'row', row, params };
      isKnown = true;
    }
    return isKnown ? { kind: 'wrong-method' } : { kind: 'nowhere' };
  }
}
