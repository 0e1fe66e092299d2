import type { AccountSettings, SenderId } from '../state/account-model.ts';
import type { User } from '../state/model.ts';
import type { Template } from '../state/sending-model.ts';

const DAY_MS = 86_400_000;

/** What the practice writes again and again, with merge fields. */
const TEMPLATES: readonly (readonly [name: string, content: string])[] = [
  ['Ready to collect', 'Hi {First name}, {Pet} is ready to go home. We are open until 18:30.'],
  ['Vaccination due', 'Hi {First name}, a vaccination is due this month. Reply YES and we will find you a time.'],
  ['Missed appointment', 'Hi {First name}, we missed you today. Shall we find another time?'],
  ['Insurance form', 'Hi {First name}, we sent your claim to {Insurance} today.'],
  ['Opening hours', 'Northgate Vets: Monday to Friday 8:00 to 18:30, Saturday 9:00 to 13:00.'],
  [
    'Visit reminder',
    'Hi {First name}, a reminder of your visit tomorrow with {Vet} ({Pet}). Reply YES to confirm or call 020 7946 0321. Northgate Vets',
  ],
  [
    'Aftercare, dental',
    'Hi {First name}, {Pet} may be sleepy until tomorrow. Soft food for three days and no hard toys. Worried? Call 020 7946 0321.',
  ],
  [
    'Blood results are in',
    'Hi {First name}, the blood results are back ({Pet}) and {Vet} would like to talk them through. When may we call you?',
  ],
  [
    'Insurance renewal',
    'Hi {First name}, your cover with {Insurance} ends soon. Would you like us to send our notes to your insurer?',
  ],
  ['Puppy club', 'Puppy club is on Tuesday at 19:00. Bring a blanket and a few small treats. Northgate Vets'],
  ['تذكير بالموعد', 'مرحباً {First name}، نذكّركم بموعدكم غداً مع {Vet}. للتأكيد أرسلوا كلمة نعم. Northgate Vets'],
];

export function createTemplates(nowAt: number): Template[] {
  return TEMPLATES.map(([name, content], at) => ({
    ...{ id: 31_001 + at, name, content },
    lastModified: nowAt - (TEMPLATES.length - at) * 30 * DAY_MS,
  }));
}

export function createSenderIds(userId: number): SenderId[] {
  const explanation = 'The name of our practice.';
  return [
    { id: 4_001, senderId: 'NORTHGATE', explanation, status: 'A', userId },
    { id: 4_002, senderId: 'NGVETS', explanation: 'Short form for reminders.', status: 'P', userId },
  ];
}

export function createSettings({ phone, email }: User): AccountSettings {
  return {
    timeZone: 'Europe/London',
    dedicated: [phone],
    senders: { GB: phone },
    inbound: {
      ...{ inboundMessageNotification: true, forwardedCallNotification: false },
      ...{ includeSmsHistory: true, sendInHtmlFormat: true },
      ...{ alertEmail1: email, alertEmail2: '', alertEmail3: '' },
    },
    balance: {
      ...{ lowBalanceNotification: true, alertBalance: 20, alertPhone: phone },
      ...{ alertEmail1: email, alertEmail2: '', alertEmail3: '' },
    },
    desktop: { playSound: true, showNotifications: true, showText: true, soundId: 1 },
  };
}
