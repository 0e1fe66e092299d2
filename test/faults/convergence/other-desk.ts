/** What other clients of the account do meanwhile, through the service's interface as everybody does. */
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { DemoService } from '#main/demo/service.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Random } from '#test/support/random.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { Wire } from './wire.ts';

const USER = { priority: 'user' } as const;

type Act = (desk: OtherDesk) => Promise<unknown>;

export class OtherDesk {
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
      transport: new Wire(parts),
      clock: parts.clock.toApiClock(),
      // The account's limit is shared: this desk leaves the larger part of it to the one that is looked at.
      ratePerSecond: 10,
    });
  }

  /** Begins something; what the service refuses is not done. Resolves to its name when it is over. */
  async act(): Promise<string> {
    const [name, act] = this.random.pick(Object.entries(ACTS));
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

  /** One of the rows; where there is none, nothing can be done, as if the service had said so. */
  pick<Row>(rows: readonly Row[]): Row {
    if (rows.length === 0) throw new AppError({ code: 'not-found', message: 'There is none' });
    return this.random.pick(rows);
  }
}

const contactOf = (desk: OtherDesk) => {
  const own = desk.demo.world.contacts.rows.filter(({ userId }) => userId === undefined);
  return toContactId(desk.pick(own).id);
};
const chatOf = (desk: OtherDesk) => toChatId(desk.pick(desk.demo.world.chats.rows).id);
const listOf = (desk: OtherDesk) => toListId(desk.pick(desk.demo.world.lists.rows).id);

const ACTS: Readonly<Record<string, Act>> = {
  close: (desk) => desk.client.closeChats({ chatIds: [chatOf(desk), chatOf(desk)] }, USER),
  reopen: (desk) => desk.client.reopenChats({ chatIds: [chatOf(desk)] }, USER),
  deleteChat: (desk) => desk.client.deleteChats({ chatIds: [chatOf(desk)] }, USER),
  read: (desk) => desk.client.markChatsRead({ chatIds: [chatOf(desk), chatOf(desk)] }, USER),
  unread: (desk) => desk.client.markChatsUnread({ chatIds: [chatOf(desk)] }, USER),
  mute: (desk) => desk.client.muteChats({ chatIds: [chatOf(desk)], hours: desk.pick([null, 1, 8]) }, USER),
  pin: (desk) => desk.client.pinChats({ chatIds: [chatOf(desk)] }, USER),
  unpin: (desk) => desk.client.unpinChats({ chatIds: [chatOf(desk)] }, USER),
  deleteReply: (desk) => desk.client.deleteReply({ replyId: desk.pick(desk.demo.world.inbound.rows).id }, USER),
  deleteSent: (desk) =>
    desk.client.deleteOutboundMessage({ messageId: desk.pick(desk.demo.world.outbound.rows).id }, USER),
  emptyChat: (desk) => desk.client.deleteChatMessages({ chatId: chatOf(desk), all: true }, USER),
  send: (desk) => {
    const { phone } = desk.pick(desk.demo.world.chats.rows);
    const words = { text: desk.name('From the other desk'), from: null, referenceId: '', createChat: true };
    return desk.client.sendMessage({ phone: toPhoneKey(phone), ...words }, USER);
  },
  addContact: async (desk) => {
    const phone = `4477009${String(desk.random.between(10_000, 99_999))}`;
    const blank = { company: '', email: '', isFavorite: false, isBlocked: null };
    const draft = { phone, listIds: [listOf(desk)], firstName: desk.name('New'), lastName: 'Person', ...blank };
    await desk.client.createContact(draft, USER);
  },
  deleteContact: (desk) => desk.client.deleteContact({ contactId: contactOf(desk) }, USER),
  renameContact: async (desk) => {
    const contactId = contactOf(desk);
    const { phone, lists, company, email, isFavorite, fields } = await desk.client.getContact({ contactId }, USER);
    const draft = { phone, company, email, isFavorite, isBlocked: null, firstName: desk.name('Renamed'), lastName: '' };
    const listIds = (lists ?? []).map(({ id }) => id);
    const values = fields.map(({ id, value }) => ({ id, value: value ?? '' }));
    await desk.client.updateContact({ contactId, draft: { ...draft, listIds, fields: values } }, USER);
  },
  addList: (desk) =>
    desk.client.createList({ name: desk.name('List'), isShared: false, isFavorite: false, isDefault: false }, USER),
  deleteList: (desk) => desk.client.deleteList({ listId: listOf(desk) }, USER),
  addMember: (desk) => desk.client.addListMembers({ listId: listOf(desk), contactIds: [contactOf(desk)] }, USER),
  dropMember: (desk) => desk.client.deleteListMembers({ listId: listOf(desk), contactIds: [contactOf(desk)] }, USER),
  addTemplate: (desk) =>
    desk.client.createTemplate({ name: desk.name('Template'), content: 'Hello {First name}' }, USER),
  deleteTemplate: (desk) =>
    desk.client.deleteTemplate({ templateId: desk.pick(desk.demo.world.templates.rows).id }, USER),
  addNote: (desk) => desk.client.createNote({ contactId: contactOf(desk), text: desk.name('Note') }, USER),
  deleteNote: (desk) => desk.client.deleteNote({ noteId: desk.pick(desk.demo.world.contactNotes.rows).id }, USER),
  addField: (desk) => desk.client.createCustomField({ name: desk.name('Field') }, USER),
  deleteField: (desk) => desk.client.deleteCustomField({ fieldId: desk.pick(desk.demo.world.fields.rows).id }, USER),
  setValue: (desk) => {
    const fieldId = desk.pick(desk.demo.world.fields.rows).id;
    return desk.client.setCustomFieldValue({ fieldId, contactId: contactOf(desk), value: desk.name('Value') }, USER);
  },
  block: (desk) => desk.client.blockPhone({ phone: toPhoneKey(desk.pick(desk.demo.world.contacts.rows).phone) }, USER),
  unblock: (desk) =>
    desk.client.unblockPhone({ phone: toPhoneKey(desk.pick(desk.demo.world.contacts.rows).phone) }, USER),
  unsubscribe: (desk) =>
    desk.client.unsubscribePhone({ phone: toPhoneKey(desk.pick(desk.demo.world.contacts.rows).phone) }, USER),
  resubscribe: (desk) =>
    desk.client.resubscribePhone({ phone: toPhoneKey(desk.pick(desk.demo.world.unsubscribed.rows).phone) }, USER),
};
