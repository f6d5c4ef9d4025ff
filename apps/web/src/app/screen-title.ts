import { useTranslation } from '../i18n/texts.ts'
import type { AppRoute } from './paths.ts'

/** A screen's name, as used in its heading, in the window title and in lists of links. */
export function useScreenTitle(): (route: AppRoute) => string {
  const t = useTranslation()
  return route => t(`screen.${route.screen}`, { market: 'of' in route ? t(`market.${route.of}`) : '' })
}
