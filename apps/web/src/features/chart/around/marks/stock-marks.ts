import { type MarkedStock, setStockMark, stockMarks } from '@finlist/contract/charts/stock-marks'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { type FlagColour, flagColours } from '@finlist/domain/stock-marks/flag-colours'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery, queryClient } from '../../../../api/query-client.ts'
import { request } from '../../../../api/request.ts'

const query = callQuery(stockMarks)

export type StockMarks = ReadonlyMap<string, MarkedStock>

/**
 * The stocks that the user has flagged or written a note on, by symbol, in the order of the server's response.
 * Undefined until they are known.
 */
export function useStockMarks(isOn: boolean): StockMarks | undefined {
  const { data } = useQuery({ ...query, enabled: isOn })
  return useMemo(() => data && new Map(data.map(stock => [symbolOf(stock), stock])), [data])
}

export type Marked = Pick<MarkedStock, 'exchange' | 'stockCode' | 'stockName' | 'stockNameZh'>
export type Mark = Pick<MarkedStock, 'flag' | 'note'>
export const unmarked: Mark = { flag: null, note: '' }

let last: Promise<unknown> = Promise.resolve()

/**
 * Shows the mark immediately and saves it after those set before. A stock whose mark was removed keeps its place in
 * the list until the list is loaded again. Rejects, and loads the saved marks, if the server refuses it.
 */
export async function saveMark(stock: Marked, mark: Partial<Mark>): Promise<void> {
  queryClient.setQueryData<MarkedStock[]>(query.queryKey, before => {
    const isSame = (it: MarkedStock) => symbolOf(it) === symbolOf(stock)
    if (before?.some(isSame)) return before.map(it => (isSame(it) ? { ...it, ...mark } : it))
    return [{ ...stock, ...unmarked, ...mark }, ...(before ?? [])]
  })
  const { exchange, stockCode } = stock
  const turn = last.then(() => request(setStockMark, { params: { exchange, stockCode }, body: mark }))
  last = turn.catch(() => queryClient.invalidateQueries({ queryKey: query.queryKey }))
  await turn
}

/** The colour after this one; after the last, none. */
export const nextFlag = (flag: FlagColour | null): FlagColour | null =>
  flag === null ? flagColours[0] : (flagColours[flagColours.indexOf(flag) + 1] ?? null)
