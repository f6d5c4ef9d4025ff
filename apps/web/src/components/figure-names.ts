import { boardFigures, type FigureName } from '@finlist/domain/finlist/board-figures'
import { useTranslation } from '../i18n/texts.ts'

export const isFigure = (key: string): key is FigureName => key in boardFigures

/** Names the figures of the table. The names are fetched only where some are shown. */
export function useFigureName(isShown = true): (name: FigureName) => string {
  return useTranslation(isShown ? 'figures' : undefined)
}
