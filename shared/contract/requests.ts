/**
 * Every request that the page can make of main: `area.verb` → input, output, the errors that a caller must expect.
 * Types, validators, the preload's allow-list and the table of handlers are derived from this object alone.
 */
import type * as v from 'valibot';
import { accountRequests } from './account.ts';
import { chatRequests } from './chats.ts';
import { contactRequests } from './contacts.ts';
import { desktopRequests } from './desktop.ts';
import { fileRequests } from './files.ts';
import { healthRequests } from './health.ts';
import { hostRequests } from './host.ts';
import { importRequests } from './importing.ts';
import { ledgerRequests } from './ledger.ts';
import { listRequests } from './lists.ts';
import { liveUpdateRequests } from './live-updates.ts';
import { lookupRequests } from './lookups.ts';
import { messageRequests } from './messages.ts';
import { scheduleRequests } from './schedules.ts';
import { searchRequests } from './search.ts';
import { sendingRequests } from './sending.ts';
import { serviceNoticeRequests } from './service-notices.ts';
import { settingsRequests } from './settings.ts';
import { templateRequests } from './templates.ts';
import { updateRequests } from './updates.ts';

export const requests = {
  ...accountRequests,
  ...chatRequests,
  ...contactRequests,
  ...desktopRequests,
  ...fileRequests,
  ...healthRequests,
  ...hostRequests,
  ...importRequests,
  ...ledgerRequests,
  ...listRequests,
  ...liveUpdateRequests,
  ...lookupRequests,
  ...messageRequests,
  ...scheduleRequests,
  ...searchRequests,
  ...sendingRequests,
  ...serviceNoticeRequests,
  ...settingsRequests,
  ...templateRequests,
  ...updateRequests,
} as const;

export type Requests = typeof requests;
export type RequestName = keyof Requests;
export type RequestInput<Name extends RequestName> = v.InferOutput<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = v.InferOutput<Requests[Name]['output']>;

/** All names, in the order of the table: the preload's allow-list. */
export const requestNames = Object.keys(requests) as RequestName[];
