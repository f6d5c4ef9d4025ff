import { boardFigures, type FigureName } from '@finlist/domain/finlist/board-figures'
import { useTranslation } from '../i18n/texts.ts'

export const isFigure = (key: string): key is FigureName => key in boardFigures

/** Returns the names of the table's figures. These texts are fetched only if some figures are shown. */
export function useFigureName(isShown = true): (name: FigureName) => string {
  return useTranslation(isShown ? 'figures' : undefined)
}
