import { type ComponentType, lazy } from 'react'
import { listedMarket } from '../boot/list-page.ts'
import { fetchFirstList } from '../features/finlist/queries.ts'
import { type Feature, fetchTexts } from '../i18n/texts.ts'
import type { Screen } from './paths.ts'

export type StaffScreen = Extract<Screen, `admin-${string}`>
export type SeldomScreen = Extract<
  Screen,
  | 'affiliates'
  | 'alerts'
  | 'complete-registration'
  | 'education'
  | 'faq'
  | 'fintrainer'
  | 'inbox'
  | 'market-map'
  | 'method'
  | 'movers'
  | 'movers-plus'
  | 'screener'
  | 'shareholding'
  | 'simulator'
  | 'subscribe-verify'
  | 'today'
  | 'tools'
  | 'track-record'
  | 'verify'
>

/** `fetchFirst` fetches the data of the screen's first view. If it fails, the screen fetches the data again. */
export type Code = Promise<{ default: ComponentType; fetchFirst?: () => Promise<unknown> }>

/** Each screen's code and the texts it needs. */
const screens: Record<Exclude<Screen, StaffScreen | SeldomScreen>, () => Code> = {
  dashboard: () => loadWithTexts(['account', 'billing', 'dashboard'], import('./DashboardScreen.tsx')),
  subscribe: () => loadWithTexts(['billing'], import('../features/billing/plans/SubscribeScreen.tsx')),
  finlist: async () => {
    const list = fetchListBeforehand()
    const code = await loadWithTexts(['finlist'], import('../features/finlist/FinListScreen.tsx'))
    await soon(list)
    return code
  },
  markettrend: () => loadWithTexts(['market-trend'], import('../features/market-trend/MarketTrendScreen.tsx')),
  'profit-alerts': () => loadWithTexts(['profit-alerts'], import('../features/profit-alerts/ProfitAlertsScreen.tsx')),
  finder: () => loadWithTexts(['finder', 'figures'], import('../features/finder/FinderScreen.tsx')),
  watchlist: () => loadWithTexts(['watchlist'], import('../features/watchlist/WatchlistScreen.tsx')),
  chart: () => loadWithTexts(['chart', 'stock'], import('../features/chart/ChartScreen.tsx')),
}

/** Fetches a screen's texts and code in parallel. */
export async function loadWithTexts(features: Feature[], code: Code): Code {
  const [screen] = await Promise.all([code, ...features.map(fetchTexts)])
  return screen
}

/** Fetches the main screen's data without waiting for its code. */
async function fetchListBeforehand(): Promise<void> {
  const market = listedMarket()
  if (!market) return
  await fetchFirstList(market.id, new URLSearchParams(location.search).get('issueDate')).catch(() => undefined)
}

const worthWaitingMs = 300

/**
 * Waits briefly for the list, so that the screen is rendered only once, with data. Rendering it empty first would delay
 * the list.
 */
const soon = (list: Promise<void>) => Promise.race([list, new Promise(resolve => setTimeout(resolve, worthWaitingMs))])

const known = new Map<Screen, ComponentType>()
/** Screens whose code is loaded or loading. */
const fetched = new Set<Screen>()

/** Loads a screen ahead of time, so that the app's first paint includes it. */
export async function fetchScreen(screen: Screen): Promise<void> {
  const { default: component } = await open(screen)
  if (!known.has(screen)) known.set(screen, component)
}

/** The screen as a component: the same one on every call, suspended until its code has loaded. */
export function screenOf(screen: Screen): ComponentType {
  const component = known.get(screen) ?? lazy(() => open(screen))
  known.set(screen, component)
  return component
}

/** Loads the code and texts, but no data, of a screen that is likely to be opened next. */
export function expectScreen(screen: Screen): void {
  if (!fetched.has(screen)) codeOf(screen).catch(() => fetched.delete(screen))
}

/** Fetches the screen's first data once its code and texts have loaded. */
async function open(screen: Screen): Code {
  const code = await codeOf(screen)
  code.fetchFirst?.().catch(() => undefined)
  return code
}

/**
 * Loads a screen's code. The addresses of staff screens and rarely opened screens are in separate files, which keeps
 * the main bundle small.
 */
async function codeOf(screen: Screen): Code {
  if (isStaffs(screen)) return (await import('./staff-screens.ts')).staffScreens[screen]()
  if (isSeldom(screen)) return (await import('./seldom-screens.ts')).seldomScreens[screen]()
  return screens[screen]()
}

const isStaffs = (screen: Screen): screen is StaffScreen => screen.startsWith('admin-')
const isSeldom = (screen: Exclude<Screen, StaffScreen>): screen is SeldomScreen => !(screen in screens)
