import { exchangeIds } from '@finlist/domain/markets'
import { entryKinds } from '@finlist/domain/record/entry'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate } from './finlist.ts'

const number = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))

/** Entries that a page of the public record has at most. */
export const entriesOfAPage = 1_000

/** Which entries of /record.ndjson: from `from` on, a page of them. */
export const recordPage = z.object({ from: z._default(number, 1) })

/**
 * Of /record/proof: `seq` alone asks where an entry stands in the whole tree or in that of the first `to`; `from` and
 * `to`, that one tree is the beginning of the other.
 */
export const recordProof = z.union([
  z.object({ seq: number, to: z.optional(number) }),
  z.object({ from: number, to: z.optional(number) }),
])

/** An entry with its body, masked or not, for whoever has the right to the list of its market. */
export const recordEntry = call({
  method: 'GET',
  protocol: true,
  path: '/record/:seq',
  needs: 'signed-in',
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

/** What the method looked at on the day, as gzipped CSV; where the market's data may be handed on. */
export const recordBars = call({
  method: 'GET',
  path: '/record/bars/:exchange',
  needs: ({ exchange }) => `finlist:${exchange}` as const,
  params: exchangeParams,
  query: z.object({ date: isoDate }),
})
