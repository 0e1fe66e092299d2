import type { App, TextForLater } from '#renderer/app/app.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import { STARTS } from '#renderer/app/routes.ts';
import { ScheduleChoice, type SaveOutcome } from '#renderer/features/schedule-picker/schedule-choice.svelte.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toScheduleSentence, toZonePlace } from '#renderer/lib/schedule-text.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { resolveTime, toUtcOffset } from '#shared/domain/scheduling/zoned-time.ts';
import type { ComposerScreen } from './composer-context.ts';
import type { Composer } from './composer.svelte.ts';
import { composer as words, scheduling } from './messages.ts';

interface ComposerScheduleOptions {
  readonly app: App;
  readonly texts: Translator;
  readonly screen: Pick<ComposerScreen, 'places' | 'newMessage' | 'leaveNew'>;
  /** The composer on screen; reads runes. */
  readonly composer: () => Composer;
}

type Saved = Extract<SaveOutcome, { kind: 'saved' }>;

/** The choice of a time for what a composer on screen holds: when it opens, and what comes of it. */
export class ComposerSchedule {
  /** While it is open, and after it was closed without scheduling: what was chosen stays for the same text. */
  #choice = $state.raw<ScheduleChoice | null>(null);
  #isAsked = $state(false);
  readonly #overlay: Overlay;
  readonly #options: ComposerScheduleOptions;

  constructor(options: ComposerScheduleOptions) {
    this.#options = options;
    this.#overlay = options.app.overlays.create();
  }

  /** Null while nothing is chosen, or another person is written to. */
  get choice(): ScheduleChoice | null {
    return this.#choice?.start.phone === this.#options.composer().phone ? this.#choice : null;
  }
  /** Reads runes. */
  get isOpen(): boolean {
    return this.#overlay.isOpen && this.choice !== null;
  }
  /** Files are attached, which cannot be scheduled. Reads runes. */
  get hasFiles(): boolean {
    return this.#options.composer().files.items.length > 0;
  }
  /** The text was begun to be scheduled: to send it is to choose its time. Reads runes. */
  get isMeant(): boolean {
    return this.#later !== null;
  }
  /** The user was asked about fields on the way to the choice of a time: agreeing to them leads there. Reads runes. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The user wants to send the text after all. */
  sendInstead(): void {
    this.#options.screen.newMessage.later = null;
  }

  /** The user sends the text instead: what is asked about fields from now on is about that. */
  leaveAsking(): void {
    this.#isAsked = false;
  }

  /** Opens it; says what stands in the way where the text, its files or the recipient do not allow it. */
  async open(): Promise<void> {
    const { app, texts, screen, composer } = this.#options;
    const { newMessage, places } = screen;
    if (composer() === newMessage.composer && !newMessage.accept()) {
      app.announcer.interrupt(texts.text(scheduling.needsPerson));
      places.go('to');
      return;
    }
    const shown = composer();
    const fault = await shown.checkSchedulable();
    this.#isAsked = fault?.kind === 'unfilled';
    const { phone } = shown;
    if (shown !== composer() || this.#isAsked || phone === null) return;
    if (fault !== null) {
      this.#tell(fault.kind);
      return;
    }
    this.#choose(phone, shown.text.trim());
    this.#overlay.open();
  }

  /** A file was attached: where a time is chosen already, the user is told at once that it does not go with it. */
  noteFile(): void {
    const isForDay = this.#later?.day != null;
    if (!isForDay && !this.isOpen && this.choice?.isTouched !== true) return;
    this.#overlay.close();
    this.#tell('has-files');
  }

  /** What is chosen stays until the text is gone. */
  close(): void {
    this.#overlay.close();
  }

  /** The focus goes back to where it was; false where that is gone. */
  giveFocusBack(): boolean {
    return this.#overlay.giveFocusBack();
  }

  /** The text is scheduled: it leaves the field, and can be taken back. */
  async finish({ key, chatId, undoId, choices }: Saved): Promise<void> {
    const { app, texts, screen, composer } = this.#options;
    const shown = composer();
    const { phone } = shown;
    this.#forget();
    this.#overlay.close();
    const said = this.#toDoneText(choices.time);
    app.peopleUndo.offer(said, undoId, {
      kind: 'schedule',
      more: {
        label: texts.text(scheduling.show),
        run: () => app.router.go({ ...STARTS.scheduled, scheduleKey: key }),
      },
      onundone: () => {
        shown.bringTextBack(phone ?? '', choices.text);
        screen.places.go('composer');
      },
    });
    await shown.leaveScheduled(choices.text);
    if (shown === screen.newMessage.composer && chatId !== null) await screen.leaveNew(chatId);
    else screen.places.go('composer');
  }

  dispose(): void {
    this.#overlay.close();
    this.#forget();
  }

  /** What the text on screen was begun for; null: it was not begun to be scheduled. Reads runes. */
  get #later(): TextForLater | null {
    const { composer, screen } = this.#options;
    return composer() === screen.newMessage.composer ? screen.newMessage.later : null;
  }

  #choose(phone: string, text: string): void {
    const { app } = this.#options;
    const day = this.#later?.day ?? null;
    const kept = this.choice;
    if (kept?.isTouched === true && (day === null || day === kept.offeredDay)) {
      kept.text = text;
      return;
    }
    this.#forget();
    const choice = new ScheduleChoice(
      app.bridge,
      {
        ...{ phone, text, from: null, time: null, key: null },
        ...{ keeper: 'service', endsOnReply: false, quietReason: null },
        account: toAccountName({ baseUrl: null, username: null, isDemo: false, ...app.session.view }),
      },
      {
        ids: app.requestIds,
        now: () => app.clock.now,
        homeTimeZone: app.formats.timeZone,
        quietHours: () => app.settings.view.quietHours,
      },
    );
    if (day !== null) choice.offerDay(day);
    this.#choice = choice;
  }

  /** With the place, where the clocks there show another time than here. */
  #toDoneText(chosen: ScheduleTime): string {
    const { app, texts } = this.#options;
    const { timeZone, rule } = chosen;
    const time = toScheduleSentence(chosen, { texts, formats: app.formats, now: app.clock.now });
    const { at } = resolveTime(chosen);
    const isSame = toUtcOffset(at, timeZone) === toUtcOffset(at, app.formats.timeZone);
    const place = toZonePlace(timeZone);
    if (rule === null)
      return isSame ? texts.text(scheduling.done, { time }) : texts.text(scheduling.doneIn, { time, place });
    return isSame
      ? texts.text(scheduling.doneRepeated, { rule: time })
      : texts.text(scheduling.doneRepeatedIn, { rule: time, place });
  }

  #forget(): void {
    this.#choice?.dispose();
    this.#choice = null;
  }

  #tell(kind: string): void {
    const { app, texts, screen } = this.#options;
    if (kind === 'has-files') app.toasts.show(texts.text(scheduling.hasFiles), { tone: 'fault' });
    else if (kind === 'empty') app.announcer.interrupt(texts.text(words.emptyHint));
    else app.announcer.interrupt(texts.text(scheduling.tooLong));
    screen.places.go('composer');
  }
}
