import type { ExchangeId } from '@finlist/domain/markets'
import { currentLanguage } from '../api/language.ts'

type Named = { stockName: string; stockNameZh: string }

/** The Chinese name where the language is Chinese and there is one. */
export const nameOf = ({ stockName, stockNameZh }: Named) =>
  (currentLanguage() === 'zh' && stockNameZh) || stockName || stockNameZh

/** Hong Kong codes of digits alone are shown with four of them at least. */
export const codeShown = (exchange: ExchangeId, code: string) =>
  exchange === 'HKEX' && /^\d+$/.test(code) ? code.padStart(4, '0') : code

/** Whether the typed text is part of the code, padded or not, or of either name. */
export function isSearched({ stockCode, ...names }: Named & { stockCode: string }, typed: string): boolean {
  const sought = typed.trim().toLowerCase()
  if (sought === '') return true
  const code = stockCode.toLowerCase()
  return (
    code.includes(sought) ||
    (isDigits(sought) && isDigits(code) && Number(sought) === Number(code)) ||
    [names.stockName, names.stockNameZh].some(name => name.toLowerCase().includes(sought))
  )
}

const isDigits = (text: string) => /^\d+$/.test(text)
