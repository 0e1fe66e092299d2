/** All steps of both files, in order. A new one is added at the end and nowhere else. */
import type { Migration } from '../migrate.ts';
import { accountAndSync } from './cache/0001-account-and-sync.ts';
import { chats } from './cache/0002-chats.ts';
import { messages } from './cache/0003-messages.ts';
import { people } from './cache/0004-people.ts';
import { search } from './cache/0005-search.ts';
import { foldedSearch } from './cache/0006-folded-search.ts';
import { draftsAndSettings } from './owned/0001-drafts-and-settings.ts';
import { sends } from './owned/0002-sends.ts';
import { pendingActions } from './owned/0003-pending-actions.ts';
import { namelessSends } from './owned/0004-nameless-sends.ts';
import { lostAnswers } from './owned/0005-lost-answers.ts';

export const ownedMigrations: readonly Migration[] = [
  draftsAndSettings,
  sends,
  pendingActions,
  namelessSends,
  lostAnswers,
];
export const cacheMigrations: readonly Migration[] = [accountAndSync, chats, messages, people, search, foldedSearch];
