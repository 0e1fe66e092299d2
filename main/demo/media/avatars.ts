import type { DemoResponse } from '../http.ts';
import type { FileStore } from '../state/file-store.ts';

/** Uploaded pictures have underscores in their names, drawn ones have none. */
const UPLOADED = /^\/avatars\/((?:contact|list|user)_\d{1,15}_[0-9a-f]{12}\.(png|jpg))$/;
const SIGNATURES: readonly (readonly [ending: 'png' | 'jpg', bytes: readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
];
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** The ending that belongs to the bytes of a PNG or JPG, whatever the file was called; undefined for anything else. */
export function findPictureEnding(bytes: Uint8Array): 'png' | 'jpg' | undefined {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0];
}

function isUploaded(name: string): boolean {
  return name.includes('_');
}

/** Under what the bytes of an uploaded picture are kept. */
export function avatarKey(name: string): string {
  return `avatars/${name}`;
}

/** Takes the picture away, and its bytes where they were uploaded. */
export function forgetAvatar(pictured: { avatar: string | null }, files: FileStore): void {
  const { avatar } = pictured;
  if (avatar !== null && isUploaded(avatar)) files.remove(avatarKey(avatar));
  pictured.avatar = null;
}

/** The uploaded picture at an address outside the interface, byte for byte, or undefined. */
export function findAvatar(path: string, files: FileStore): DemoResponse | undefined {
  const [, name = '', ending = ''] = UPLOADED.exec(path) ?? [];
  const body = name === '' ? undefined : files.find(avatarKey(name));
  if (body === undefined) return undefined;
  return { status: 200, headers: { 'content-type': TYPES[ending] ?? '' }, body, connection: 'whole' };
}
