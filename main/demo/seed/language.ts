/** Languages that people of the demo write in. */
export type Language = 'en' | 'ar' | 'he' | 'ja' | 'zh' | 'fr' | 'de' | 'es' | 'pt' | 'tr' | 'cy';

const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
];

/** The language that a script gives away; Latin letters are taken for English. */
export function guessLanguage(text: string): Language {
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? 'en';
}
