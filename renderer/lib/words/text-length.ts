import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** How long a text is, under the field that it is written in. */
export const textLength = defineMessages({
  used: '{used} / {room}',
  parts: plural({ one: '{count} part', other: '{count} parts' }),
  partsHint: 'A long text is sent in parts, which the phone puts back together. Each part is charged as one text.',
});
