import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWords, toFilledWords, toShownCommand } from '#main/webhooks/tunnel/command-line.ts';

describe('a command line', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['cloudflared tunnel', ['cloudflared', 'tunnel']],
    ['  a\t b  ', ['a', 'b']],
    [`"C:\\Program Files\\cf\\cf.exe" --url {url}`, ['C:\\Program Files\\cf\\cf.exe', '--url', '{url}']],
    ['C:\\tools\\ngrok.exe http', ['C:\\tools\\ngrok.exe', 'http']],
    ['\\\\server\\share\\a.exe', ['\\\\server\\share\\a.exe']],
    ['/opt/my\\ tools/run', ['/opt/my tools/run']],
    [`--name='two words'`, ['--name=two words']],
    [`a '' ""`, ['a', '', '']],
    [`say "he said \\"no\\""`, ['say', 'he said "no"']],
    [`'a\\' b`, ['a\\', 'b']],
    [`it\\'s`, [`it's`]],
    ['a;b $(c) `d` | e > f', ['a;b', '$(c)', '`d`', '|', 'e', '>', 'f']],
  ])('%s is %j', (line, words) => {
    expect(findWords(line)).toEqual(words);
  });

  it.each([`"open`, `'open`, `a "b' c`])('%s has a quote that is not closed', (line) => {
    expect(findWords(line)).toBeUndefined();
  });

  it('gives back any words that were quoted', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes(`'`));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(findWords(words.map((text) => `'${text}'`).join(' '))).toEqual(words);
      }),
    );
  });

  it.each([
    [['/usr/bin/ngrok', 'http', '4800'], '/usr/bin/ngrok http 4800'],
    [['C:\\cf.exe', 'a b', ''], `C:\\cf.exe 'a b' ''`],
    [['run', `it's "so"`], `run "it's \\"so\\""`],
    [['sh', '-c', 'a; rm -r ~'], `sh -c 'a; rm -r ~'`],
    [['run', '\u001b[2Kls', 'a\nb'], `run '\\u{1b}[2Kls' 'a\\u{a}b'`],
    [['run', 'a\u202eb', '\u3164', '\u00a0', '\u{e0041}'], `run 'a\\u{202e}b' \\u{3164} '\\u{a0}' '\\u{e0041}'`],
  ])('%j is shown as %s', (words, shown) => {
    expect(toShownCommand(words)).toBe(shown);
  });

  it('is shown in a form that gives the same words again', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...`ab'" $;|{}é`) }));
    fc.assert(
      fc.property(words, (some) => {
        expect(findWords(toShownCommand(some))).toEqual(some);
      }),
    );
  });

  it('has the place where this computer listens filled in, wherever it is named', () => {
    expect(toFilledWords(['--url={url}', '{port}:{port}', '$&'], 4800)).toEqual([
      '--url=http://127.0.0.1:4800',
      '4800:4800',
      '$&',
    ]);
  });
});
