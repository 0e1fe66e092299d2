import type { DemoRequest } from './http.ts';
import { parseMultipart } from './multipart.ts';
import type { UploadedFile } from './multipart.ts';
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

/** A query or an urlencoded body as plain fields. */
export function parsePairs(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value);
  return fields;
}

export interface Body {
  readonly fields: Record<string, unknown>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map();

/** `column[0]` collects into an object by what is between the brackets, `name[]` into an array; else the last one wins. */
function addField(fields: Record<string, unknown>, rawName: string, value: string): void {
  const [, name = rawName, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(rawName) ?? [];
  const before = fields[name];
  if (key === undefined) fields[name] = value;
  else if (key === '') fields[name] = [...(Array.isArray(before) ? (before as unknown[]) : []), value];
  else fields[name] = { ...(typeof before === 'object' && !Array.isArray(before) ? before : {}), [key]: value };
}

async function parseForm(request: DemoRequest): Promise<Body> {
  try {
    const { fields: pairs, files } = await parseMultipart(request.body, request.headers['content-type'] ?? '');
    const fields: Record<string, unknown> = {};
    for (const [name, value] of pairs) addField(fields, name, value);
    return { fields, files };
  } catch (cause) {
    throw new Refusal(400, `Invalid multipart body: ${cause instanceof Error ? cause.message : 'unreadable'}`);
  }
}

/** Fields and files of a body: JSON unless the type says form. An empty body has none. Throws a 400 when unreadable. */
export async function parseBody(request: DemoRequest): Promise<Body> {
  const type = (request.headers['content-type'] ?? '').toLowerCase();
  if (type.includes('multipart/form-data')) return parseForm(request);
  const text = new TextDecoder().decode(request.body);
  if (text.trim() === '') return { fields: {}, files: NO_FILES };
  return {
    fields: type.includes('application/x-www-form-urlencoded') ? parsePairs(text) : parseJson(text),
    files: NO_FILES,
  };
}
