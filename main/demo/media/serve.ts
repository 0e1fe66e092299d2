import type { DemoResponse } from '../http.ts';
import type { FileStore } from '../state/file-store.ts';
import { findAvatar } from './avatars.ts';
import { drawPicture } from './pictures.ts';

const PICTURE_PATH = /^\/(avatars|files)\/(preview-)?([a-z]+-[a-z0-9-]{1,40}\.png)$/;
const AVATAR = { width: 160, height: 160 };
const PHOTO = { width: 640, height: 480 };
const PREVIEW = { width: 160, height: 120 };

/** The picture at an address outside the interface, as the service's web server has them: uploaded, or drawn. */
export function findPicture(path: string, files: FileStore): DemoResponse | undefined {
  return findAvatar(path, files) ?? findDrawing(path);
}

function findDrawing(path: string): DemoResponse | undefined {
  const match = PICTURE_PATH.exec(path);
  if (match?.[3] === undefined) return undefined;
  const size = match[1] === 'avatars' ? AVATAR : match[2] === undefined ? PHOTO : PREVIEW;
  const body = drawPicture(match[3], size);
  return { status: 200, headers: { 'content-type': 'image/png' }, body, connection: 'whole' };
}
