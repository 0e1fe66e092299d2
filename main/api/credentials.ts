/** Who we are to the service. Secrets: they leave this file only as headers to the service's own origin. */
export interface Credentials {
  readonly username: string;
  readonly apiKey: string;
}

/** The two ways in which the service takes them. */
export type AuthForm = 'headers' | 'basic';

/** Adds the credentials to requests that go to the service, and to nobody else. */
export interface Authorizer {
  readonly form: AuthForm;
  use(form: AuthForm): void;
  headersFor(url: URL): Readonly<Record<string, string>>;
}

/** The bytes that a header may carry untouched; anything else goes as Basic, which encodes. */
const PLAIN = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** Makes the authorizer of one account. The specification's own header form comes first unless `form` says otherwise. */
export function createAuthorizer(origin: string, credentials: Credentials, form: AuthForm = 'headers'): Authorizer {
  const username = credentials.username.trim();
  const apiKey = credentials.apiKey.trim();
  const isPlain = PLAIN.test(username) && PLAIN.test(apiKey);
  const basic = `Basic ${Buffer.from(`${username}:${apiKey}`, 'utf8').toString('base64')}`;
  let current: AuthForm = isPlain ? form : 'basic';
  return {
    get form() {
      return current;
    },
    use(next) {
      current = isPlain ? next : 'basic';
    },
    headersFor(url): Readonly<Record<string, string>> {
      if (url.origin !== origin) return {};
      return current === 'basic' ? { authorization: basic } : { 'x-tm-username': username, 'x-tm-key': apiKey };
    },
  };
}
