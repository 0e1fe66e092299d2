import { describe, expect, it } from 'vitest';
import {
  parseNotificationId,
  toNotificationId,
  toTopicAccount,
  toUnsentId,
} from '#main/services/notifications/notification-id.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

describe('ids of notifications', () => {
  it.each(['447700900318', 'kwikpet', 'a/b&c=d', 'größe'])('tell of account and number: %s', (phone) => {
    const topic = { accountId: 'abc', phone: toPhoneKey(phone) };
    expect(parseNotificationId(toNotificationId(topic))).toEqual(topic);
    expect(parseNotificationId(toUnsentId(topic))).toEqual(topic);
    expect(toUnsentId(topic)).not.toBe(toNotificationId(topic));
  });

  it('are short enough for Windows with a number', () => {
    const topic = { accountId: 'a'.repeat(20), phone: toPhoneKey('4'.repeat(15)) };
    expect(toUnsentId(topic).length).toBeLessThanOrEqual(64);
  });

  it.each(['', 'test', '/', 'abc/', '/447700900318', 'abc/447700900318/other', 'abc/%', 'abc/+44', 'abc/1/unsent/2'])(
    'are of no chat otherwise: %s',
    (id) => {
      expect(parseNotificationId(id)).toBeNull();
    },
  );

  it('name the demo, which has no id', () => {
    expect(toTopicAccount(null)).toBe('demo');
    expect(toTopicAccount('abc')).toBe('abc');
  });
});
