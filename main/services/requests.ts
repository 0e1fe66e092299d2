import { accountHandlers } from './account/requests.ts';
import { serviceNoticeHandlers } from './account/service-notices.ts';
import { chatHandlers } from './chats/requests.ts';
import { contactHandlers } from './contacts/requests.ts';
import { desktopHandlers } from './desktop/requests.ts';
import { fileHandlers } from './files/requests.ts';
import type { Handlers } from './handler-types.ts';
import { healthHandlers } from './health/requests.ts';
import { hostHandlers } from './host/requests.ts';
import { importHandlers } from './importing/requests.ts';
import { ledgerHandlers } from './ledger/requests.ts';
import { listHandlers } from './lists/requests.ts';
import { liveUpdateHandlers } from './live-updates/requests.ts';
import { lookupHandlers } from './lookups/requests.ts';
import { messageHandlers } from './messages/requests.ts';
import { notificationHandlers } from './notifications/requests.ts';
import { scheduleHandlers } from './schedules/requests.ts';
import { searchHandlers } from './search/requests.ts';
import { sendingHandlers } from './sending/requests.ts';
import { settingsHandlers } from './settings/requests.ts';
import { templateHandlers } from './templates/requests.ts';
import { updateHandlers } from './updates/requests.ts';

/** The handlers of all areas. A request of the contract that has none does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...chatHandlers,
  ...contactHandlers,
  ...desktopHandlers,
  ...fileHandlers,
  ...healthHandlers,
  ...hostHandlers,
  ...importHandlers,
  ...ledgerHandlers,
  ...listHandlers,
  ...liveUpdateHandlers,
  ...lookupHandlers,
  ...messageHandlers,
  ...notificationHandlers,
  ...scheduleHandlers,
  ...searchHandlers,
  ...sendingHandlers,
  ...serviceNoticeHandlers,
  ...settingsHandlers,
  ...templateHandlers,
  ...updateHandlers,
};
