import { getContext, setContext } from 'svelte';
import type { Formats } from '#renderer/lib/format.ts';
import type { ContactActions } from './contact-actions.ts';
import type { ContactDetails } from './contact-details.svelte.ts';
import type { PictureView } from '#renderer/lib/picture-choice.svelte.ts';
import type { ContactDialogs } from './contact-dialogs.svelte.ts';
import type { ContactLookups } from './contact-lookups.svelte.ts';
import type { NoteMemory } from './note-memory.ts';

/** What every section of one contact needs. Reads runes. */
export interface ContactScreen {
  readonly details: Pick<
    ContactDetails,
    | 'contact'
    | 'fields'
    | 'open'
    | 'openChangeOf'
    | 'otherChats'
    | 'savedAt'
    | 'status'
    | 'users'
    | 'valueOf'
    | 'waitingCount'
  >;
  readonly actions: Pick<
    ContactActions,
    | 'addNote'
    | 'addToNewList'
    | 'changeList'
    | 'copy'
    | 'createTag'
    | 'deleteNotes'
    | 'edit'
    | 'editNote'
    | 'findNumber'
    | 'findOtherLists'
    | 'findTags'
    | 'listCountries'
    | 'resolve'
    | 'setBlocked'
    | 'setFavorite'
  >;
  readonly dialogs: Pick<ContactDialogs, 'open'>;
  readonly noteMemory: Pick<NoteMemory, 'forget' | 'read' | 'resume' | 'write'>;
  readonly picture: PictureView;
  readonly lookups: Pick<ContactLookups, 'carrier' | 'currency' | 'email' | 'isAsking' | 'problemOf' | 'valueOf'>;
  readonly formats: Formats;
  readonly now: number;
  readonly timeFormat: '12h' | '24h' | null;
  /** Numbers without a country code are read as of the account's own number, or of its country. */
  readonly homePhone: string | null;
  readonly homeCountry: string | null;
  readonly isOffline: boolean;
  /** Takes the last change back; null: there is none. */
  readonly undo: (() => void) | null;
  readonly undoKeys: readonly string[];
  readonly mediaUrl: (mediaId: string) => string;
  /** The chat that it is shown beside; null: none. */
  readonly chatId: number | null;
  readonly openChat: (chatId: number) => void;
  /** On the screen of scheduled texts, by its key. */
  readonly openSchedule: (key: string) => void;
}

const CONTACT_SCREEN = Symbol('contact screen');

/** Gives every section below this component its contact. */
export function provideContactScreen(screen: ContactScreen): void {
  setContext(CONTACT_SCREEN, screen);
}

/** Call while a component is created. */
export function useContactScreen(): ContactScreen {
  return getContext<ContactScreen>(CONTACT_SCREEN);
}
