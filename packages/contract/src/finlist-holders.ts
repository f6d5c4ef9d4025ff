import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

/**
 * The ten largest CCASS holders of every pick of a Hong Kong issue, on the last settlement date that was known when the
 * list was issued.
 */
export const finListShareholdings = call({
  method: 'GET',
  path: '/ccass/finlist',
  topics: ['finlist', 'shareholding'],
  needs: { right: 'shareholding', fresh: 'never' },
  query: z.object({ issueDate: isoDate }),
  data: z.array(
    z.object({
      stockCode: z.string(),
      participantName: z.string(),
      shareholding: z.number(),
      shareholdingPercent: z.number(),
      shareholdingDate: isoDate,
    }),
  ),
})
export type Shareholding = z.output<(typeof finListShareholdings)['data']>[number]
