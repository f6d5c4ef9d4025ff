import { useTranslation } from '../i18n/texts.ts'
import type { AppRoute } from './paths.ts'

/** The name a screen goes by: in its head, in the window's title and in lists of links. */
export function useScreenTitle(): (route: AppRoute) => string {
  const t = useTranslation()
  return route => t(`screen.${route.screen}`, { market: 'of' in route ? t(`market.${route.of}`) : '' })
}
