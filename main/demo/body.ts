import type { DemoRequest } from './http.ts';
import { Refusal } from './refusal.ts';

function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal(400, `Invalid JSON: ${cause instanceof Error ? cause.message : 'unreadable'}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal(400, 'Invalid JSON body');
  return { ...value };
}

/** A query or an urlencoded body as plain fields; the last of several equal names wins, `name[]` collects. */
export function parsePairs(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (!name.endsWith('[]')) {
      fields[name] = value;
      continue;
    }
    const plain = name.slice(0, -2);
    const before = fields[plain];
    fields[plain] = Array.isArray(before) ? [...(before as unknown[]), value] : [value];
  }
  return fields;
}

/** The fields of a body: JSON unless the type says form. An empty body has no fields. Throws a 400 when unreadable. */
export function parseBody(request: DemoRequest): Record<string, unknown> {
  const text = new TextDecoder().decode(request.body);
  if (text.trim() === '') return {};
  const type = request.headers['content-type'] ?? '';
  return type.includes('application/x-www-form-urlencoded') ? parsePairs(text) : parseJson(text);
}
