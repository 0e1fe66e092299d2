import type { Reply } from '../../http.ts';
import type { CallbackSettings } from '../../state/model.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

function getSettings({ world }: Call): Reply {
  const { outUrl, inUrl, format } = world.data.callbacks;
  return ok({ outUrl, inUrl, format });
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}

/**
 * Keeps the addresses after asking each for its 200: the service takes no address that does not answer so. All three have
 * to be given (supplement 1.9), addresses as null where there is none.
 */
async function putSettings({ service, world, body }: Call): Promise<Reply> {
  for (const name of ['outUrl', 'inUrl', 'format']) body.requireGiven(name);
  body.required('format');
  const format = body.choice('format', ['j', 'u', 'm'], world.data.callbacks.format);
  const wanted: CallbackSettings = { outUrl: body.text('outUrl') || null, inUrl: body.text('inUrl') || null, format };
  for (const name of ['outUrl', 'inUrl'] as const) {
    const url = wanted[name];
    if (url === null) continue;
    if (!isAddress(url)) body.reject(name, 'This value is not a valid URL.');
    else if (!(await service.callbacks.answers(url))) body.reject(name, 'The URL must answer with 200 OK.');
  }
  body.check();
  world.data.callbacks = wanted;
  world.changed();
  return { status: 200 };
}

export const callbackRows: readonly Row[] = [
  { method: 'GET', path: '/callback/settings', group: 'callbacks', handle: getSettings },
  { method: 'PUT', path: '/callback/settings', group: 'callbacks', handle: putSettings },
];
