import type { Row } from './endpoints/call.ts';

const BASE = '/api/v2';

interface CompiledRow {
  readonly row: Row;
  readonly segments: readonly string[];
}

/** Where a request goes: to a row, nowhere, or to a path that exists with another method. */
export type Match =
  | { readonly kind: 'row'; readonly row: Row; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly rows: readonly Row[] }
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

/** The methods of rows of one path, as an Allow header names them. */
export function toAllowed(rows: readonly Row[]): string {
  const has = (method: Row['method']): boolean => rows.some((row) => row.method === method);
  const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter(has);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

export class Router {
  readonly #rows: readonly CompiledRow[];

  constructor(rows: readonly Row[]) {
    this.#rows = [...rows]
      .sort((a, b) => toWords(b) - toWords(a))
      .map((row) => ({ row, segments: row.path.slice(1).split('/') }));
  }

  /** HEAD goes where GET goes. */
  match(method: string, path: string): Match {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const segments = parseSegments(path);
    if (segments === undefined) return { kind: 'nowhere' };
    const others: Row[] = [];
    for (const { row, segments: pattern } of this.#rows) {
      const params = fit(pattern, segments);
      if (params === undefined) continue;
      if (row.method === wanted) return { kind: 'row', row, params };
      others.push(row);
    }
    return others.length > 0 ? { kind: 'wrong-method', rows: others } : { kind: 'nowhere' };
  }
}
