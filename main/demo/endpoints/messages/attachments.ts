import type { Json, Reply } from '../../http.ts';
import { LINKED_FILES, MMS_FILES, toExtension, toMimeType } from '../../rules/file-types.ts';
import { createRandom, hashText } from '../../seed/random.ts';
import type { Upload } from '../../state/sending-model.ts';
import type { World } from '../../state/world.ts';
import type { Call, Row } from '../call.ts';

const LARGEST_BYTES = 10 * 1_024 * 1_024;
const CODE_LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'];
const HEX = [...'0123456789abcdef'];

type Kind = 'link' | 'mms';

/** A new code for the link and a new internal name: the same upload of the same demo gets the same ones. */
function createNames(world: World, extension: string): Pick<Upload, 'id' | 'code' | 'resource'> {
  const id = world.uploads.nextId();
  const random = createRandom(hashText(`${world.data.seed} upload ${id}`));
  const pick = (letters: readonly string[], count: number): string =>
    Array.from({ length: count }, () => random.pick(letters)).join('');
  let code = pick(CODE_LETTERS, 6);
  while (world.uploads.rows.some((other) => other.code === code)) code = pick(CODE_LETTERS, 6);
  return { id, code, resource: `${pick(HEX, 16)}.${extension}` };
}

function findProblem(kind: Kind, name: string, size: number): string | undefined {
  const allowed = kind === 'link' ? LINKED_FILES : MMS_FILES;
  const extension = toExtension(name);
  if (!allowed.has(extension)) return `Files of the type "${extension}" are not allowed.`;
  if (size === 0) return 'An empty file is not allowed.';
  return size > LARGEST_BYTES ? 'The file is too large. Allowed maximum size is 10 MB.' : undefined;
}

/** The specification answers 201, and names the resource of an MMS upload only; the client libraries know 200. */
function toReply({ shape }: Call, kind: Kind, upload: Upload): Reply {
  const href = `click/${upload.code}`;
  const base = { href, chars: href.length, name: upload.name, size: upload.size };
  const body: Json = shape === 'spec' && kind === 'link' ? base : { ...base, resource: upload.resource };
  return { status: shape === 'spec' ? 201 : 200, body };
}

function upload(call: Call, kind: Kind): Reply {
  const { world, service, body, files, nowAt } = call;
  const file = files.get('file');
  const problem =
    file === undefined ? 'This value should not be blank.' : findProblem(kind, file.name, file.bytes.length);
  if (problem !== undefined) body.reject('file', problem);
  body.check();
  if (file === undefined) throw new Error('A missing file was let through');
  const extension = toExtension(file.name);
  const names = createNames(world, extension);
  // Bytes first: a disk that is full refuses the upload, and nothing is left of it.
  service.files.save(names.code, file.bytes);
  const row = world.uploads.append({
    ...{ ...names, name: file.name, mimeType: toMimeType(extension), size: file.bytes.length },
    ...{ createdAt: nowAt, userId: world.account.id },
  });
  world.changed();
  return toReply(call, kind, row);
}

export const attachmentRows: readonly Row[] = [
  { method: 'POST', path: '/messages/attachment', group: 'messages', handle: (call) => upload(call, 'link') },
  { method: 'POST', path: '/messages/mms/attachment', group: 'messages', handle: (call) => upload(call, 'mms') },
];
