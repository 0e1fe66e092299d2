import { createHash } from 'node:crypto';
import type { Reply } from '../../http.ts';
import { avatarKey, findPictureEnding, forgetAvatar } from '../../media/avatars.ts';
import { refuseFields } from '../../refusal.ts';
import { toList } from '../../wire/contact.ts';
import { done, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getOwnContact, getOwnList } from './own.ts';

/** A contact, a list or a user. */
interface Pictured {
  readonly id: number;
  avatar: string | null;
}

const LARGEST_BYTES = 10 * 1_024 * 1_024;

/** The picture of a multipart body; the 400 says what is wrong with it. */
function getImage({ files }: Call): { bytes: Uint8Array; ending: string } {
  const bytes = files.get('image')?.bytes;
  if (bytes === undefined) throw refuseFields({ image: ['This value should not be blank.'] });
  if (bytes.length === 0) throw refuseFields({ image: ['An empty file is not allowed.'] });
  if (bytes.length > LARGEST_BYTES) {
    throw refuseFields({ image: ['The file is too large. Allowed maximum size is 10 MB.'] });
  }
  const ending = findPictureEnding(bytes);
  if (ending === undefined) throw refuseFields({ image: ['The file should be a PNG or JPG image.'] });
  return { bytes, ending };
}

/** Every picture has a name of its own: whoever kept the one before under its address would go on showing it. */
function setAvatar(call: Call, kind: string, pictured: Pictured): void {
  const { files } = call.service;
  const { bytes, ending } = getImage(call);
  forgetAvatar(pictured, files);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const name = `${kind}_${pictured.id}_${digest}.${ending}`;
  files.save(avatarKey(name), bytes);
  pictured.avatar = name;
  call.world.changed();
}

function clearAvatar(call: Call, pictured: Pictured): Reply {
  forgetAvatar(pictured, call.service.files);
  call.world.changed();
  return done();
}

function setContactAvatar(call: Call): Reply {
  const contact = getOwnContact(call);
  setAvatar(call, 'contact', contact);
  return toLink(contact.id, 'contacts');
}

/** The list itself by the specification, a link to the client libraries. */
function setListAvatar(call: Call): Reply {
  const list = getOwnList(call);
  setAvatar(call, 'list', list);
  return call.shape === 'spec' ? { status: 201, body: toList(list, call.view) } : toLink(list.id, 'lists');
}

function setUserAvatar(call: Call): Reply {
  setAvatar(call, 'user', call.world.account);
  return { status: 201 };
}

const POST = { method: 'POST', group: 'avatars' } as const;
const DELETE = { method: 'DELETE', group: 'avatars' } as const;

export const avatarRows: readonly Row[] = [
  { ...POST, path: '/contacts/{id}/avatar', handle: setContactAvatar },
  { ...DELETE, path: '/contacts/{id}/avatar', handle: (call) => clearAvatar(call, getOwnContact(call)) },
  { ...POST, path: '/lists/{id}/avatar', handle: setListAvatar },
  { ...DELETE, path: '/lists/{id}/avatar', handle: (call) => clearAvatar(call, getOwnList(call)) },
  { ...POST, path: '/user/avatar', handle: setUserAvatar },
  { ...DELETE, path: '/user/avatar', handle: (call) => clearAvatar(call, call.world.account) },
];
