import { user } from '@finlist/contract/account/account'
import { type LinkSuffix, type Market, markets } from '@finlist/domain/markets'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { callQuery, queryClient } from '../api/query-client.ts'
import { isStored, read } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'
import { chooseMarket } from './navigation/market-choice.ts'
import { pathOf } from './paths.ts'

/**
 * Redirects a user who opens the app without naming a page to the list of their current market. If no market was chosen
 * in this browser, the current market becomes the one they subscribe to, provided there is exactly one.
 */
export function OpeningScreen() {
  const t = useTranslation()
  const { pathname, search } = useLocation()
  const [market] = useState(ownMarket)
  const [start] = useState(() => {
    const suffix: LinkSuffix = (market ?? read('currentMarket')).linkSuffix
    return pathname === '/' && search === '' && suffix !== 'hk' ? pathOf('finlist', suffix) : pathname
  })
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && pathname === start) setOpen(true)
  useEffect(() => {
    if (market && !isStored('currentMarket')) chooseMarket(market, t(`market.${market.linkSuffix}`))
  }, [market, t])
  return isOpen ? <Outlet /> : <Navigate to={start} replace />
}

/**
 * The market the user subscribes to. Undefined if there is not exactly one, or if a market has been chosen in this
 * browser.
 */
function ownMarket(): Market | undefined {
  if (isStored('currentMarket')) return undefined
  const rights = queryClient.getQueryData(callQuery(user).queryKey)?.rights ?? []
  const own = markets.filter(({ id }) => rights.includes(`finlist:${id}`))
  return own.length === 1 ? own[0] : undefined
}
