import type { Language } from './language.ts';

/** One exchange, as lines that begin with `<` (they wrote) or `>` (we wrote). Braces are filled in per person. */
export type Scenario = readonly string[];

/** Long enough for several parts. */
const AFTERCARE =
  '>Aftercare for {pet}: keep the wound dry and the collar on for 10 days, even at night. Short walks on the lead only, no jumping on sofas. Give half a tablet with food at 8:00 and 20:00 from tomorrow. A little swelling is normal; call us at once on 020 7946 0321 if it weeps, smells or opens, or if {pet} will not eat for a day. Out of hours the answering machine tells you who is on call. Dr {vet} would like to see {pet} again on {day} at {time}.';

const english: readonly Scenario[] = [
  ['>Hi {first}, {pet} is booked in on {day} at {time}. Reply YES to confirm. Northgate Vets', '<YES', '<thanks'],
  [
    '<Hi, could I book {pet} in for a booster please?',
    '>Of course. {day} at {time} with Dr {vet}?',
    '<Perfect, see you then',
    '>Lovely, see you both.',
  ],
  [
    '<{pet} has been limping since yesterday',
    '>Poor thing! Is {pet} putting any weight on it?',
    '<A bit. Worse after a nap',
    '>Please rest {pet} and come in on {day} at {time}.',
    '<Will do. Thank you so much 🙏',
  ],
  [AFTERCARE, '<Got it, thank you. {pet} is asleep on my feet already 😴'],
  [
    '>Good news: {pet}’s results are back and all normal.',
    '<Oh that’s such a relief ❤️ thank you',
    '>Give {pet} a biscuit from us.',
  ],
  [
    '<How much is a dental for {pet}?',
    '>For {pet} it would be around £{price}, including the scale and polish.',
    '<ok let me think about it',
    '<Actually yes please. Any day but Monday',
    '>{day} at {time} then. No breakfast on the day, just water.',
  ],
  [
    '<Do you have {pet}’s flea treatment in?',
    '>We do, £{price} for three months. Shall we put it aside?',
    '<yes pls, picking up after work',
  ],
  ['<Running late, 10 min!', '>No problem, drive safely.'],
  ['>{pet}’s prescription is ready to collect. Reception is open until 18:30.', '<Great, popping in at 6'],
  [
    '<I think {pet} ate a whole chocolate orange',
    '>How much does {pet} weigh, and how long ago was it?',
    '<About 12kg, an hour maybe??',
    '>Please bring {pet} straight in, we are expecting you.',
    '<On our way',
    '>{pet} is fine and can go home this evening. Very good, very sick, very sorry.',
    '<You are all angels 😭😭',
  ],
  [
    '>Dear {first}, your invoice comes to £{price}. You can pay at reception or by transfer.',
    '<Paid just now',
    '>Thank you, received.',
  ],
  [
    '<Is someone there over the bank holiday?',
    '>We close at noon on {day}; emergencies as always on 020 7946 0321.',
    '<👍',
  ],
  ['<Can I bring two at once? The other one needs nails done', '>Bring the whole gang, we will make it a double slot.'],
  [
    '<{pet} won’t take the tablets. Tried cheese, ham, everything',
    '>Try a little peanut butter without xylitol, and tuck the tablet right inside.',
    '<GENIUS. Gone in a second',
  ],
  [
    '>We missed you and {pet} today. Shall we find another time?',
    '<So sorry!! Completely forgot. {day}?',
    '>{day} at {time} is free, it’s yours.',
  ],
  [
    '<Thank you for staying late for {pet} last night. It meant a lot to all of us.',
    '>Any time. Give {pet} a gentle scratch from the whole team.',
  ],
];

const world: Record<Exclude<Language, 'en'>, readonly Scenario[]> = {
  ar: [
    ['>مرحباً {first}، موعد {pet} يوم {day} الساعة {time}.', '<شكراً جزيلاً، سنكون هناك'],
    ['<هل يمكنني حجز موعد لـ{pet}؟', '>بالتأكيد، {day} الساعة {time}؟', '<ممتاز، شكراً 🌷'],
  ],
  he: [
    ['>שלום {first}, התור של {pet} ביום {day} בשעה {time}.', '<תודה, נגיע'],
    ['<{pet} לא אוכל מאתמול', '>אפשר להגיע היום בשעה {time}?', '<כן, תודה רבה!'],
  ],
  ja: [
    ['>{first}様、{pet}ちゃんの予約は{day}の{time}です。', '<承知しました。ありがとうございます'],
    ['<{pet}の薬がなくなりそうです', '>ご用意します。{day}の{time}以降にお越しください。', '<助かります🙇'],
  ],
  zh: [
    ['>{first}您好，{pet}的预约是{day}{time}。', '<收到，谢谢'],
    ['<{pet}今天咳嗽了几次', '>请{day}{time}带来检查一下。', '<好的，谢谢医生'],
  ],
  fr: [
    ['>Bonjour {first}, {pet} a rendez-vous {day} à {time}.', '<Parfait, merci beaucoup !'],
    [
      '<Bonjour, {pet} se gratte beaucoup depuis hier',
      '>Passez {day} à {time}, nous regarderons.',
      '<Merci, à bientôt',
    ],
  ],
  de: [
    ['>Hallo {first}, der Termin für {pet} ist am {day} um {time}.', '<Danke, wir sind pünktlich da'],
    ['<{pet} hat sich an der Pfote verletzt', '>Bitte kommen Sie {day} um {time}.', '<Vielen Dank!'],
  ],
  es: [
    ['>Hola {first}, la cita de {pet} es el {day} a las {time}.', '<¡Gracias! Allí estaremos'],
    ['<¿Tenéis pienso renal para {pet}?', '>Sí, lo guardamos a tu nombre.', '<Genial, paso el {day}'],
  ],
  pt: [
    ['>Olá {first}, a consulta de {pet} é {day} às {time}.', '<Obrigada! Lá estaremos'],
    ['<A {pet} já pode tomar banho?', '>Só a partir de {day}, por favor.', '<Está bem, obrigada 😊'],
  ],
  tr: [
    ['>Merhaba {first}, {pet} için randevunuz {day} günü saat {time}.', '<Teşekkürler, görüşürüz'],
    ['<{pet} bugün hiç yemek yemedi', '>{day} saat {time} gelebilir misiniz?', '<Tamam, geliyoruz'],
  ],
  cy: [
    ['>Helo {first}, mae apwyntiad {pet} ddydd {day} am {time}.', '<Diolch yn fawr!'],
    ['<Ydy tabledi {pet} yn barod?', '>Ydyn, dewch draw unrhyw bryd.', '<Gwych, diolch'],
  ],
};

/** Names of the days, Sunday first. */
export const dayNames: Record<Language, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  ar: ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت'],
  he: ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת'],
  ja: ['日曜', '月曜', '火曜', '水曜', '木曜', '金曜', '土曜'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  fr: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  de: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  pt: ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'],
  tr: ['Pazar', 'Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi'],
  cy: ['Sul', 'Llun', 'Mawrth', 'Mercher', 'Iau', 'Gwener', 'Sadwrn'],
};

/** The exchanges that happen in a language. */
export function listScenarios(language: Language): readonly Scenario[] {
  return language === 'en' ? english : world[language];
}
