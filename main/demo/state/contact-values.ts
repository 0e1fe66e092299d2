import type { Contact } from './model.ts';

/**
 * The key of a custom field among a contact's values. Not its bare id: an object that has a number for a key gets room for
 * all numbers below it, which took 6 kB for each contact.
 */
export function toValueKey(fieldId: number): string {
  return `f${fieldId}`;
}

/** Values of custom fields with others set; an empty one is none. What was there before is not touched. */
export function withValues(before: Contact['values'], set: Readonly<Record<string, string>>): Contact['values'] {
  const values = { ...before };
  for (const [key, value] of Object.entries(set)) {
    if (value === '') Reflect.deleteProperty(values, key);
    else values[key] = value;
  }
  return values;
}
