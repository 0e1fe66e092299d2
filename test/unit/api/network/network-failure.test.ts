import { describe, expect, it } from 'vitest';
import { ExchangeEnded, toNetworkError } from '#main/api/network/network-failure.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('x'), { code });
}

describe('toNetworkError', () => {
  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_PRX_CONN',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ECONNRESET',
  ])('takes %s before the first byte for surely not accepted', (code) => {
    const error = withCode(code);
    expect(toNetworkError({ row: 'POST /messages', error, hasStarted: false })).toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
      retryable: true,
      cause: error,
    });
  });

  it.each([
    'ECONNRESET',
    'UND_ERR_SOCKET',
    'EPIPE',
    'ETIMEDOUT',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  ])('takes %s after the first byte for unknown, whatever the code suggests', (code) => {
    expect(toNetworkError({ row: 'POST /messages', error: withCode(code), hasStarted: true })).toMatchObject({
      code: 'offline',
      outcome: 'unknown',
    });
  });

  it.each([
    [new ExchangeEnded('timeout', 'x'), 'timeout'],
    [new ExchangeEnded('cancelled', 'x'), 'cancelled'],
    [withCode('UND_ERR_DESTROYED'), 'cancelled'],
  ])('tells by the first byte what %s leaves open', (error, code) => {
    expect(toNetworkError({ row: 'POST /messages', error, hasStarted: false })).toMatchObject({
      code,
      outcome: 'not-accepted',
    });
    expect(toNetworkError({ row: 'POST /messages', error, hasStarted: true })).toMatchObject({
      code,
      outcome: 'unknown',
    });
  });

  it.each([
    withCode('HPE_INVALID_CONSTANT'),
    withCode('Z_DATA_ERROR'),
    withCode('ERR_BUFFER_TOO_LARGE'),
    new ExchangeEnded('too-large', 'x'),
  ])('takes an answer that cannot be read for a bad one: %s', (error) => {
    expect(toNetworkError({ row: 'GET /chats', error, hasStarted: true })).toMatchObject({
      code: 'bad-response',
      outcome: 'unknown',
    });
  });

  it('names the first of several attempts', () => {
    const error = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
    expect(toNetworkError({ row: 'GET /ping', error, hasStarted: false }).message).toBe(
      'GET /ping failed on the network (ECONNREFUSED)',
    );
  });
});
