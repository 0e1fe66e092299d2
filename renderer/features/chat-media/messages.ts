import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** Pictures, files and links of one chat. */
export const media = defineMessages({
  pictures: 'Pictures',
  files: 'Files',
  links: 'Links',
  picturesTitle: 'Pictures in the chat with {name}',
  filesTitle: 'Files in the chat with {name}',
  linksTitle: 'Links in the chat with {name}',
  showAll: plural({ one: 'Show all {count}', other: 'Show all {count}' }),
  showMore: 'Show all',
  load: 'Show pictures',
  older: 'Show older',
  inChat: 'Show in chat',
  inChatOf: 'Show {name} in chat',
  picture: 'Picture, {time}',
  file: 'File',
  failed: 'Pictures, files and links didn’t load.',
  tryAgain: 'Try again',
  close: 'Close',
  noteAndTime: '{note} · {time}',
});
