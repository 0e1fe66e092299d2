/** Cases of what the service itself sends about incoming messages and the balance. */
import { expect } from 'vitest';
import {
  balanceNotificationSchema,
  inboundNotificationSchema,
  thresholdsSchema,
} from '#test/unit/api/support/account-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';

const user = { priority: 'user' } as const;

const INBOUND = { isOn: false, withHistory: false, asHtml: true, emails: ['desk@northgate.example'] };
const BALANCE = { isOn: true, threshold: 12.5, phone: '447700900003', emails: ['a@b.example', 'c@d.example'] };
const DESKTOP = { playsSound: false, isShown: true, showsText: false, soundId: 3 };

export const notificationCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /user/notification/inbound',
    fixture: 'notification-inbound',
    request: () => ({ path: '/user/notification/inbound' }),
    call: (client) => client.getInboundNotification(user),
    result: inboundNotificationSchema,
    works: ({ world }, settings) => {
      const { inbound } = world.data.settings;
      expect(settings).toEqual({
        ...{ isOn: inbound.inboundMessageNotification, isOnForCalls: inbound.forwardedCallNotification },
        ...{ withHistory: inbound.includeSmsHistory, asHtml: inbound.sendInHtmlFormat, emails: [inbound.alertEmail1] },
      });
    },
  }),
  toCase({
    row: 'PUT /user/notification/inbound',
    fixture: 'notification-inbound-put',
    request: () => ({ path: '/user/notification/inbound', body: { includeSmsHistory: false } }),
    call: (client) => client.setInboundNotification(INBOUND, user),
    result: null,
    works: async ({ client, world }) => {
      expect(world.data.settings.inbound).toMatchObject({ alertEmail1: 'desk@northgate.example', alertEmail2: '' });
      expect(await client.getInboundNotification(user)).toEqual({ ...INBOUND, isOnForCalls: false });
    },
    refusals: { 400: (client) => client.setInboundNotification({ ...INBOUND, emails: ['nobody'] }, user) },
  }),
  toCase({
    row: 'GET /user/notification/balance',
    fixture: 'notification-balance',
    request: () => ({ path: '/user/notification/balance' }),
    call: (client) => client.getBalanceNotification(user),
    result: balanceNotificationSchema,
    works: ({ world }, settings) => {
      const { balance } = world.data.settings;
      expect(settings).toEqual({
        ...{ isOn: true, threshold: balance.alertBalance, phone: balance.alertPhone, emails: [balance.alertEmail1] },
      });
    },
  }),
  toCase({
    row: 'PUT /user/notification/balance',
    fixture: 'notification-balance-put',
    request: () => ({ path: '/user/notification/balance', body: { alertBalance: '50' } }),
    call: (client) => client.setBalanceNotification(BALANCE, user),
    result: null,
    works: async ({ client }) => {
      expect(await client.getBalanceNotification(user)).toEqual(BALANCE);
      await client.setBalanceNotification({ isOn: false, threshold: null, phone: null, emails: [] }, user);
      expect(await client.getBalanceNotification(user)).toEqual({
        ...{ isOn: false, threshold: BALANCE.threshold, phone: null, emails: [] },
      });
    },
    refusals: { 400: (client) => client.setBalanceNotification({ ...BALANCE, threshold: -1 }, user) },
  }),
  toCase({
    row: 'GET /user/notification/balance/bundles',
    fixture: 'notification-balance-bundles',
    request: () => ({ path: '/user/notification/balance/bundles' }),
    call: (client) => client.listBalanceThresholds(user),
    result: thresholdsSchema,
    works: (_scene, thresholds) => {
      expect(thresholds.map(({ amount }) => amount)).toEqual([1, 2, 3, 5, 10, 20, 30, 50, 100, 500, 1_000]);
      expect(thresholds.at(-1)).toEqual({ amount: 1_000, label: '£1,000' });
    },
  }),
  toCase({
    row: 'PUT /user/desktop/notification',
    fixture: 'desktop-notification-put',
    request: () => ({ path: '/user/desktop/notification', body: { playSound: true, soundId: 3 } }),
    call: (client) => client.setDesktopNotification(DESKTOP, user),
    result: null,
    works: ({ world }) => {
      const { playsSound, isShown, showsText, soundId } = DESKTOP;
      const kept = { playSound: playsSound, showNotifications: isShown, showText: showsText, soundId };
      expect(world.data.settings.desktop).toEqual(kept);
    },
    refusals: { 400: (client) => client.setDesktopNotification({ ...DESKTOP, soundId: -1 }, user) },
  }),
];
