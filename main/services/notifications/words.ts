/** What notifications and the number on the icon say. */

export const words = {
  app: 'Switchboard',
  test: 'New texts will look like this',
  reply: 'Reply',
  openToReply: 'Open to reply',
  read: 'Mark as read',
  /** As macOS writes buttons. */
  readOnMac: 'Mark as Read',
  newTexts: (count: number): string => (count > 1 ? `${String(count)} new texts` : 'New text'),
  unreadChats: (count: number): string => `${String(count)} unread ${count === 1 ? 'chat' : 'chats'}`,
  unreadTexts: (count: number): string => `${String(count)} unread ${count === 1 ? 'text' : 'texts'}`,
  /** `name`: '' where the user wants no names shown. */
  keptAsDraft: (name: string): string =>
    `Your reply${name === '' ? '' : ` to ${name}`} wasn’t sent. We saved it as a draft.`,
  /** Whose chat it is cannot be opened now: the words of the user are nowhere else. */
  notKept: (text: string): string => `Your reply wasn’t sent or saved as a draft. You wrote: ${text}`,
  otherAccount: (text: string): string =>
    `Your reply wasn’t sent because that chat’s account isn’t open. You wrote: ${text}`,
} as const;

interface FileWords {
  readonly one: string;
  readonly many: string;
}

const FILE_WORDS: Readonly<Record<string, FileWords>> = {
  image: { one: 'Picture', many: 'pictures' },
  video: { one: 'Video', many: 'videos' },
  audio: { one: 'Audio', many: 'audio files' },
};
const OTHER_FILES: FileWords = { one: 'File', many: 'files' };

/** What came without a word: `Photo`, `2 files`. */
export function toFilesText(mimeTypes: readonly string[]): string {
  if (mimeTypes.length === 0) return 'No text';
  const kinds = new Set(mimeTypes.map((type) => type.split('/')[0] ?? ''));
  const [kind = ''] = kinds;
  const { one, many } = (kinds.size === 1 ? FILE_WORDS[kind] : undefined) ?? OTHER_FILES;
  return mimeTypes.length === 1 ? one : `${String(mimeTypes.length)} ${many}`;
}
