import { parseMarked } from '@finlist/domain/chart/marked-code'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { inCurrentLanguage } from '../api/language.ts'

type Named = { stockName: string; stockNameZh: string }

/** The Chinese name if the language is Chinese and the stock has one. */
export const nameOf = ({ stockName, stockNameZh }: Named) =>
  inCurrentLanguage({ en: stockName, zh: stockNameZh }) || stockNameZh

type Searched = Named & { stockCode: string; exchange?: ExchangeId }

/**
 * Whether the typed text matches the stock: part of its code, with or without leading zeros, or part of either name. A
 * code that names a market matches only stocks of that market. A stock that names no market belongs to `exchange`.
 */
export function isSearched({ stockCode, ...stock }: Searched, typed: string, exchange = stock.exchange): boolean {
  const marked = parseMarked(typed)
  if (marked) return marked.exchange === exchange && marked.stockCode === padded(marked.exchange, stockCode)
  const sought = typed.normalize('NFKC').trim().toLowerCase()
  if (sought === '') return true
  const code = stockCode.toLowerCase()
  return (
    code.includes(sought) ||
    (isDigits(sought) && isDigits(code) && Number(sought) === Number(code)) ||
    [stock.stockName, stock.stockNameZh].some(name => name.toLowerCase().includes(sought))
  )
}

const isDigits = (text: string) => /^\d+$/.test(text)
