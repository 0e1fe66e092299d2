/** The case of sending itself. */
import { expect } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { receiptSchema } from '#test/unit/api/support/entity-schemas.ts';
import { listNumbers } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';

const sending = { priority: 'sending' } as const;
const common = { referenceId: 'rows-1', createChat: false };

export const sendingCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /messages',
    fixture: 'send-one',
    request: ({ chat }) => ({ path: '/messages', body: { text: 'Hello', phones: chat.phone, createChat: true } }),
    call: (client, { contact, list, chat }) =>
      client.sendMessage(
        {
          ...{ ...common, text: 'Hi {First name}', from: 'NORTHGATE', maxParts: 1, cutsExtra: true },
          ...{ contactIds: [toContactId(contact.id)], listIds: [toListId(list.id)], phones: [`+${chat.phone}`] },
        },
        sending,
      ),
    result: receiptSchema,
    works: async ({ world, demo, client, contact, list, chat }, receipt) => {
      const members = world.contacts.rows.filter(({ listIds, blocked }) => listIds.includes(list.id) && !blocked);
      const expected = new Set([chat.phone, contact.phone, ...members.map(({ phone }) => phone)]);
      const sent = world.outbound.rows.filter(({ sessionId }) => sessionId === receipt.sessionId);
      expect(sent.map(({ receiver }) => receiver).sort()).toEqual([...expected].sort());
      expect(sent.find(({ receiver }) => receiver === contact.phone)).toMatchObject({
        text: `Hi ${contact.firstName}`,
        sender: 'NORTHGATE',
      });
      const many = await client.sendMessage({ ...common, text: 'All', phones: listNumbers(1_001) }, sending);
      expect(many).toMatchObject({ type: 'bulk', bulkId: world.bulks.rows.at(-1)?.id, sessionId: null });
      expect(demo.seen.map(({ status }) => status)).toContain(202);
    },
    refusals: {
      400: (client, { chat }) => client.sendMessage({ ...common, text: ' ', phones: [chat.phone] }, sending),
    },
  }),
];
