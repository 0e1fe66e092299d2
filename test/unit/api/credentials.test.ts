import { describe, expect, it } from 'vitest';
import { createAuthorizer } from '#main/api/credentials.ts';

const ORIGIN = 'https://rest.example';
const own = new URL(`${ORIGIN}/api/v2/ping`);
const credentials = { username: ' northgate ', apiKey: 'k3y\n' };

describe('createAuthorizer', () => {
  it('uses the two headers first, without the blanks of a paste', () => {
    expect(createAuthorizer(ORIGIN, credentials).headersFor(own)).toEqual({
      'x-tm-username': 'northgate',
      'x-tm-key': 'k3y',
    });
  });

  it('uses Basic when told', () => {
    const authorizer = createAuthorizer(ORIGIN, credentials);
    authorizer.use('basic');
    expect(authorizer.headersFor(own)).toEqual({ authorization: `Basic ${btoa('northgate:k3y')}` });
    expect(createAuthorizer(ORIGIN, credentials, 'basic').form).toBe('basic');
  });

  it.each([
    'https://evil.example/api/v2/ping',
    'http://rest.example/api/v2/ping',
    'https://rest.example:444/',
    'https://rest.example.evil/',
  ])('API-7: gives nothing to %s', (href) => {
    expect(createAuthorizer(ORIGIN, credentials).headersFor(new URL(href))).toEqual({});
    expect(createAuthorizer(ORIGIN, credentials, 'basic').headersFor(new URL(href))).toEqual({});
  });

  it('takes the form that encodes for what a header cannot carry', () => {
    const authorizer = createAuthorizer(ORIGIN, { username: 'müller', apiKey: 'a\r\nb' });
    authorizer.use('headers');
    expect(authorizer.form).toBe('basic');
    expect(Object.values(authorizer.headersFor(own)).join()).toMatch(/^Basic [A-Za-z0-9+/=]+$/);
  });
});
