import { boardFigures, type FigureName } from '@finlist/domain/finlist/board-figures'
import { useTranslation } from '../i18n/texts.ts'

export const isFigure = (key: string): key is FigureName => key in boardFigures

/** Returns a function that names figures. Their texts are fetched only if `isShown`. */
export function useFigureName(isShown = true): (name: FigureName) => string {
  return useTranslation(isShown ? 'figures' : undefined)
}
