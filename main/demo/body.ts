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
  return Object.assign(createFields(), value);
}

/** Fields by name, which inherit none: `__proto__` is a name like any other. */
function createFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** A query or an urlencoded body as plain fields. */
export function parsePairs(text: string): Record<string, unknown> {
  const fields = createFields();
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
  else {
    const entries = typeof before === 'object' && !Array.isArray(before) ? before : {};
    fields[name] = Object.assign(createFields(), entries, { [key]: value });
  }
}

async function parseForm(request: DemoRequest): Promise<Body> {
  try {
    const { fields: pairs, files } = await parseMultipart(request.body, request.headers['content-type'] ?? '');
    const fields = createFields();
    for (const [name, value] of pairs) addField(fields, name, value);
    return { fields, files };
  } catch (cause) {
    throw new Refusal(400, `Invalid multipart body: ${cause instanceof Error ? cause.message : 'unreadable'}`);
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** The media type that a request claims for its body, without its parameters; '' where it claims none. */
function toMediaType({ headers }: DemoRequest): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/**
 * Fields and files of a body. An empty one has none, whatever its type. Throws a 400 when it is unreadable, and when its
 * type is none that the service reads, or missing: many programs send JSON as text without meaning to.
 */
export async function parseBody(request: DemoRequest): Promise<Body> {
  const type = toMediaType(request);
  if (type === 'multipart/form-data') return parseForm(request);
  const text = new TextDecoder().decode(request.body);
  if (text.trim() === '') return { fields: createFields(), files: NO_FILES };
  if (type === 'application/x-www-form-urlencoded') return { fields: parsePairs(text), files: NO_FILES };
  if (JSON_TYPE.test(type)) return { fields: parseJson(text), files: NO_FILES };
  const claimed = type === '' ? 'no content type' : `the content type ${type}`;
  throw new Refusal(
    400,
    `The body has ${claimed}: send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
  );
}
