import { participantShareholdings, shareholdingChanges, stockShareholdings } from '@finlist/contract/shareholding'
import { callQuery } from '../../api/query-client.ts'

const onDate = (shareholdingDate: string | undefined) => ({ ...(shareholdingDate && { shareholdingDate }) })

export const changesOn = (date: string | undefined) => callQuery(shareholdingChanges, { query: onDate(date) })

export const holdersOf = (stockCode: string, date: string | undefined) =>
  callQuery(stockShareholdings, { params: { stockCode }, query: onDate(date) })

export const heldBy = (participantId: string, date: string | undefined) =>
  callQuery(participantShareholdings, { params: { participantId }, query: onDate(date) })
