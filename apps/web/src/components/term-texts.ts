import { limits } from '@finlist/domain/watchlist/figures'
import '../i18n/seldom-texts.ts'
import { useTranslation } from '../i18n/texts.ts'
import { isFigure } from './figure-names.ts'
import type { TermName } from './term-names.ts'

/** Returns the names and explanations of glossary words, or loads only what one word needs if `only` is given. */
export function useTermTexts(only?: TermName): (of: TermName) => { name: string; text: string } {
  const word = useTranslation(only !== undefined && isFigure(only) ? undefined : 'glossary')
  const figure = useTranslation(only === undefined || isFigure(only) ? 'figure-definitions' : undefined)
  return of =>
    isFigure(of)
      ? { name: figure(of), text: figure(`${of}.text`) }
      : { name: word(of), text: word(`${of}.text`, limits) }
}
