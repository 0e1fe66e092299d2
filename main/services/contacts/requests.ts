import type { HandlersOf } from '#main/services/handler-types.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const MOST_SUGGESTIONS = 8;

/** Contacts, other people, and contact lists as far as the inbox needs them. */
export const contactHandlers: HandlersOf<'contacts' | 'people' | 'lists'> = {
  'contacts.find': ({ session }, { contactId, phone }) =>
    session.getAccount().store.findContact({ contactId, phone: phone === null ? null : toPhoneKey(phone) }),

  'people.suggest': async ({ session }, { query }) => {
    const { store } = session.getAccount();
    return [...(await store.suggestPeople({ query: query.trim(), limit: MOST_SUGGESTIONS }))];
  },
  'people.resubscribe': async ({ session }, input) => {
    const { store, sync, service } = session.getAccount();
    const phone = toPhoneKey(input.phone);
    await service.resubscribePhone({ phone }, { priority: 'user' });
    sync.readRegister('unsubscribers');
    const chat = await store.findChat({ chatId: null, phone });
    if (chat !== null && chat.id > 0) sync.openChat(toChatId(chat.id));
    return {};
  },
  'people.listFields': async ({ session }) => {
    const fields = await session.getAccount().store.listCustomFields({});
    return fields.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
  },

  'lists.list': async ({ session }) => [...(await session.getAccount().store.listListNames({}))],
};
