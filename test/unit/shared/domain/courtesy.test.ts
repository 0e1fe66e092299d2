import { describe, expect, it } from 'vitest';
import { isCourtesy } from '#shared/domain/courtesy.ts';

describe('texts that need no reply', () => {
  it.each([
    ...[
      'Thanks',
      'thank you!',
      'Thanks so much 🙏',
      'ok',
      'OK.',
      'Okay, thanks',
      'k',
      'Great, thank you very much!!',
      'ty',
    ],
    ...['Got it', 'Will do 👍', 'sounds good, see you then', 'No worries', 'That’s great, thanks', "that's perfect"],
    ...['👍', '👍🏽', '❤️', '🙏🙏', '😊 👍'],
    ...['Danke schön', 'Vielen Dank!', 'Alles klar, danke', 'Merci beaucoup', 'D’accord', 'Muchas gracias', 'Vale'],
    ...['Obrigada', 'Grazie mille', 'Hartelijk bedankt', 'Tack så mycket', 'Tak', 'Dziękuję bardzo', 'Teşekkür ederim'],
    ...['Спасибо большое', 'Дякую', 'Ευχαριστώ πολύ', 'شكراً جزيلا', 'תודה רבה', 'धन्यवाद', 'Terima kasih', 'Cảm ơn'],
    ...['ขอบคุณค่ะ', '谢谢', '好的，谢谢', 'ありがとうございます', '감사합니다'],
    ...['Liked “See you on Friday at 3”', 'Loved "Your order is ready"', 'Reacted 👍 to “All done”'],
  ])('%s', (text) => {
    expect(isCourtesy(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      ' ',
      'Yes',
      'No',
      'ok?',
      'Thanks, but can we move it?',
      'Thank you, Anna here',
      'ok for 5',
      'Thanks, see you at 3',
    ],
    ...[
      'Is it ready',
      'Thanks. When do you open',
      'you so much',
      'good day',
      '😡',
      '❓',
      '👎',
      '🤔',
      '👍 but late',
      '...',
    ],
    ...['Disliked “See you at 3”', 'Questioned “All done”', 'Liked it but it broke', 'Alles', 'vielen', 'cam'],
    ...['Thank you so much for everything that you did for us this year, it was lovely and we are so very grateful'],
    ...['Danke, aber morgen geht nicht', 'gracias pero no', '谢谢 明天几点'],
  ])('not %j', (text) => {
    expect(isCourtesy(text)).toBe(false);
  });

  it.each([
    ['YES', 'Reply YES to confirm.'],
    ['yes, thanks', 'Reply YES to confirm. Northgate Vets'],
    ['Ja 👍', 'Antworten Sie mit JA, wenn es passt'],
    ['sí gracias', 'Responde SÍ para confirmar'],
    ['Y', 'Text Y to keep it'],
    ['да', 'Ответьте ДА'],
    ['Stop', 'See you on Friday'],
  ])('%s after “%s”', (text, ours) => {
    expect(isCourtesy(text, () => ours)).toBe(true);
  });

  it.each([
    ['yes', 'Shall we book you in for three?'],
    ['yes', 'You said yes to this before'],
    ['NO', 'Reply YES or NO'],
    ['cancel', 'Reply YES to confirm or CANCEL'],
    ['yes but later', 'Reply YES to confirm'],
    ['yes?', 'Reply YES to confirm'],
  ])('not %j after “%s”', (text, ours) => {
    expect(isCourtesy(text, () => ours)).toBe(false);
  });
});
