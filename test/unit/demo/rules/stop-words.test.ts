import { describe, expect, it } from 'vitest';
import { isStopWord } from '#main/demo/rules/stop-words.ts';

describe('a word that unsubscribes', () => {
  it.each(['STOP', ' stop ', 'Stop!', '"stop".', 'Stop all', 'unsubscribe', 'ＳＴＯＰ', 'STOP\n'])(
    'is taken in any case and with any punctuation: %j',
    (text) => {
      expect(isStopWord(text)).toBe(true);
    },
  );

  it.each([
    'Arrêt',
    'ARRET',
    'abmelden',
    'baja',
    'sair',
    'iptal',
    'СТОП',
    'توقف',
    'הסר',
    '退订',
    '配信停止',
    '수신거부',
  ])('is known in other languages: %s', (text) => {
    expect(isStopWord(text)).toBe(true);
  });

  it.each(['please stop by at 5', 'stop it', 'non-stop', 'stopping', 'STOP 2', 'the end', '', '!'])(
    'is not seen in %j',
    (text) => {
      expect(isStopWord(text)).toBe(false);
    },
  );
});
