import * as z from 'zod/mini'
import { call } from '../call.ts'
import { plainName } from '../plain-name.ts'

/*
 * A datafeed token lets a charting program read on its owner's behalf, only under `/api/tvchart/t/<token>/…`. These
 * calls respond 404 unless the operator has enabled datafeed tokens.
 */
export const mostDatafeedTokens = 5
/** The number of days without use after which a token expires. */
export const datafeedTokenDays = 90

const name = plainName(60)
const token = z.object({
  tokenId: z.number(),
  name: z.string(),
  madeAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type DatafeedToken = z.output<typeof token>

/** The caller's datafeed tokens, newest first. */
export const datafeedTokens = call({
  method: 'GET',
  path: '/users/user/datafeed-tokens',
  needs: { right: 'chart', fresh: 'never' },
  data: z.array(token),
})

/**
 * Creates a datafeed token and returns the base URL that contains it. The URL is not shown again. Responds 400, code
 * `limit`, if the caller has five tokens.
 */
export const makeDatafeedToken = call({
  method: 'POST',
  path: '/users/user/datafeed-tokens',
  needs: { right: 'chart', fresh: 'always' },
  body: z.object({ name }),
  data: z.object({ address: z.url() }),
})

/** Revokes one of the caller's datafeed tokens: the next use is refused. */
export const endDatafeedToken = call({
  method: 'POST',
  path: '/users/user/datafeed-tokens/:tokenId/end',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ tokenId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) }),
})
