/** What the service itself sends about incoming messages and the balance (supplement 1.9). All throw AppError. */
import type {
  BalanceNotification,
  BalanceThreshold,
  DesktopNotification,
  InboundNotification,
} from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { FeatureRequest, Service } from '../../service.ts';
import {
  decodeBalanceNotification,
  decodeInboundNotification,
  decodeThresholds,
  toEmailFields,
} from '../../wire/account/settings.ts';

const feature = 'notification-settings';

/**
 * `GET /user/notification/inbound`: e-mails about incoming messages. @throws AppError `not-found` where the service has
 * no such settings (then remembered)
 */
export function getInboundNotification(service: Service, options: CallOptions): Promise<InboundNotification> {
  return service.getRow(
    { ...toGet('/user/notification/inbound'), absence: 'always' },
    decodeInboundNotification,
    options,
  );
}

/** `PUT /user/notification/inbound`; at most three addresses. @throws AppError `validation` with fields */
export async function setInboundNotification(
  service: Service,
  query: Omit<InboundNotification, 'isOnForCalls'>,
  options: CallOptions,
): Promise<void> {
  const body = {
    inboundMessageNotification: query.isOn,
    includeSmsHistory: query.withHistory,
    sendInHtmlFormat: query.asHtml,
    ...toEmailFields(query.emails),
  };
  await service.write(toPut('/user/notification/inbound', body), options);
}

/** `GET /user/notification/balance`: a warning when the balance falls low. @throws AppError */
export function getBalanceNotification(service: Service, options: CallOptions): Promise<BalanceNotification> {
  return service.getRow(toGet('/user/notification/balance'), decodeBalanceNotification, options);
}

/**
 * `PUT /user/notification/balance`. The threshold is read as a number and written as text; null leaves the one that is
 * set. At most three addresses.
 * @throws AppError `validation` with fields
 */
export async function setBalanceNotification(
  service: Service,
  query: BalanceNotification,
  options: CallOptions,
): Promise<void> {
  const body = {
    lowBalanceNotification: query.isOn,
    ...(query.threshold === null ? {} : { alertBalance: String(query.threshold) }),
    alertPhone: query.phone ?? '',
    ...toEmailFields(query.emails),
  };
  await service.write(toPut('/user/notification/balance', body), options);
}

/** `GET /user/notification/balance/bundles`: the thresholds on offer, lowest first. @throws AppError */
export function listBalanceThresholds(service: Service, options: CallOptions): Promise<readonly BalanceThreshold[]> {
  return service.getRow(toGet('/user/notification/balance/bundles'), decodeThresholds, options);
}

/** `PUT /user/desktop/notification`: what the service's own web page does. Nothing reads it back. @throws AppError */
export async function setDesktopNotification(
  service: Service,
  query: DesktopNotification,
  options: CallOptions,
): Promise<void> {
  const { playsSound, isShown, showsText, soundId } = query;
  const body = { playSound: playsSound, showNotifications: isShown, showText: showsText, soundId };
  await service.write(toPut('/user/desktop/notification', body), options);
}

function toGet(path: string): FeatureRequest {
  return { row: `GET ${path}`, method: 'GET', path, feature };
}

function toPut(path: string, body: Readonly<Record<string, unknown>>): FeatureRequest {
  return { row: `PUT ${path}`, method: 'PUT', path, body, feature };
}
