import { type LinkSuffix, markets } from '@finlist/domain/markets'

/** The screens whose address is their name. */
const plain = [
  'fintrainer',
  'watchlist',
  'today',
  'inbox',
  'alerts',
  'education',
  'subscribe',
  'subscribe-verify',
  'dashboard',
  'complete-registration',
  'faq',
  'method',
  'verify',
  'tools',
  'screener',
  'affiliates',
] as const

/** The screens of staff whose address is their name. */
const ofStaff = ['affiliates', 'picking', 'upload', 'data', 'customers', 'audit', 'revenue', 'overview'] as const

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
  ...plain.map(screen => ({ path: `/${screen}` as const, screen }) as const),
  { path: '/screener/map', screen: 'market-map' },
  { path: '/practice/simulator', screen: 'simulator' },
  ...ofStaff.map(name => ({ path: `/admin/${name}` as const, screen: `admin-${name}` as const }) as const),
  { path: '/admin/user-list', screen: 'admin-users' },
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
