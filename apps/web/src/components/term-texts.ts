import { limits } from '@finlist/domain/watchlist/figures'
import '../i18n/seldom-texts.ts'
import { useTranslation } from '../i18n/texts.ts'
import { isFigure } from './figure-names.ts'
import type { TermName } from './term-names.ts'

/**
 * Returns a function for the name and explanation of a glossary word. With `only`, loads just the texts for this word.
 */
export function useTermTexts(only?: TermName): (of: TermName) => { name: string; text: string } {
  const word = useTranslation(only !== undefined && isFigure(only) ? undefined : 'glossary')
  const figure = useTranslation(only === undefined || isFigure(only) ? 'figure-definitions' : undefined)
  return of =>
    isFigure(of)
      ? { name: figure(of), text: figure(`${of}.text`) }
      : { name: word(of), text: word(`${of}.text`, limits) }
}
