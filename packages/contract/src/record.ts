import { exchangeIds } from '@finlist/domain/markets'
import { entryKinds } from '@finlist/domain/record/entry'
import { languageIds } from '@finlist/i18n/languages'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate } from './finlist.ts'

const number = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))

/** Maximum number of entries per page of the public record. */
export const entriesOfAPage = 1_000

/** The query of /record.ndjson, which returns a page of entries, starting with number `from`. */
export const recordPage = z.object({ from: z._default(number, 1) })

/**
 * The query of /record/proof. `seq` requests the inclusion proof of an entry, in the whole tree or in that of the first
 * `to` entries. `from` and `to` request the consistency proof between the trees of those sizes.
 */
export const recordProof = z.union([
  z.object({ seq: number, to: z.optional(number) }),
  z.object({ from: number, to: z.optional(number) }),
])

/** The query of /finlist.atom: the language of its titles. */
export const feedQuery = z.object({ lang: z._default(z.enum(languageIds), 'en') })

/**
 * An entry of the public record with its full body, even while the public record masks it. Forbidden without the right
 * to the list of the entry's market. 404 if there is no such entry.
 */
export const recordEntry = call({
  method: 'GET',
  protocol: true,
  path: '/record/:seq',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ seq: number }),
  data: z.object({
    seq: z.number(),
    prev: z.string(),
    kind: z.enum(entryKinds),
    market: z.enum([...exchangeIds, '']),
    madeAt: z.iso.datetime(),
    keyId: z.string(),
    bodyHash: z.string(),
    body: z.string(),
    hash: z.string(),
    signature: z.string(),
  }),
})

/**
 * The bars that the method used for the market's list of that day, as gzipped CSV. Forbidden, code `not-handed-on`, if
 * the market's data may not be redistributed; 429 while too many of these files are being sent.
 */
export const recordBars = call({
  method: 'GET',
  path: '/record/bars/:exchange',
  needs: { right: ({ exchange }) => `finlist:${exchange}` as const, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ date: isoDate }),
})

const whole = z.int()
const wholes = z.array(whole).check(z.maxLength(600))

/**
 * A pick of a recorded issue with the bars that the method used for its stock, so that the browser can compute the pick
 * again. `days` and `close` are differences from the previous bar, the first from 0; `high` is the distance above the
 * close, and `low` that below it. Days are counted from 1970-01-01; prices are in ten-thousandths of the currency. 404
 * if the issue is not in the record; Forbidden, code `not-handed-on`, if the market's data may not be redistributed.
 */
export const recordPick = call({
  method: 'GET',
  path: '/record/pick/:exchange',
  needs: { right: ({ exchange }) => `finlist:${exchange}` as const, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ date: isoDate, stockCode: z.string().check(z.minLength(1), z.maxLength(12)) }),
  data: z.object({
    /** The number of the newest entry. */
    seq: z.number(),
    made: z.enum(['method', 'staff']),
    /** The constants of the method that made the list; empty if staff made it. */
    constants: z.string(),
    /** The stock's row in the method's list, in RFC 8785 form; null if the method did not list the stock. */
    row: z.nullable(z.string()),
    /** Null if the method did not consider the stock. */
    bars: z.nullable(
      z.object({
        days: wholes,
        high: wholes,
        low: wholes,
        close: wholes,
        volume: wholes,
        splits: z.array(z.object({ exDay: whole, numerator: whole, denominator: whole })),
      }),
    ),
  }),
})
export type RecordedPick = z.output<(typeof recordPick)['data']>
