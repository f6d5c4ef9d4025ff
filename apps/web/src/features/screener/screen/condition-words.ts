import type { NumberName, TextName } from '@finlist/domain/screener/figures'
import type { Condition, Expression, Operand } from '@finlist/domain/screener/query'
import { inWords } from '@finlist/i18n/in-words'
import { currentLanguage } from '../../../api/language.ts'
import { formatNumber } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { useFigureWords } from './figure-words.ts'
import { useAmount } from './number-words.ts'

const signs = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '=': '=', '!=': '≠' } as const
export const signOf = (is: keyof typeof signs) => signs[is]

/** Returns a function that writes a part of a query in words, for example `RS rank 80 to 99`. */
export function useConditionWords(textName: (name: TextName, text: string) => string): (part: Expression) => string {
  const t = useTranslation('screener')
  const { nameOf } = useFigureWords()
  const amount = useAmount()
  const operand = (to: Operand, figure: NumberName) => {
    if ('number' in to) return amount(figure, to.number)
    const name = to.of ? t('words.sector', { figure: nameOf(to.figure) }) : nameOf(to.figure)
    return to.times === 1 ? name : t('words.times', { times: formatNumber(to.times), figure: name })
  }
  const condition = (it: Condition): string => {
    const figure = nameOf(it.figure)
    switch (it.kind) {
      case 'compare':
        return t('words.compare', { figure, sign: signOf(it.is), value: operand(it.to, it.figure) })
      case 'range':
        return t('words.range', { figure, from: amount(it.figure, it.from), to: amount(it.figure, it.to) })
      case 'text':
        return t('words.text', {
          figure,
          values: inWords(
            currentLanguage(),
            it.values.map(value => textName(it.figure, value)),
            'or',
          ),
        })
      case 'flag':
        return figure
      case 'extreme':
        return t(`words.${it.side}.${it.unit}`, { figure, count: it.amount })
    }
  }
  const words = (part: Expression, isInner: boolean): string => {
    if (part.kind === 'not')
      return part.part.kind === 'flag'
        ? t('words.no', { figure: nameOf(part.part.figure) })
        : t('words.not', { part: words(part.part, true) })
    if (!('parts' in part)) return condition(part)
    const all = part.parts
      .map(inner => words(inner, true))
      .reduce((one, other) => t(`words.${part.kind}`, { one, other }))
    return isInner ? t('words.brackets', { part: all }) : all
  }
  return part => words(part, false)
}
