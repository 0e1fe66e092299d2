import fc from 'fast-check';

/** Arrays and objects in one another, so many deep. */
function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { resources: value };
  return value;
}

/** Values that no field of the service should ever have, and some that it did have. */
const ODDITY = fc.oneof(
  fc.constantFrom<unknown>(
    nest(40),
    nest(2_000),
    -1e-320,
    1e21,
    '9'.repeat(400),
    '2026-13-45T99:99:99+9999',
    '0',
    'null',
  ),
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
  const slots = listSlots(root);
  const [holder, key] = slots[at % slots.length] ?? [root, 'json'];
  if (kind === 'remove') Reflect.deleteProperty(holder, key);
  else if (kind === 'wrap') holder[key] = [holder[key]];
  else if (kind === 'text') holder[key] = toText(holder[key]);
  // By definition, not by assignment: `__proto__` may be a key of an oddity.
  // A copy: the same oddity may come twice, and one put into itself would never end.
  else {
    const copy: unknown = structuredClone(value);
    Object.defineProperty(holder, key, { value: copy, configurable: true, enumerable: true, writable: true });
  }
  return root['json'];
}

/** Every place of a value. Without recursion: oddities are deep. */
function listSlots(root: Record<string, unknown>): readonly Slot[] {
  const slots: Slot[] = [];
  const open: Record<string, unknown>[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      slots.push([holder, key]);
      const value = holder[key];
      if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>);
    }
  }
  return slots;
}

/** As text; an object may have been given a `toString` that is none. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
