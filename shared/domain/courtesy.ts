/** Texts that end a conversation and need no reply: thanks, "ok", a thumb, the "YES" that a reminder asked for. Pure. */

/** Longer texts say more than thanks. */
const MOST_CHARACTERS = 60;

/**
 * Each alone needs no reply. By language, in the order: English, German, French, Spanish and Catalan, Portuguese, Italian,
 * Dutch, Nordic languages, Polish and Czech, Romanian and Hungarian, Turkish, Russian and Ukrainian, Greek, Arabic, Hebrew,
 * Hindi, Indonesian, Vietnamese, Tagalog, Thai, Chinese, Japanese, Korean.
 */
const CLOSING_WORDS = `
  thanks thank thx thnx tnx ty tysm tyvm cheers ta ok okay okey okey-dokey k kk great perfect brilliant lovely awesome cool
    noted understood appreciated fab excellent alright stop stopall unsubscribe
  danke dankeschön merci okidoki super prima klasse perfekt verstanden passt
  daccord d’accord d'accord parfait génial
  gracias grácies gràcies vale perfecto genial okey
  obrigado obrigada obg valeu perfeito beleza
  grazie perfetto ottimo benissimo
  bedankt dank dankjewel dankuwel oké prima top
  tack takk tak kiitos kiitti toppen supert
  dzięki dziękuję dziekuje super děkuji díky
  mulțumesc mersi köszönöm köszi
  teşekkürler teşekkür tesekkurler sağol sağolun tamam
  спасибо благодарю ок хорошо понял поняла дякую добре
  ευχαριστώ οκ εντάξει
  شكرا شكراً تمام حسنا
  תודה אוקיי בסדר מעולה
  धन्यवाद शुक्रिया shukriya dhanyavaad ठीक
  makasih terimakasih kasih oke
  camon
  salamat
  ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ โอเค
  谢谢 謝謝 谢谢你 谢谢您 多谢 多謝 好的 好 收到 知道了 好的谢谢 好的謝謝
  ありがとう ありがとうございます ありがとうございました 了解 了解です 了解しました 承知しました
  감사합니다 고맙습니다 고마워요 고마워 알겠습니다 오케이
`;
/** They may stand beside those. */
const WORDS_BESIDE = `
  you u very much so many a lot again for that this the your help everything all too bye see then soon good nice have
    day one weekend really is that’s
  schön sehr dir ihnen euch für die das hilfe alles klar gut bis dann bald tschüss schönen tag noch vielen vielmals
    herzlichen
  beaucoup infiniment bien à vous bonne journée pour tout très
  muchas muchísimas mil por todo buen día
  muito muita tudo está bem bom dia
  mille molte tante buona giornata
  je jij u wel heel erg hartelijk fijne dag dat is goed
  så mycket mange du skal ha paljon
  bardzo moc
  ederim çok
  большое вам вас
  πολύ
  لك جزيلا كثيرا
  רבה הרבה לך
  है बहुत
  banyak
  nhiều bạn
  po
  มาก ครับ ค่ะ
`;
/** What a text of ours may ask for, as in "Reply YES to confirm". Not "no": that has to be dealt with. */
const CONFIRMING_WORDS = `
  yes y confirm confirmed ja oui sí si sim sì tak ano da igen evet да так ναι ya có oo
`;
/** Several words that are one of the first kind. */
const CLOSING_PHRASES = [
  'got it',
  'will do',
  'sounds good',
  'all good',
  'no worries',
  'no problem',
  'cam on',
  'terima kasih',
];

/** What iPhones write in place of a thumb or a heart under a text of ours. */
const REACTION = /^(?:liked|loved|laughed at|emphasi[sz]ed|reacted \S{1,12} to) [“"«]/iu;
const AGREEING_EMOJI =
  /[👍👌🙏🙌👏💪🤝🤙🙂😊☺😀😃😄😁😍🥰😘🤩🤗😎🥳🎉✅✔☑💯❤🧡💛💚💙💜🤎🖤🤍💕💖💗💓💞😉✨🌟⭐💐🌷🌹🌸]/gu;
const SKIN_TONES_AND_JOINERS =
  /[\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{FE0E}\u{200D}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;
/** Signs between two words; others stand inside one, as in "that's". */
const BREAKS = /[.,!;:…~()¡。、！，．"“”*]+/gu;
const PUNCTUATION = /[.,!;:…~()¡。、！，．’'"“”*-]+/gu;

/** Without case, accents and punctuation: people type neither on a phone. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').replace(PUNCTUATION, '').toLowerCase();
}

const toWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map(fold)
    .filter((word) => word !== '');
const joinPhrases = (words: readonly string[]): string[] =>
  CLOSING_PHRASES.reduce((text, phrase) => text.replaceAll(phrase, phrase.replace(' ', '')), words.join(' '))
    .split(' ')
    .filter((word) => word !== '');
const CLOSING: ReadonlySet<string> = new Set([
  ...toWords(CLOSING_WORDS),
  ...CLOSING_PHRASES.map((phrase) => phrase.replace(' ', '')),
]);
const BESIDE: ReadonlySet<string> = new Set(toWords(WORDS_BESIDE));

const CONFIRMING: ReadonlySet<string> = new Set(toWords(CONFIRMING_WORDS));

/**
 * Whether their text is only thanks, agreement or a reaction, so that it needs no reply. When in
 * doubt it is not: a text that needs a reply must never look as if it needed none.
 *
 * `findOurs`: gives what they answer, asked only where they agree. A word of agreement that it has in capitals was asked
 * for: with that they are done.
 */
export function isCourtesy(text: string, findOurs: () => string = () => ''): boolean {
  const trimmed = text.replace(SKIN_TONES_AND_JOINERS, '').trim();
  if (REACTION.test(trimmed)) return true;
  if (trimmed === '' || trimmed.length > MOST_CHARACTERS) return false;
  const plain = trimmed.replace(AGREEING_EMOJI, ' ');
  const words = joinPhrases(toWords(plain.replace(BREAKS, ' ')));
  if (words.length === 0) return plain !== trimmed;
  const others = words.filter((word) => !CLOSING.has(word) && !BESIDE.has(word));
  if (others.length === 0) return words.some((word) => CLOSING.has(word));
  if (!others.every((word) => CONFIRMING.has(word))) return false;
  const asked = listCapitals(findOurs());
  return others.every((word) => asked.has(word));
}

function listCapitals(ours: string): ReadonlySet<string> {
  return new Set(ours.match(/(?<![\p{L}\p{M}])[\p{Lu}\p{M}]+(?![\p{L}\p{M}])/gu)?.map(fold));
}
