import type { SessionView } from '#shared/contract/index.ts';
import { checkServiceAddress, guessWebUrl } from '#shared/domain/service-address.ts';
import { errors } from '#renderer/lib/words/errors.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { SignInField, SignInProblem } from '#renderer/lib/problems.ts';
import { toAddressText, toSignInProblem } from '#renderer/lib/problems.ts';
import type { Session } from '#renderer/app/session.svelte.ts';

/** The part of the session that the form knows. */
type Entrance = Pick<Session, 'signIn' | 'startDemo'>;

/** What is typed on the sign-in screen, and what came of it. */
export class SessionForm {
  #baseUrl = $state('');
  #typedWebUrl = $state<string | null>(null);
  username = $state('');
  apiKey = $state('');
  isKeyShown = $state(false);
  /** What a person chose, where this computer gives the choice. */
  keepsKey = $state(true);
  #problem = $state<SignInProblem | null>(null);
  #busy = $state<'sign-in' | 'demo' | null>(null);
  readonly #session: Entrance;
  readonly #texts: Translator;

  /** `known` prefills what this computer knows of the account whose key is needed. */
  constructor(session: Entrance, texts: Translator, known: SessionView | null) {
    this.#session = session;
    this.#texts = texts;
    this.#baseUrl = known?.baseUrl ?? '';
    this.#typedWebUrl = known?.webUrl ?? null;
    this.username = known?.username ?? '';
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  set baseUrl(typed: string) {
    this.#baseUrl = typed;
  }

  /** Guessed from the service address as long as nobody typed one; emptied, it is guessed again. */
  get webUrl(): string {
    return this.#typedWebUrl ?? guessWebUrl(this.#baseUrl);
  }

  set webUrl(typed: string) {
    this.#typedWebUrl = typed;
  }

  get problem(): SignInProblem | null {
    return this.#problem;
  }

  get busy(): 'sign-in' | 'demo' | null {
    return this.#busy;
  }

  /** The sentence under that field. */
  findError(field: SignInField): string | null {
    return this.#problem?.field === field ? this.#problem.text : null;
  }

  /** Where a new key is made, when that is what is needed. */
  findKeyUrl(): string | null {
    const web = checkServiceAddress(this.webUrl);
    return this.#problem?.needsNewKey === true && web.ok ? web.url : null;
  }

  /** An emptied web address is a wish for the guess, but only once the person has left the field. */
  leaveWebUrl(): void {
    if (this.#typedWebUrl?.trim() === '') this.#typedWebUrl = null;
  }

  /** Checks, then asks the service. Ends with `problem` set, or with the session changed. */
  async submit(keepsKey = this.keepsKey): Promise<void> {
    if (this.#busy !== null) return;
    const base = checkServiceAddress(this.#baseUrl);
    const web = checkServiceAddress(this.webUrl);
    this.#problem = this.#findFault();
    if (this.#problem !== null || !base.ok || !web.ok) return;
    const { username, apiKey } = this;
    const who = { username: username.trim(), apiKey: apiKey.trim() };
    const input = { baseUrl: base.url, webUrl: web.url, ...who, keepsKey };
    await this.#run('sign-in', () => this.#session.signIn(input), base.url.replace(/^https?:\/\//, ''));
  }

  /** Opens the embedded demo. */
  async startDemo(): Promise<void> {
    if (this.#busy !== null) return;
    this.#problem = null;
    await this.#run('demo', () => this.#session.startDemo(), '');
  }

  #findFault(): SignInProblem | null {
    const texts = this.#texts;
    const fault = (field: SignInField, text: string): SignInProblem => ({ field, text, needsNewKey: false });
    const base = checkServiceAddress(this.#baseUrl);
    const web = checkServiceAddress(this.webUrl);
    if (this.#baseUrl.trim() === '') return fault('baseUrl', texts.text(errors.addressMissing));
    if (!base.ok) return fault('baseUrl', toAddressText(base.fault, texts));
    if (!web.ok) return fault('webUrl', toAddressText(web.fault, texts));
    if (this.username.trim() === '') return fault('username', texts.text(errors.usernameMissing));
    if (this.apiKey.trim() === '') return fault('apiKey', texts.text(errors.keyMissing));
    return null;
  }

  async #run(busy: 'sign-in' | 'demo', act: () => ReturnType<Entrance['signIn']>, host: string): Promise<void> {
    this.#busy = busy;
    const reply = await act();
    this.#busy = null;
    if (reply.ok) this.apiKey = '';
    else this.#problem = toSignInProblem(reply.error, host, this.#texts);
  }
}
