/** API-9: whatever the service answers, a decoder gives a typed value or says that it cannot; it never throws. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decodeAccount, decodePing } from '#main/api/wire/account/account.ts';
import { decodeChatMessage } from '#main/api/wire/chats/chat-message.ts';
import { decodeChat, decodeUnreadTotal } from '#main/api/wire/chats/chat.ts';
import { decodeContact } from '#main/api/wire/people/contact.ts';
import { readErrorBody } from '#main/api/wire/error-body.ts';
import { decodeList } from '#main/api/wire/people/list.ts';
import { decodeOutboundMessage, decodeReply } from '#main/api/wire/messages/message.ts';
import { decodePage } from '#main/api/wire/page.ts';
import { decodeReceipt } from '#main/api/wire/messages/receipt.ts';
import { decodeSession } from '#main/api/wire/messages/session.ts';
import type { RowResult } from '#main/api/wire/schema.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  accountSchema,
  chatSchema,
  contactSchema,
  listSchema,
  messageSchema,
  pageOf,
  pingSchema,
  receiptSchema,
  serviceSendSchema,
} from '../support/entity-schemas.ts';
import { readFixture } from '../support/fixtures.ts';
import { mutationsOf } from '../support/mutate.ts';

const RUNS = { numRuns: 400 };

interface Case {
  readonly fixture: string;
  readonly decode: (row: unknown) => RowResult<unknown>;
  readonly schema: v.GenericSchema;
}

const ROWS: readonly Case[] = [
  { fixture: 'sdk/ping', decode: decodePing, schema: pingSchema },
  { fixture: 'sdk/user', decode: decodeAccount, schema: accountSchema },
  { fixture: 'sdk/chat', decode: decodeChat, schema: chatSchema },
  { fixture: 'sdk/chats-unread-count', decode: decodeUnreadTotal, schema: v.pipe(v.number(), v.safeInteger()) },
  { fixture: 'sdk/message', decode: decodeOutboundMessage, schema: messageSchema },
  { fixture: 'sdk/reply', decode: decodeReply, schema: messageSchema },
  { fixture: 'sdk/contact', decode: decodeContact, schema: contactSchema },
  { fixture: 'odd/contact-fields-py-sdk', decode: decodeContact, schema: contactSchema },
  { fixture: 'sdk/list', decode: decodeList, schema: listSchema },
  { fixture: 'sdk/session', decode: decodeSession, schema: serviceSendSchema },
  { fixture: 'sdk/send-one', decode: decodeReceipt, schema: receiptSchema },
];

const phone = toPhoneKey('447700900318');
const PAGES: readonly Case[] = [
  { fixture: 'sdk/chats', decode: decodeChat, schema: chatSchema },
  { fixture: 'spec/chats', decode: decodeChat, schema: chatSchema },
  { fixture: 'sdk/chat-messages', decode: (row) => decodeChatMessage(row, phone), schema: messageSchema },
  { fixture: 'odd/chat-messages-quirks', decode: (row) => decodeChatMessage(row, phone), schema: messageSchema },
  { fixture: 'sdk/messages', decode: decodeOutboundMessage, schema: messageSchema },
  { fixture: 'sdk/session-messages', decode: decodeOutboundMessage, schema: messageSchema },
  { fixture: 'sdk/sessions', decode: decodeSession, schema: serviceSendSchema },
  { fixture: 'sdk/replies', decode: decodeReply, schema: messageSchema },
  { fixture: 'sdk/contacts', decode: decodeContact, schema: contactSchema },
  { fixture: 'sdk/lists', decode: decodeList, schema: listSchema },
];

/** Field names and positions: nothing that the answer could have put there. */
const SAFE_PATH = /^(resources\.\d+\.)?[a-zA-Z]*$/;

describe('decoders of rows', () => {
  it.each(ROWS)('give a typed value of a mutated $fixture or name the field', ({ fixture, decode, schema }) => {
    fc.assert(
      fc.property(mutationsOf(readFixture(fixture).body), (mutated) => {
        const result = decode(mutated);
        if (result.isOk) expect(v.safeParse(schema, result.value).issues).toBeUndefined();
        else expect(result.path).toMatch(SAFE_PATH);
      }),
      RUNS,
    );
  });
});

describe('decoders of pages', () => {
  it.each(PAGES)('give a typed page of a mutated $fixture or none', ({ fixture, decode, schema }) => {
    const page = pageOf(schema);
    fc.assert(
      fc.property(mutationsOf(readFixture(fixture).body), (mutated) => {
        const decoded = decodePage(mutated, { page: 1, limit: 100 }, decode);
        if (decoded === null) return;
        expect(v.safeParse(page, decoded.page).issues).toBeUndefined();
        for (const path of decoded.badPaths) expect(path).toMatch(SAFE_PATH);
      }),
      RUNS,
    );
  });
});

describe('readErrorBody', () => {
  it('reads whatever words a mutated error body holds', () => {
    const schema = v.strictObject({
      code: v.nullable(v.pipe(v.number(), v.finite())),
      common: v.array(v.string()),
      fields: v.record(v.string(), v.array(v.string())),
    });
    fc.assert(
      fc.property(mutationsOf(readFixture('spec/errors/400-fields').body), (mutated) => {
        expect(v.safeParse(schema, readErrorBody(mutated)).issues).toBeUndefined();
      }),
      RUNS,
    );
  });
});
