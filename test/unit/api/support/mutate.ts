import fc from 'fast-check';

/** Values that no field of the service should ever have, and some that it did have. */
const ODDITY = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1, true, false, [], {}, 'true', '1', 'NaN', '1e400', '-0', [[]], [null]),
  fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\ud800',
    '<b>',
    '0000-00-00',
    1e308,
    2 ** 53,
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
  fc.string(),
);

type Change = { readonly at: number; readonly kind: 'replace' | 'remove' | 'wrap' | 'text'; readonly value: unknown };

const CHANGE: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(100_000),
  kind: fc.constantFrom<Change['kind']>('replace', 'replace', 'remove', 'wrap', 'text'),
  value: ODDITY,
});

/** The JSON value with one to six changes anywhere in it, down to the whole. */
export function mutationsOf(json: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(CHANGE, { minLength: 1, maxLength: 6 })
    .map((changes) => changes.reduce(applyChange, structuredClone(json)));
}

type Slot = readonly [holder: Record<string, unknown>, key: string];

function applyChange(json: unknown, { at, kind, value }: Change): unknown {
  const root: Record<string, unknown> = { json };
  const slots: Slot[] = [...listSlots(root)];
  const [holder, key] = slots[at % slots.length] ?? [root, 'json'];
  if (kind === 'remove') Reflect.deleteProperty(holder, key);
  else if (kind === 'wrap') holder[key] = [holder[key]];
  else if (kind === 'text') holder[key] = String(holder[key]);
  // By definition, not by assignment: `__proto__` may be a key of an oddity.
  // A copy: the same oddity may come twice, and one put into itself would never end.
  else {
    const copy: unknown = structuredClone(value);
    Object.defineProperty(holder, key, { value: copy, configurable: true, enumerable: true, writable: true });
  }
  return root['json'];
}

function* listSlots(holder: Record<string, unknown>): Generator<Slot> {
  for (const key of Object.keys(holder)) {
    yield [holder, key];
    const value = holder[key];
    if (typeof value === 'object' && value !== null) yield* listSlots(value as Record<string, unknown>);
  }
}
