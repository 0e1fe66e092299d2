/** Another client of the same account, which acts through the public API. */
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { DemoService } from '#main/demo/service.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Random } from '#test/support/random.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { SimulatedNetwork } from './simulated-network.ts';

const USER = { priority: 'user' } as const;

type Action = (other: OtherClient) => Promise<unknown>;

export class OtherClient {
  readonly client: ServiceClient;
  readonly demo: DemoService;
  readonly random: Random;
  #count = 0;

  constructor(parts: { readonly demo: DemoService; readonly clock: VirtualClock; readonly random: Random }) {
    this.demo = parts.demo;
    this.random = parts.random;
    this.client = createServiceClient({
      baseUrl: 'http://127.0.0.1',
      webUrl: null,
      credentials: { username: parts.demo.username, apiKey: parts.demo.apiKey },
      userAgent: 'Switchboard/test',
      transport: new SimulatedNetwork(parts),
      clock: parts.clock.toApiClock(),
      // The rate limit is per account: most of it is left to the app under test.
      ratePerSecond: 10,
    });
  }

  /** Performs a random action, unless the service refuses it. Resolves to its name. */
  async act(): Promise<string> {
    const [name, act] = this.random.pick(Object.entries(ACTIONS));
    try {
      await act(this);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return `${name} (${error.code})`;
    }
    return name;
  }

  name(what: string): string {
    this.#count += 1;
    return `${what} ${String(this.#count)}`;
  }

  /** One of the rows; throws `not-found` as the service would where there is none. */
  pick<Row>(rows: readonly Row[]): Row {
    if (rows.length === 0) throw new AppError({ code: 'not-found', message: 'There are no rows' });
    return this.random.pick(rows);
  }
}

const pickContact = (other: OtherClient) => {
  const own = other.demo.world.contacts.rows.filter(({ userId }) => userId === undefined);
  return toContactId(other.pick(own).id);
};
const pickChat = (other: OtherClient) => toChatId(other.pick(other.demo.world.chats.rows).id);
const pickList = (other: OtherClient) => toListId(other.pick(other.demo.world.lists.rows).id);

const ACTIONS: Readonly<Record<string, Action>> = {
  close: (other) => other.client.closeChats({ chatIds: [pickChat(other), pickChat(other)] }, USER),
  reopen: (other) => other.client.reopenChats({ chatIds: [pickChat(other)] }, USER),
  deleteChat: (other) => other.client.deleteChats({ chatIds: [pickChat(other)] }, USER),
  read: (other) => other.client.markChatsRead({ chatIds: [pickChat(other), pickChat(other)] }, USER),
  unread: (other) => other.client.markChatsUnread({ chatIds: [pickChat(other)] }, USER),
  mute: (other) => other.client.muteChats({ chatIds: [pickChat(other)], hours: other.pick([null, 1, 8]) }, USER),
  pin: (other) => other.client.pinChats({ chatIds: [pickChat(other)] }, USER),
  unpin: (other) => other.client.unpinChats({ chatIds: [pickChat(other)] }, USER),
  deleteReply: (other) => other.client.deleteReply({ replyId: other.pick(other.demo.world.inbound.rows).id }, USER),
  deleteSent: (other) =>
    other.client.deleteOutboundMessage({ messageId: other.pick(other.demo.world.outbound.rows).id }, USER),
  emptyChat: (other) => other.client.deleteChatMessages({ chatId: pickChat(other), all: true }, USER),
  send: (other) => {
    const { phone } = other.pick(other.demo.world.chats.rows);
    const words = { text: other.name('From the other client'), from: null, referenceId: '', createChat: true };
    return other.client.sendMessage({ phone: toPhoneKey(phone), ...words }, USER);
  },
  addContact: async (other) => {
    const phone = `4477009${String(other.random.between(10_000, 99_999))}`;
    const blank = { company: '', email: '', isFavorite: false, isBlocked: null };
    const draft = { phone, listIds: [pickList(other)], firstName: other.name('New'), lastName: 'Person', ...blank };
    await other.client.createContact(draft, USER);
  },
  deleteContact: (other) => other.client.deleteContact({ contactId: pickContact(other) }, USER),
  renameContact: async (other) => {
    const contactId = pickContact(other);
    const { phone, lists, company, email, isFavorite, fields } = await other.client.getContact({ contactId }, USER);
    const draft = {
      phone,
      company,
      email,
      isFavorite,
      isBlocked: null,
      firstName: other.name('Renamed'),
      lastName: '',
    };
    const listIds = (lists ?? []).map(({ id }) => id);
    const values = fields.map(({ id, value }) => ({ id, value: value ?? '' }));
    await other.client.updateContact({ contactId, draft: { ...draft, listIds, fields: values } }, USER);
  },
  addList: (other) =>
    other.client.createList({ name: other.name('List'), isShared: false, isFavorite: false, isDefault: false }, USER),
  deleteList: (other) => other.client.deleteList({ listId: pickList(other) }, USER),
  addMember: (other) =>
    other.client.addListMembers({ listId: pickList(other), contactIds: [pickContact(other)] }, USER),
  dropMember: (other) =>
    other.client.deleteListMembers({ listId: pickList(other), contactIds: [pickContact(other)] }, USER),
  addTemplate: (other) =>
    other.client.createTemplate({ name: other.name('Template'), content: 'Hello {First name}' }, USER),
  deleteTemplate: (other) =>
    other.client.deleteTemplate({ templateId: other.pick(other.demo.world.templates.rows).id }, USER),
  addNote: (other) => other.client.createNote({ contactId: pickContact(other), text: other.name('Note') }, USER),
  deleteNote: (other) => other.client.deleteNote({ noteId: other.pick(other.demo.world.contactNotes.rows).id }, USER),
  addField: (other) => other.client.createCustomField({ name: other.name('Field') }, USER),
  deleteField: (other) =>
    other.client.deleteCustomField({ fieldId: other.pick(other.demo.world.fields.rows).id }, USER),
  setValue: (other) => {
    const fieldId = other.pick(other.demo.world.fields.rows).id;
    return other.client.setCustomFieldValue(
      { fieldId, contactId: pickContact(other), value: other.name('Value') },
      USER,
    );
  },
  block: (other) =>
    other.client.blockPhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
  unblock: (other) =>
    other.client.unblockPhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
  unsubscribe: (other) =>
    other.client.unsubscribePhone({ phone: toPhoneKey(other.pick(other.demo.world.contacts.rows).phone) }, USER),
  resubscribe: (other) =>
    other.client.resubscribePhone({ phone: toPhoneKey(other.pick(other.demo.world.unsubscribed.rows).phone) }, USER),
};
