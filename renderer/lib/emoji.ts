/** Emoji by name, for the picker of the composer: their data is part of the app, so that it works offline. */

/** One emoji, as it is shown and found. */
export interface Emoji {
  readonly unicode: string;
  readonly label: string;
  /** Label and tags in small letters, a space before each word. */
  readonly words: string;
  readonly group: number;
}

/** Parts of people's faces and hands, which are no emoji of their own. */
const COMPONENTS = 2;
const MOST_RECENT = 16;

/** All of them in their usual order; read once. Rejects where the file of the app is gone. */
export async function loadEmoji(): Promise<readonly Emoji[]> {
  const { default: all } = await import('emojibase-data/en-gb/compact.json');
  return all
    .flatMap(({ unicode, label, tags = [], group, order }) =>
      group === undefined || order === undefined || group === COMPONENTS
        ? []
        : [{ unicode, label, tags, group, order }],
    )
    .sort((one, other) => one.order - other.order)
    .map(({ unicode, label, tags, group }) => ({
      ...{ unicode, label, group },
      words: ` ${[label, ...tags]
        .join(' ')
        .toLowerCase()
        .replaceAll(/[-_:,]+/g, ' ')}`,
    }));
}

/** Those of which a word begins with each word of the query; names that begin with it first. */
export function findEmoji(all: readonly Emoji[], query: string): readonly Emoji[] {
  const words = query
    .toLowerCase()
    .split(/[\s:_-]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return all;
  const found = all.filter((emoji) => words.every((word) => emoji.words.includes(` ${word}`)));
  const text = words.join(' ');
  const isNamed = ({ label }: Emoji): boolean => label.toLowerCase().startsWith(text);
  return [...found.filter(isNamed), ...found.filter((emoji) => !isNamed(emoji))];
}

const KEY = 'switchboard.emoji';

/** Those that were used last on this computer, the last first. */
export function readRecent(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

export function noteRecent(storage: Pick<Storage, 'getItem' | 'setItem'>, unicode: string): void {
  const recent = [unicode, ...readRecent(storage).filter((one) => one !== unicode)].slice(0, MOST_RECENT);
  storage.setItem(KEY, JSON.stringify(recent));
}
