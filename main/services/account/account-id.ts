import path from 'node:path';
import { toStableId } from '#main/platform/ids.ts';
import type { Credentials } from './ports.ts';

/** What makes an account on this computer: the same two are the same person at the same service. */
export type Whose = Pick<Credentials, 'baseUrl' | 'username'>;

const ACCOUNT_ID_LENGTH = 20;

/** One per service and user, whatever the name's capitals; also the name of its folder. */
export function toAccountId({ baseUrl, username }: Whose): string {
  return toStableId(`${baseUrl}\n${username.toLowerCase()}`, ACCOUNT_ID_LENGTH);
}

/** The folder of an account. Null is the demo, whose address is another one each time. */
export function toAccountFolder(dataFolder: string, accountId: string | null): string {
  return path.join(dataFolder, 'accounts', accountId ?? 'demo');
}
