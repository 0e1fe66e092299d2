/** Texts that are kept for writing again, on the service or on this computer. */
import * as v from 'valibot';
import { instant, moneySchema, nothing, OPEN_ERRORS, phone, phoneInput, requestId, SERVICE_ERRORS } from './common.ts';

/** `service:<id>`, or `own:<id>` for one of this computer. */
export const templateKey = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** By the name of the field: what stands in the text of people who have no value. Kept on this computer. */
const fallbacks = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(200))),
  v.maxEntries(100),
);
const templateText = v.pipe(v.string(), v.maxLength(5_000));

export const templateViewSchema = v.object({
  key: templateKey,
  keeper: v.picklist(['service', 'computer']),
  name: v.string(),
  content: v.string(),
  /** What is typed after `/` to find it; ''. Kept on this computer. */
  shortcut: v.string(),
  fallbacks,
  modifiedAt: v.nullable(instant),
  /** Texts written with it on this computer. */
  usedCount: v.number(),
  lastUsedAt: v.nullable(instant),
});
export type TemplateView = v.InferOutput<typeof templateViewSchema>;

/** A piece of a text whose fields were looked up. `missing`: no value and no fallback; `text` is `{Field}` then. */
export const filledPieceSchema = v.object({
  kind: v.picklist(['text', 'value', 'fallback', 'missing']),
  text: v.string(),
  /** Name of the field; '' for plain text. */
  field: v.string(),
});
export type FilledPiece = v.InferOutput<typeof filledPieceSchema>;

const words = {
  name: v.pipe(v.string(), v.maxLength(200)),
  content: templateText,
  shortcut: v.pipe(v.string(), v.maxLength(40)),
  fallbacks,
};
/**
 * `validation`: `name` and `content` (`empty`, or the service's words), `shortcut` (`bad`: letters, digits and dashes; `taken`),
 * `keeper` (`absent`: the service has no templates), and of an update `content` (`changed`: another client changed it since;
 * nothing is overwritten, and what it says now is read).
 */
const WRITE_ERRORS = ['validation', 'not-found', 'forbidden', ...OPEN_ERRORS, ...SERVICE_ERRORS] as const;

export const templateRequests = {
  'templates.list': {
    input: nothing,
    output: v.object({ items: v.array(templateViewSchema), canServiceKeep: v.boolean() }),
    errors: [...OPEN_ERRORS],
  },
  /** On the service it is made at once and read back; `outcome` `unknown`: it may be there. */
  'templates.create': {
    input: v.object({ requestId, keeper: v.picklist(['service', 'computer']), ...words }),
    output: templateViewSchema,
    errors: WRITE_ERRORS,
  },
  /**
   * `keeper`: where it is kept from now on. It is made there first, and then taken out where it was. `base`: what the
   * user began to change; absent: what this computer knows.
   */
  'templates.update': {
    input: v.object({
      ...{ requestId, key: templateKey, keeper: v.picklist(['service', 'computer']), ...words },
      base: v.optional(v.object({ name: words.name, content: words.content })),
    }),
    output: templateViewSchema,
    errors: WRITE_ERRORS,
  },
  /**
   * `count`: of several, some are left where the service failed on the way. `undoId`: makes them again as they were; on the
   * service with other ids.
   */
  'templates.delete': {
    input: v.object({ requestId, keys: v.pipe(v.array(templateKey), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ count: v.number(), undoId: v.string() }),
    errors: WRITE_ERRORS,
  },
  'templates.undo': {
    input: v.object({ requestId, undoId: v.string() }),
    output: v.object({ keys: v.array(templateKey) }),
    errors: WRITE_ERRORS,
  },
  /** A text was written with it. */
  'templates.used': {
    input: v.object({ requestId, key: templateKey }),
    output: nothing,
    errors: ['not-found', 'disk'],
  },

  /** Fields that can be merged, and how many contacts have a value; with `phone` its value for that person. */
  'templates.fields': {
    input: v.object({ phone: v.nullable(phoneInput) }),
    output: v.object({
      fields: v.array(
        v.object({
          name: v.string(),
          isCustom: v.boolean(),
          peopleCount: v.number(),
          /** Null: no person was given, or there is no value. */
          value: v.nullable(v.string()),
        }),
      ),
      contactsCount: v.number(),
    }),
    errors: [...OPEN_ERRORS],
  },
  /** The text as one person would get it. */
  'templates.fill': {
    input: v.object({ content: templateText, fallbacks, phone: phoneInput }),
    output: v.object({ pieces: v.array(filledPieceSchema), contactId: v.nullable(v.number()), name: v.string() }),
    errors: [...OPEN_ERRORS],
  },
  /**
   * The text for some contacts: those asked for, else up to four: one with every field, one without, one whose text becomes
   * Unicode, and the longest. Those are looked for among all contacts, together with `templates.measure` of the same text.
   */
  'templates.preview': {
    input: v.object({
      content: templateText,
      fallbacks,
      contactIds: v.nullable(v.pipe(v.array(v.number()), v.maxLength(20))),
    }),
    output: v.object({
      people: v.array(
        v.object({
          contactId: v.number(),
          name: v.string(),
          phone,
          pieces: v.array(filledPieceSchema),
          /** As the operators count: `€` and most emoji are two. */
          length: v.number(),
          parts: v.number(),
          isUnicode: v.boolean(),
          isLongest: v.boolean(),
        }),
      ),
    }),
    errors: ['cancelled', ...OPEN_ERRORS],
  },
  /** The text for all contacts, counted; what is missing counts as `{Field}`. `cancelled`: a newer text is counted. */
  'templates.measure': {
    input: v.object({ content: templateText, fallbacks }),
    output: v.object({
      contactsCount: v.number(),
      /** Characters as the operators count; 0 where there is no contact. */
      shortest: v.number(),
      longest: v.number(),
      partsCounts: v.array(v.object({ parts: v.number(), peopleCount: v.number() })),
      /** Of each field of the text: how many have no value. */
      empty: v.array(v.object({ field: v.string(), peopleCount: v.number(), isKnown: v.boolean() })),
      /** Of one part in the account's country; null: not known. */
      partPrice: v.nullable(moneySchema),
    }),
    errors: ['cancelled', ...OPEN_ERRORS],
  },
} as const;
