import { markets } from '@finlist/domain/markets'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { noteView } from '../api/last-viewed.ts'
import { useOperator } from '../api/operator.ts'
import { read } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'
import { chooseMarket } from './navigation/market-choice.ts'
import { marketAt, marketPageAt, routeAt } from './paths.ts'
import { useScreenTitle } from './screen-title.ts'

/** On each navigation, sets the title, focus, scroll position and current market, and records the view. */
export function useRouteChange(): void {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const { brand } = useOperator()
  const t = useTranslation()
  const titleOf = useScreenTitle()
  const shown = useRef<string>(undefined)

  const route = routeAt(pathname)
  const title = route && titleOf(route)
  useEffect(() => {
    if (title) document.title = title.includes(brand) ? title : `${title} · ${brand}`
  }, [title, brand])

  useEffect(() => {
    const market = markets.find(({ linkSuffix }) => linkSuffix === marketAt(pathname))
    if (market) chooseMarket(market, t(`market.${market.linkSuffix}`))
    document.documentElement.dataset['market'] = read('currentMarket').linkSuffix
  }, [key, pathname, t])

  useEffect(() => {
    const page = marketPageAt(pathname)
    if (page) noteView(page.screen, page.of)
    const before = shown.current
    shown.current = pathname
    // On the first screen, or if only the query changes, focus and scroll position stay as they are.
    if (before === undefined || before === pathname) return
    if (how !== 'POP') scrollTo(0, 0)
    const target = document.getElementById('page-title') ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }, [key, pathname, how])
}
