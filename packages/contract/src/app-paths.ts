import { markets } from '@finlist/domain/markets'

const ofEachMarket = (screen: string) => markets.map(({ linkSuffix }) => `/${screen}-${linkSuffix}`)

/** The paths of pages that can be read without signing in. */
export const publicPaths: readonly string[] = ['/method', '/verify', ...ofEachMarket('track-record')]

/** The path of every page of the app, without a trailing slash. */
export const appPaths: readonly string[] = [
  '/',
  ...ofEachMarket('finlist'),
  '/finder-hk',
  ...ofEachMarket('markettrend'),
  ...publicPaths,
  '/top-shareholding-change',
  '/market-movers-hk',
  '/market-movers-plus-hk',
  '/stock-news-hk',
  '/interactive-chart',
  '/fintrainer',
  '/watchlist',
  '/today',
  '/inbox',
  '/alerts',
  '/education',
  '/subscribe',
  '/subscribe-verify',
  '/dashboard',
  '/complete-registration',
  '/faq',
  '/tools',
  '/screener',
  '/screener/map',
  '/practice/simulator',
  '/affiliates',
  '/admin/affiliates',
  '/admin/picking',
  '/admin/upload',
  '/admin/data',
  '/admin/user-list',
  '/admin/customers',
  '/admin/audit',
  '/admin/revenue',
  '/admin/overview',
]
