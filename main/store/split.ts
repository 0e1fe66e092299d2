/** Cuts large commits of sync into small ones, so that what a person does never waits for hundreds of rows. */
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
    case 'commitMessages': {
      const { messages, source, ...end } = call.input;
      return toSlices(messages).map((slice, index, slices) => {
        const isLast = index === slices.length - 1;
        return { name: call.name, input: { messages: slice, source, ...(isLast ? end : {}) } };
      });
    }
    default:
      return [call];
  }
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
    };
  }
  return undefined;
}
