import type { Migration } from '../../migrate.ts';

const DAY_MS = 86_400_000;
/** In stretches of so many days, counted from 1970, chats are counted: a long list has a few dozen of either length. */
const LENGTHS = [30, 1] as const;

type Side = 'old' | 'new';
type Length = (typeof LENGTHS)[number];

const toKey = (side: Side, days: Length): string =>
  `${side}.shelf, ${days}, ${side}.is_pinned, ${side}.sort_at / ${days * DAY_MS}`;
const toCounts = (side: Side): string =>
  `1, ${side}.unread_count > 0, ${side}.unread_count > 0 AND ${side}.is_muted = 0,
    iif(${side}.is_muted = 0, ${side}.unread_count, 0)`;
const toInsertSql = (days: Length): string => `
  INSERT INTO chat_counts (shelf, days, is_pinned, number, chats, unread_chats, loud_chats, loud_messages)
  VALUES (${toKey('new', days)}, ${toCounts('new')})
  ON CONFLICT (shelf, days, is_pinned, number) DO UPDATE SET
    chats = chats + 1,
    unread_chats = unread_chats + excluded.unread_chats,
    loud_chats = loud_chats + excluded.loud_chats,
    loud_messages = loud_messages + excluded.loud_messages;`;
const toTakeSql = (days: Length): string => `
  UPDATE chat_counts SET (chats, unread_chats, loud_chats, loud_messages) = (
    SELECT chats - column1, unread_chats - column2, loud_chats - column3, loud_messages - column4
    FROM (VALUES (${toCounts('old')})))
  WHERE (shelf, days, is_pinned, number) = (${toKey('old', days)});`;
const toFillSql = (days: Length): string => `
  INSERT INTO chat_counts (shelf, days, is_pinned, number, chats, unread_chats, loud_chats, loud_messages)
  SELECT shelf, ${days}, is_pinned, sort_at / ${days * DAY_MS}, count(*), sum(unread_count > 0),
    sum(unread_count > 0 AND is_muted = 0), sum(iif(is_muted = 0, unread_count, 0))
  FROM chats GROUP BY 1, 3, 4;`;
const toCounted = (side: Side): string => `${toKey(side, 1)}, ${side}.unread_count, ${side}.is_muted`;

const ADD = LENGTHS.map(toInsertSql).join('');
const TAKE = LENGTHS.map(toTakeSql).join('');

/**
 * How many chats there are of each shelf, pinned or not, by the time of their place in the list: so a window deep in a
 * long list is found, and the list is counted, without a walk through it. Triggers keep it, because chats are written in
 * many places. Loud: not muted. Mutes that have ended are found by an index of just those.
 */
export const chatCounts: Migration = {
  id: 11,
  name: '0011-chat-counts',
  up: (db) => {
    db.exec(`
      CREATE TABLE chat_counts (
        shelf INTEGER NOT NULL,
        days INTEGER NOT NULL CHECK (days IN (${LENGTHS.join(', ')})),
        is_pinned INTEGER NOT NULL,
        number INTEGER NOT NULL,
        chats INTEGER NOT NULL,
        unread_chats INTEGER NOT NULL,
        loud_chats INTEGER NOT NULL,
        loud_messages INTEGER NOT NULL,
        PRIMARY KEY (shelf, days, is_pinned DESC, number DESC)
      ) STRICT, WITHOUT ROWID;
      ${LENGTHS.map(toFillSql).join('')}
      CREATE TRIGGER chat_counted AFTER INSERT ON chats BEGIN ${ADD} END;
      CREATE TRIGGER chat_uncounted AFTER DELETE ON chats BEGIN ${TAKE} END;
      CREATE TRIGGER chat_recounted AFTER UPDATE OF shelf, is_pinned, sort_at, unread_count, is_muted ON chats
      WHEN (${toCounted('old')}) IS NOT (${toCounted('new')}) BEGIN ${TAKE} ${ADD} END;
      CREATE INDEX chats_muted_for_a_while ON chats (shelf, muted_until, unread_count)
        WHERE is_muted = 1 AND muted_until IS NOT NULL AND unread_count > 0;
    `);
  },
};
