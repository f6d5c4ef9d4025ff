import { participantShareholdings, shareholdingChanges, stockShareholdings } from '@finlist/contract/shareholding'
import { asked } from '../../api/query-client.ts'

const onDate = (shareholdingDate: string | undefined) => ({ ...(shareholdingDate && { shareholdingDate }) })

export const changesOn = (date: string | undefined) => asked(shareholdingChanges, { query: onDate(date) })

export const holdersOf = (stockCode: string, date: string | undefined) =>
  asked(stockShareholdings, { params: { stockCode }, query: onDate(date) })

export const heldBy = (participantId: string, date: string | undefined) =>
  asked(participantShareholdings, { params: { participantId }, query: onDate(date) })
