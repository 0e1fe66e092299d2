import type { ContactView } from '#shared/contract/index.ts';

/** A contact with a pet among its fields. */
export const buildContact = (id: number, phone: string, name: string, pet: string): ContactView => ({
  id,
  phone,
  name,
  company: '',
  email: '',
  country: 'GB',
  avatarId: null,
  isBlocked: false,
  isFavorite: false,
  isShared: false,
  fields: [{ id: 1, name: 'Pet', value: pet }],
  lists: [],
});
