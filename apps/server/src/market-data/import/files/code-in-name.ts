import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { marketIndex } from '@finlist/domain/markets'
import { stockCodes } from '@finlist/domain/markets/stock-codes'
import { CellError } from '../import-errors.ts'
import { endingsOf, readStockCode } from '../stock-code.ts'

const tableEnding = /(?:\.(?:csv|txt|xlsx))?(?:\.gz)?$/i
/** The suffix that a browser adds to the name of a second download. */
const secondDownload = / ?\(\d{1,3}\)$/
/** Words that a price file's name often contains besides the code. */
const usualWords =
  /^(?:d|1d|day|daily|stock|stocks|data|price|prices|history|historical|adjusted|adj|ohlc|ohlcv|quotes|bars|all|refused|過去データ)$/i
const day = /^(?:19|20)\d{2}-?(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\d|3[01]))?$/
const year = /^(?:19|20)\d{2}$/

/**
 * The code of the one stock that a file is named after: 0700.HK.csv, 2330_TW.csv, sh600177.csv, AAPL.csv. Undefined if
 * the name is ambiguous: if it has an unusual word besides the code, two codes, a number that may be a year or a part's
 * number, or an American ticker in lower case without the market's ending.
 */
export function codeInName(name: string, exchange: ChartExchange): string | undefined {
  if (isPractice(exchange)) return undefined
  const file = name.slice(name.lastIndexOf('/') + 1)
  const words = file
    .replace(tableEnding, '')
    .replace(secondDownload, '')
    .split(/[\s_]+/)
    .filter(word => word !== '' && !usualWords.test(word) && !day.test(word))
  const [code, ending, ...others] = words.length > 1 ? words.filter(word => !year.test(word)) : words
  if (code === undefined || others.length > 0) return undefined
  if (ending === undefined) return read(code, exchange)
  return endingsOf(exchange).includes(ending.toUpperCase()) ? read(`${code}.${ending}`, exchange) : undefined
}

function read(word: string, exchange: Exclude<ChartExchange, 'PRAC' | 'GAME'>): string | undefined {
  const { digits, mostDigits = 6 } = stockCodes[exchange]
  const [, ending = ''] = /\.([A-Za-z]{2,4}|T|t)$/.exec(word) ?? []
  const isOfMarket = endingsOf(exchange).includes(ending.toUpperCase()) || /^(?:sh|sz|bj)\.?\d{6}$/i.test(word)
  const isNumbered = /^\d[\dA-Z]+$/.test(word) && word.length >= digits && word.length <= mostDigits && !year.test(word)
  const isTicker = digits === 1 && /^[A-Z]{1,5}(?:[.-][A-Z]{1,2})?$/.test(word)
  if (word === marketIndex[exchange]) return word
  if (!isOfMarket && !isNumbered && !isTicker) return undefined
  try {
    return readStockCode(word, 'stockCode', exchange)
  } catch (error) {
    if (error instanceof CellError) return undefined
    throw error
  }
}
