import { expect, test } from 'vitest';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const DEBORAH = '447700900318';
const TOM = '447700900319';
const TEMPLATE = { content: 'Hi {First name}, {Pet} is here.', fallbacks: { Pet: 'your pet' } };

function open(phone: string | null, stored: string | null = null) {
  const bridge = new FakeBridge();
  const tools = buildWritingTools(bridge);
  const composer = new Composer(bridge, { ...tools, phone, stored, filesCount: 0 });
  return { bridge, composer };
}

test('a text leaves with a field in it only once the user agreed to that text', async () => {
  const { bridge, composer } = open(TOM);
  composer.text = 'About {vet} and {whatever}';
  // Custom fields are known once main says so: the first text waits for that.
  expect(await composer.send()).toEqual({ kind: 'unfilled', fields: ['Vet'] });
  expect(composer.isAskingFields).toBe(true);
  expect(composer.text).toBe('About {vet} and {whatever}');
  composer.agreeToFields();
  composer.text = 'About {vet} and more';
  expect(composer.isAskingFields).toBe(false);
  expect((await composer.send()).kind).toBe('unfilled');
  composer.agreeToFields();
  expect((await composer.send()).kind).toBe('sent');
  expect(bridge.inputsOf('sends.create').map(({ text }) => text)).toEqual(['About {vet} and more']);
});

test('a text without a field of the account leaves at once, also where main cannot say which there are', async () => {
  const { bridge, composer } = open(TOM);
  bridge.fail('templates.fields', toProblem('disk'));
  composer.text = 'Use {code} here';
  expect((await composer.send()).kind).toBe('sent');
  composer.text = 'Hi {First name}';
  expect((await composer.send()).kind).toBe('unfilled');
});

test('two presses while the fields are asked for send one text', async () => {
  const { bridge, composer } = open(TOM);
  const release = bridge.hold('templates.fields');
  composer.text = 'Use {code} here';
  const both = [composer.send(), composer.send()];
  release();
  expect((await Promise.all(both)).map(({ kind }) => kind).sort()).toEqual(['empty', 'sent']);
  expect(bridge.inputsOf('sends.create')).toHaveLength(1);
});

test('a template is filled in for the person who is chosen, and anew for another one', async () => {
  const { composer } = open(null);
  composer.text = 'Hi {First name|there}!';
  composer.address(DEBORAH);
  await untilAnswered();
  expect(composer.text).toBe('Hi Deborah!');
  composer.address('447700900399');
  await untilAnswered();
  expect(composer.text).toBe('Hi there!');

  composer.text = '';
  const inserted = await composer.toInserted(TEMPLATE);
  composer.text = `Good morning. ${inserted ?? ''}`;
  composer.noteInserted(TEMPLATE, inserted ?? '');
  expect(composer.text).toBe('Good morning. Hi {First name}, your pet is here.');
  composer.address(TOM);
  await untilAnswered();
  expect(composer.text).toBe('Good morning. Hi Tom, your pet is here.');
});

test('what the user changed since is not filled in again', async () => {
  const { composer } = open(null);
  composer.text = 'Hi {First name}!';
  composer.address(DEBORAH);
  await untilAnswered();
  composer.text = 'Hi Deborah, come in!';
  composer.address(TOM);
  await untilAnswered();
  expect(composer.text).toBe('Hi Deborah, come in!');
});

test('a draft with a field says so from the start', async () => {
  const { composer } = open(TOM, 'Is {Pet} well?');
  await untilAnswered();
  expect(composer.unfilled).toEqual(['Pet']);
});
