import * as z from 'zod/mini'
import { call } from '../call.ts'
import { exchangeId } from '../finlist.ts'

/**
 * Which of the first steps the caller has taken: opened a pick of a newest list, ever set an alert, finished a level of
 * FinTrainer. Null if there is nothing to show: all are taken or dismissed, or the account is older than the feature.
 */
export const firstSteps = call({
  method: 'GET',
  path: '/users/user/first-steps',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.nullable(z.object({ pick: z.boolean(), alert: z.boolean(), level: z.boolean() })),
})
export type FirstSteps = NonNullable<z.output<(typeof firstSteps)['data']>>

/**
 * Reports that the caller opened a stock's panel or chart. It counts as the first step if the stock is a pick of the
 * market's newest list that the caller may see. The response is the same for every stock.
 */
export const openedPick = call({
  method: 'POST',
  path: '/users/user/first-steps/pick',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ exchange: exchangeId, stockCode: z.string().check(z.minLength(1), z.maxLength(20)) }),
})

/** Dismisses the first steps for good, on every device. */
export const dismissFirstSteps = call({
  method: 'POST',
  path: '/users/user/first-steps/dismiss',
  needs: { right: 'signed-in', fresh: 'never' },
})
