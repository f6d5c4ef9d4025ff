import { type LinkSuffix, markets } from '@finlist/domain/markets'

/** Every address of the app. `of` is the market of a page that belongs to exactly one market. */
export const routes = [
  { path: '/', screen: 'finlist', of: 'hk' },
  ...markets.map(
    ({ linkSuffix }) => ({ path: `/finlist-${linkSuffix}` as const, screen: 'finlist', of: linkSuffix }) as const,
  ),
  { path: '/finder-hk', screen: 'finder' },
  ...markets.map(
    ({ linkSuffix }) =>
      ({ path: `/markettrend-${linkSuffix}` as const, screen: 'markettrend', of: linkSuffix }) as const,
  ),
  ...markets.map(
    ({ linkSuffix }) =>
      ({ path: `/track-record-${linkSuffix}` as const, screen: 'track-record', of: linkSuffix }) as const,
  ),
  { path: '/top-shareholding-change', screen: 'shareholding' },
  { path: '/market-movers-hk', screen: 'movers' },
  { path: '/market-movers-plus-hk', screen: 'movers-plus' },
  { path: '/stock-news-hk', screen: 'profit-alerts' },
  { path: '/interactive-chart', screen: 'chart' },
  { path: '/fintrainer', screen: 'fintrainer' },
  { path: '/watchlist', screen: 'watchlist' },
  { path: '/today', screen: 'today' },
  { path: '/inbox', screen: 'inbox' },
  { path: '/alerts', screen: 'alerts' },
  { path: '/education', screen: 'education' },
  { path: '/subscribe', screen: 'subscribe' },
  { path: '/subscribe-verify', screen: 'subscribe-verify' },
  { path: '/dashboard', screen: 'dashboard' },
  { path: '/complete-registration', screen: 'complete-registration' },
  { path: '/faq', screen: 'faq' },
  { path: '/method', screen: 'method' },
  { path: '/verify', screen: 'verify' },
  { path: '/tools', screen: 'tools' },
  { path: '/practice/simulator', screen: 'simulator' },
  { path: '/affiliates', screen: 'affiliates' },
  { path: '/admin/affiliates', screen: 'admin-affiliates' },
  { path: '/admin/picking', screen: 'admin-picking' },
  { path: '/admin/upload', screen: 'admin-upload' },
  { path: '/admin/data', screen: 'admin-data' },
  { path: '/admin/user-list', screen: 'admin-users' },
  { path: '/admin/customers', screen: 'admin-customers' },
  { path: '/admin/audit', screen: 'admin-audit' },
  { path: '/admin/revenue', screen: 'admin-revenue' },
  { path: '/admin/overview', screen: 'admin-overview' },
] as const satisfies { path: string; screen: string; of?: LinkSuffix }[]

/** The screens that need no session. */
export const isPublic = (screen: Screen) => screen === 'subscribe-verify' || inPublicFrame.includes(screen)
export const inPublicFrame: readonly Screen[] = ['method', 'track-record', 'verify']

export type AppRoute = (typeof routes)[number]
export type Path = AppRoute['path']
export type Screen = AppRoute['screen']
type MarketScreen = Extract<AppRoute, { of: LinkSuffix }>['screen']

export const pathOf = <S extends MarketScreen>(screen: S, market: LinkSuffix) => `/${screen}-${market}` as const

/** The route of an address, with or without a trailing slash. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1')
  return routes.find(route => route.path === path)
}

/** The screens in the sidebar's Hong Kong group. */
const ofHongKong: Screen[] = ['finder', 'shareholding', 'movers', 'movers-plus', 'profit-alerts']

/** The market that a page is about; undefined if it is about none or several. */
export function marketAt(pathname: string): LinkSuffix | undefined {
  const route = routeAt(pathname)
  if (!route) return undefined
  return 'of' in route ? route.of : ofHongKong.includes(route.screen) ? 'hk' : undefined
}

/**
 * The market and the screen of a market's page; undefined for other pages, including the track record, which is outside
 * the app's frame.
 */
export function marketPageAt(
  pathname: string,
): { screen: Exclude<MarketScreen, 'track-record'>; of: LinkSuffix } | undefined {
  const route = routeAt(pathname)
  return route && 'of' in route && route.screen !== 'track-record' ? { screen: route.screen, of: route.of } : undefined
}
