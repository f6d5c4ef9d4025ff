import * as z from 'zod/mini'
import { call } from '../call.ts'
import { plainName } from '../plain-name.ts'

/*
 * A datafeed token gives a charting program read access on its owner's behalf, only under `/api/tvchart/t/<token>/…`.
 * These calls respond 404 unless the operator has enabled datafeed tokens.
 */
export const mostDatafeedTokens = 5
/** A token expires after this many days without use. */
export const datafeedTokenDays = 90

const name = plainName(60)
const token = z.object({
  tokenId: z.number(),
  name: z.string(),
  madeAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type DatafeedToken = z.output<typeof token>

/** The caller's tokens, newest first. */
export const datafeedTokens = call({
  method: 'GET',
  path: '/users/user/datafeed-tokens',
  needs: { right: 'chart', fresh: 'never' },
  data: z.array(token),
})

/** Creates a token and returns the base URL that contains it; the URL is shown only once. */
export const makeDatafeedToken = call({
  method: 'POST',
  path: '/users/user/datafeed-tokens',
  needs: { right: 'chart', fresh: 'always' },
  body: z.object({ name }),
  data: z.object({ address: z.url() }),
})

/** Revokes one of the caller's tokens, from its next use on. */
export const endDatafeedToken = call({
  method: 'POST',
  path: '/users/user/datafeed-tokens/:tokenId/end',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ tokenId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) }),
})
