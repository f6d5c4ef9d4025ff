import { inCurrentLanguage } from '../api/language.ts'

type Named = { stockName: string; stockNameZh: string }

/** The Chinese name where the language is Chinese and there is one. */
export const nameOf = ({ stockName, stockNameZh }: Named) =>
  inCurrentLanguage({ en: stockName, zh: stockNameZh }) || stockNameZh

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
