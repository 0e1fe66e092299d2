import type { Contact } from './model.ts';

/** Values of custom fields with others set; an empty one is none. What was there before is not touched. */
export function withValues(before: Contact['values'], set: Readonly<Record<string, string>>): Contact['values'] {
  const values = { ...before };
  for (const [id, value] of Object.entries(set)) {
    if (value === '') Reflect.deleteProperty(values, id);
    else values[id] = value;
  }
  return values;
}
