import { currencies } from '@finlist/domain/currencies'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

/**
 * The newest stored rate of each currency: the value of one unit in Hong Kong dollars, the day of the rate, and its
 * source, such as the ECB, if it is known.
 */
export const exchangeRates = call({
  method: 'GET',
  path: '/exchange-rates',
  topics: ['rates'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(
    z.object({ currency: z.enum(currencies), hkd: z.number(), date: isoDate, source: z.nullable(z.string()) }),
  ),
})
