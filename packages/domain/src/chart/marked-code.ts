import { stockCodes } from '../markets/stock-codes.ts'
import { type ExchangeId, exchangeIds } from '../markets.ts'
import { padded } from './padded.ts'

/**
 * Parses a code that includes a market suffix or prefix, as other services write it: '0700.HK', '00700.HK',
 * '600177.SH', 'sh600177', also in full-width characters. Undefined without a known suffix or prefix.
 */
export function parseMarked(text: string): { exchange: ExchangeId; stockCode: string } | undefined {
  const typed = text.normalize('NFKC').trim().toUpperCase()
  const [, before, digits] = /^(HK|SH|SZ)(\d{4,6})$/.exec(typed) ?? []
  const [, code = digits, mark = before] = /^([A-Z\d]{1,12})\.([A-Z]{1,3})$/.exec(typed) ?? []
  const exchange = exchangeIds.find(id => mark !== undefined && stockCodes[id].endings.includes(mark))
  if (!exchange || !code) return undefined
  return { exchange, stockCode: padded(exchange, stockCodes[exchange].isPadded ? code.replace(/^0+(?=.)/, '') : code) }
}
