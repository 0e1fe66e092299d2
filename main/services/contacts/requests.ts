import type { HandlersOf } from '#main/services/handler-types.ts';
import { toPeopleChangeView } from '#main/store/core/people-change-view.ts';
import { toMarkKey } from '#main/sync/core/upkeep.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { addNote, deleteContacts, deleteNotes, editContact, editNote } from './contact-changes.ts';
import { createContact, findByNumber, searchService } from './contact-lookups.ts';
import { createField, deleteField, renameField } from './custom-fields.ts';
import { exportContacts } from './export-contacts.ts';
import { resolvePeopleChange, undoPeopleChanges } from './people-changes.ts';
import { setContactPicture } from './pictures.ts';
import { findBlocked, resubscribe, setBlocked, unsubscribe } from './registers.ts';
import { createTag, listTags } from './tags.ts';

const MOST_SUGGESTIONS = 8;

/** Contacts with their notes and fields, other people, and the registers. */
export const contactHandlers: HandlersOf<'contacts' | 'notes' | 'fields' | 'people'> = {
  'contacts.find': ({ session }, { contactId, phone }) =>
    session.getAccount().store.findContact({ contactId, phone: phone === null ? null : toPhoneKey(phone) }),
  'contacts.list': async ({ session }, { query, firstRows }) => {
    const { store } = session.getAccount();
    const ids = await store.listContactIds({ query });
    const rows = await store.listContactRows({ scope: query.scope, ids: ids.slice(0, firstRows) });
    return { ids: [...ids], rows: rows.filter((row) => row !== null) };
  },
  'contacts.listRows': async ({ session }, query) => [...(await session.getAccount().store.listContactRows(query))],
  'contacts.count': async ({ session }) => {
    const { store } = session.getAccount();
    const [counts, doneAt] = await Promise.all([
      store.countContacts({}),
      store.getSyncMark({ key: toMarkKey('contacts') }),
    ]);
    return { ...counts, isFilling: doneAt === null };
  },
  'contacts.get': ({ session }, { contactId }) =>
    session.getAccount().store.getContactDetails({ contactId: toContactId(contactId) }),
  'contacts.open': ({ session }, { contactId }) => {
    session.getAccount().sync.openContact(toContactId(contactId));
    return {};
  },
  'contacts.searchService': searchService,
  'contacts.findByNumber': findByNumber,
  'contacts.create': createContact,
  'contacts.edit': editContact,
  'contacts.delete': deleteContacts,
  'contacts.setPicture': setContactPicture,
  'contacts.explainDelete': ({ session }, { contactIds }) =>
    session.getAccount().store.countLostWith({ contactIds: contactIds.map(toContactId) }),
  'contacts.undo': undoPeopleChanges,
  'contacts.listChanges': async ({ session }) =>
    (await session.getAccount().store.listPeopleChanges({})).map(toPeopleChangeView),
  'contacts.resolveChange': resolvePeopleChange,
  'contacts.export': exportContacts,
  'contacts.listCountries': async ({ session, countries }) =>
    (await countries.list(session.getAccount())).map(({ code, name }) => ({ id: code, name })),

  'notes.add': addNote,
  'notes.edit': editNote,
  'notes.delete': deleteNotes,

  'fields.create': createField,
  'fields.rename': renameField,
  'fields.delete': deleteField,
  'fields.countValues': async ({ session }, { fieldId }) => ({
    count: await session.getAccount().store.countFieldValues({ fieldId }),
  }),

  'people.suggest': async ({ session }, { query }) => {
    const { store } = session.getAccount();
    return [...(await store.suggestPeople({ query: query.trim(), limit: MOST_SUGGESTIONS }))];
  },
  'people.resubscribe': resubscribe,
  'people.unsubscribe': unsubscribe,
  'people.setBlocked': setBlocked,
  'people.findBlocked': findBlocked,
  'people.listUsers': ({ session, users }) => users.list(session.getAccount()),
  'people.listTags': listTags,
  'people.createTag': createTag,
  'people.listFields': async ({ session }) => {
    const fields = await session.getAccount().store.listCustomFields({});
    return fields.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
  },
};
