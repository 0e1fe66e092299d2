import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { TerminalQuestions } from '#main/hosts/browser/terminal-questions.ts';
import { until } from '#test/support/until.ts';

const LINE = '/usr/bin/ngrok http 4800';

describe('the question in the terminal', () => {
  let input: PassThrough;
  let shown: string;
  let questions: TerminalQuestions;
  const withdrawal = () => new AbortController();

  beforeEach(() => {
    input = new PassThrough();
    const output = new PassThrough();
    shown = '';
    output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    questions = new TerminalQuestions({ input, output, isInForeground: () => true });
  });
  const ask = (signal = withdrawal().signal): Promise<boolean> => questions.askToRun(LINE, signal);
  const untilAsked = (times = 1) => until(() => expect(shown.split('Allow? [y/N] ')).toHaveLength(times + 1));

  it.each([
    ['y', true],
    [' YES ', true],
    ['n', false],
    ['', false],
    ['yeah', false],
  ])('takes “%s” for %s', async (typed, said) => {
    const answer = ask();
    await untilAsked();
    expect(shown).toContain(`Switchboard wants to run this program for live updates:\n\n  ${LINE}\n`);
    input.write(`${typed}\n`);
    expect(await answer).toBe(said);
  });

  it('takes nothing that was typed before it was asked', async () => {
    input.write('y\n');
    const answer = ask();
    await untilAsked();
    input.write('n\n');
    expect(await answer).toBe(false);
  });

  it('says that it was withdrawn, and takes no answer to it for one to the next', async () => {
    const first = withdrawal();
    const answer = ask(first.signal);
    await untilAsked();
    first.abort();
    expect(await answer).toBe(false);
    expect(shown).toContain('The question no longer applies. The program wasn’t run.');
    const next = ask();
    await untilAsked(2);
    input.write('y\n');
    await untilAsked(3);
    expect(shown).toContain(`The question has changed. Please read it and answer again.\n\n  ${LINE}\n`);
    input.write('y\n');
    expect(await next).toBe(true);
  });

  it('asks a second question in full although the first was withdrawn before it was shown', async () => {
    const first = withdrawal();
    const answers = [ask(first.signal), ask()];
    first.abort();
    await untilAsked();
    input.write('y\n');
    expect(await Promise.all(answers)).toEqual([false, true]);
    expect(shown.split('Switchboard wants to run')).toHaveLength(2);
  });

  it('asks one question after the other', async () => {
    const answers = [ask(), ask()];
    await untilAsked();
    input.write('n\n');
    await untilAsked(2);
    input.write('y\n');
    expect(await Promise.all(answers)).toEqual([false, true]);
  });

  it('takes the end of the input for no', async () => {
    const answer = ask();
    await untilAsked();
    input.end();
    expect(await answer).toBe(false);
    expect([shown.endsWith('\nThe program wasn’t run.\n'), questions.canAsk]).toEqual([true, false]);
  });

  it('takes an end of the input before the question for no', async () => {
    const answer = ask();
    input.end();
    expect(await answer).toBe(false);
  });
});
