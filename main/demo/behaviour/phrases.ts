import type { Language } from '../seed/language.ts';

/** What people answer when a text matches, most particular first. `followUps` are sometimes added a little later. */
interface Reaction {
  readonly when: RegExp;
  readonly answers: readonly string[];
  readonly followUps?: readonly string[];
}

const english: readonly Reaction[] = [
  {
    when: /\b(nil by mouth|no breakfast|no food|just water|fast(ing)?|empty stomach)\b/i,
    answers: [
      'Ok no food, got it. He’ll give me the eyes but I’ll stay strong 🐶',
      'Understood, just water then. Thank you!',
    ],
    followUps: ['Is a tiny treat really not allowed? Asking for a friend with four legs'],
  },
  {
    when: /\b(results?|bloods?|all normal|all clear)\b/i,
    answers: ['Oh thank goodness. Thank you for letting me know ❤️', 'That’s a relief, thanks so much'],
    followUps: ['Do we need to come in again?'],
  },
  {
    when: /(£|\b(price|cost|invoice|quote|pay(ment)?|estimate)\b)/i,
    answers: ['Ok that’s fine, thanks. Can I pay by card when I’m in?', 'Thanks, will pay today'],
  },
  {
    when: /\b(remind(er)?|booked|confirm|reply yes)\b/i,
    answers: ['YES', 'Yes confirmed, thanks!', 'Yes please, see you then'],
    followUps: ['Is parking ok round the back?'],
  },
  {
    when: /(\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(am|pm)\b|\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b)/i,
    answers: ['That works for us, thank you', 'Perfect, see you then 👍', 'Yes we can make that'],
    followUps: ['Should I bring anything?', 'Will it be with Dr Hollis?'],
  },
  {
    when: /\b(ready|collect|pick(ed)? up|prescription)\b/i,
    answers: ['Brilliant, I’ll pop in after work', 'Great, my other half will collect it, is that ok?'],
  },
  {
    when: /\b(sorry|apolog|delay(ed)?|running late)\b/i,
    answers: ['No worries at all', 'Don’t worry, these things happen'],
  },
  {
    when: /\b(photo|picture|form|document|link)\b|https?:/i,
    answers: ['Got it, thanks', 'Ok I’ll have a look when I’m home'],
    followUps: ['Opened it fine on my phone btw'],
  },
  { when: /\b(thanks?|thank you|cheers)\b/i, answers: ['👍', 'No, thank YOU', 'Any time 😊'] },
  {
    when: /^\s*(hi|hello|hey|good (morning|afternoon|evening)|morning)\b[^?]*$/i,
    answers: ['Hi! What’s up?', 'Hello 👋'],
  },
  {
    when: /\?/,
    answers: ['Yes please', 'I think so, let me check and come back to you', 'Yes that’s right'],
    followUps: ['Just checked and yes', 'Thanks for asking!'],
  },
  { when: /./s, answers: ['Ok, thank you!', 'Great, thanks', 'Lovely, thank you 😊', 'Ok 👍'] },
];

const world: Record<Exclude<Language, 'en'>, readonly string[]> = {
  ar: ['تمام، شكراً جزيلاً', 'ممتاز، سنكون هناك', 'شكراً لكم 🌷'],
  he: ['מעולה, תודה רבה', 'תודה! נתראה', 'סבבה 👍'],
  ja: ['承知しました。ありがとうございます。', 'よろしくお願いします🙇'],
  zh: ['好的，谢谢！', '收到，到时候见'],
  fr: ['Parfait, merci beaucoup !', 'D’accord, à bientôt'],
  de: ['Alles klar, vielen Dank!', 'Super, bis dann'],
  es: ['¡Perfecto, muchas gracias!', 'Vale, allí estaremos'],
  pt: ['Perfeito, muito obrigada!', 'Combinado, até já'],
  tr: ['Tamam, çok teşekkürler', 'Harika, görüşürüz'],
  cy: ['Diolch yn fawr!', 'Gwych, wela i chi wedyn'],
};

const chatter: Record<Language, readonly string[]> = {
  en: [
    'Hi, just checking what time you close today?',
    'Quick one, do you sell the small cones?',
    'He’s much brighter this morning, thought you’d like to know 😊',
    'Could someone ring me about the insurance form when you get a sec',
    'Are you open on Saturday?',
    'She’s off her food again, should I be worried?',
    'Thanks for squeezing us in yesterday!',
    'Can I get more of the worming tablets please',
    'Sorry, which entrance is it for drop offs?',
    'Do you do nail trims without an appointment?',
  ],
  ar: ['مرحباً، متى تغلقون اليوم؟', 'شكراً على كل شيء أمس'],
  he: ['היי, עד מתי אתם פתוחים היום?', 'תודה על אתמול!'],
  ja: ['今日は何時まで開いていますか？', '昨日はありがとうございました'],
  zh: ['请问今天几点关门？', '昨天谢谢你们'],
  fr: ['Bonjour, vous fermez à quelle heure ?', 'Merci pour hier !'],
  de: ['Hallo, wie lange haben Sie heute offen?', 'Danke noch mal für gestern!'],
  es: ['Hola, ¿hasta qué hora abrís hoy?', '¡Gracias por lo de ayer!'],
  pt: ['Olá, até que horas estão abertos hoje?', 'Obrigada por ontem!'],
  tr: ['Merhaba, bugün kaça kadar açıksınız?', 'Dün için teşekkürler'],
  cy: ['Helo, faint o’r gloch dych chi’n cau heddiw?', 'Diolch am ddoe!'],
};

/** What someone may answer to a text, and what they may add a little later. */
export function listAnswers(
  text: string,
  language: Language,
): { answers: readonly string[]; followUps: readonly string[] } {
  if (language !== 'en') return { answers: world[language], followUps: [] };
  const reaction = english.find(({ when }) => when.test(text));
  return { answers: reaction?.answers ?? ['Ok'], followUps: reaction?.followUps ?? [] };
}

/** What someone may write out of the blue. */
export function listChatter(language: Language): readonly string[] {
  return chatter[language];
}
