/** Cuts large commits of sync into small ones, so that what a person does never waits for hundreds of rows. */
import type { CollectionRows } from '#shared/domain/collections.ts';
import type { StoreCommands } from './api.ts';
import type { CommandCall } from './protocol.ts';

/** Rows of one transaction. */
export const ROWS_PER_PART = 100;

/** The parts of a call, in order. What must move with the last of its rows (cursor, completeness) is in the last part. */
export function toParts(call: CommandCall): CommandCall[] {
  switch (call.name) {
    case 'commitChats':
      return toSlices(call.input.chats).map((chats) => ({ name: call.name, input: { chats } }));
    case 'commitContacts':
      return toSlices(call.input.contacts).map((contacts) => ({ name: call.name, input: { contacts } }));
    case 'commitLists':
      return toSlices(call.input.lists).map((lists) => ({ name: call.name, input: { lists } }));
    case 'commitRows':
      return toSlices<CollectionRows['rows'][number]>(call.input.rows).map((rows) => {
        // A slice of rows of one collection holds rows of that collection.
        return { name: call.name, input: { name: call.input.name, rows } as CollectionRows };
      });
    case 'removeRows': {
      const { name, ids } = call.input;
      return toSlices(ids).map((slice) => ({ name: call.name, input: { name, ids: slice } }));
    }
    case 'setListMembers':
      return call.input.between === undefined ? toMemberParts(call.input) : [call];
    case 'commitMessages':
      return toMessageParts(call.input);
    case 'removeMessages':
      return toSlices(call.input.keys).map((keys) => ({ name: call.name, input: { keys } }));
    case 'removeChats':
      return toSlices(call.input.chatIds).map((chatIds) => ({ name: call.name, input: { chatIds } }));
    default:
      return [call];
  }
}

function toMessageParts(input: StoreCommands['commitMessages']['input']): CommandCall[] {
  const { messages, source, feed: _feed, completeChatId: _chatId, covers, readMarks: _marks, ...each } = input;
  return toSlices(messages).map((slice, index, slices) => {
    if (index < slices.length - 1) return { name: 'commitMessages', input: { messages: slice, source, ...each } };
    // What the answer left out shows only beside all of it.
    const keys = covers === undefined || index === 0 ? {} : { keys: messages.map(({ key }) => key) };
    return { name: 'commitMessages', input: { ...input, messages: slice, ...keys } };
  });
}

/** Each part says who of all that stand between two ids is a member: so they say together what the whole call said. */
function toMemberParts({ listId, contactIds }: StoreCommands['setListMembers']['input']): CommandCall[] {
  const sorted = [...new Set(contactIds)].sort((a, b) => a - b);
  return toSlices(sorted).map((slice, index, slices) => {
    const afterId = slices[index - 1]?.at(-1) ?? null;
    const upToId = index === slices.length - 1 ? null : (slice.at(-1) ?? null);
    return { name: 'setListMembers', input: { listId, contactIds: slice, between: { afterId, upToId } } };
  });
}

/** At least one slice, so that a cursor without rows is written too. */
function toSlices<Row>(rows: readonly Row[]): (readonly Row[])[] {
  if (rows.length <= ROWS_PER_PART) return [rows];
  const count = Math.ceil(rows.length / ROWS_PER_PART);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_PER_PART, (index + 1) * ROWS_PER_PART));
}

type Output<Name extends keyof StoreCommands> = StoreCommands[Name]['output'];

/** The answer to the whole call from the answers to its parts. */
export function toWholeOutput(name: CommandCall['name'], outputs: readonly unknown[]): unknown {
  if (outputs.length === 1) return outputs[0];
  if (name === 'commitChats') {
    const parts = outputs as readonly Output<'commitChats'>[];
    return { changedIds: [...new Set(parts.flatMap((part) => part.changedIds))] };
  }
  if (name === 'commitMessages') {
    const parts = outputs as readonly Output<'commitMessages'>[];
    return {
      newKeys: parts.flatMap((part) => part.newKeys),
      phonesWithoutChat: [...new Set(parts.flatMap((part) => part.phonesWithoutChat))],
      isChanged: parts.some((part) => part.isChanged),
      missingKeys: parts.flatMap((part) => part.missingKeys),
      contestedKeys: [...new Set(parts.flatMap((part) => part.contestedKeys))],
    };
  }
  if (name === 'removeMessages') {
    const parts = outputs as readonly Output<'removeMessages'>[];
    return { removedCount: parts.reduce((sum, part) => sum + part.removedCount, 0) };
  }
  return undefined;
}
