import { markets } from '@finlist/domain/markets'
import { type ComponentType, lazy } from 'react'
import { read } from '../api/storage.ts'
import { fetchFirstList } from '../features/finlist/queries.ts'
import { type Feature, fetchTexts } from '../i18n/texts.ts'
import { marketPageAt, type Screen } from './paths.ts'

export type StaffScreen = Extract<Screen, `admin-${string}`>

export type Code = Promise<{ default: ComponentType }>

/** Each screen: its code and the texts it needs. */
const screens: Record<Exclude<Screen, StaffScreen>, () => Code> = {
  'complete-registration': () => arrived(['account'], import('../features/account/RegistrationScreen.tsx')),
  dashboard: () => arrived(['account', 'billing', 'dashboard'], import('./DashboardScreen.tsx')),
  subscribe: () => arrived(['billing'], import('../features/billing/plans/SubscribeScreen.tsx')),
  'subscribe-verify': () => arrived(['billing'], import('../features/billing/CardVerifiedScreen.tsx')),
  finlist: () => {
    fetchListBeforehand()
    return arrived(['finlist'], import('../features/finlist/FinListScreen.tsx'))
  },
  markettrend: () => arrived(['market-trend'], import('../features/market-trend/MarketTrendScreen.tsx')),
  movers: () => arrived(['movers'], import('../features/movers/MoversScreen.tsx')),
  'movers-plus': () => arrived(['movers'], import('../features/movers/MoversScreen.tsx')),
  'profit-alerts': () => arrived(['profit-alerts'], import('../features/profit-alerts/ProfitAlertsScreen.tsx')),
  shareholding: () => arrived(['shareholding'], import('../features/shareholding/ShareholdingScreen.tsx')),
  finder: () => arrived(['finder'], import('../features/finder/FinderScreen.tsx')),
  fintrainer: () => arrived(['fintrainer', 'stock'], import('../features/fintrainer/FinTrainerScreen.tsx')),
  watchlist: () => arrived(['watchlist'], import('../features/watchlist/WatchlistScreen.tsx')),
  chart: () => arrived(['chart', 'stock'], import('../features/chart/ChartScreen.tsx')),
  simulator: () => arrived(['chart', 'stock'], import('../features/chart/simulator/SimulatorScreen.tsx')),
  affiliates: () => arrived(['affiliate', 'billing'], import('../features/affiliate/AffiliateScreen.tsx')),
  education: () => arrived(['education'], import('../features/education/EducationScreen.tsx')),
  faq: () => arrived(['guide'], import('../features/guide/FaqScreen.tsx')),
  tools: () => arrived([], import('./ToolsScreen.tsx')),
}

/** A screen's texts and its code, fetched side by side. */
export const arrived = async (features: Feature[], code: Code): Code =>
  (await Promise.all([code, ...features.map(fetchTexts)]))[0]

/** The main screen's data does not wait for its code. */
function fetchListBeforehand() {
  const page = marketPageAt(location.pathname)
  const suffix = location.pathname === '/' && location.search === '' ? read('currentMarket').linkSuffix : page?.of
  const market = markets.find(({ linkSuffix }) => linkSuffix === suffix)
  if (page?.screen !== 'finlist' || !market) return
  fetchFirstList(market.id, new URLSearchParams(location.search).get('issueDate')).catch(() => undefined)
}

const known = new Map<Screen, ComponentType>()

/** Fetches a screen before anything asks for it: what is there when the app is drawn stands in the first picture. */
export async function fetchScreen(screen: Screen): Promise<void> {
  const { default: component } = await codeOf(screen)
  if (!known.has(screen)) known.set(screen, component)
}

/** The screen as a component, the same one from the first time on; it waits for its code where that is not there yet. */
export function screenOf(screen: Screen): ComponentType {
  const component = known.get(screen) ?? lazy(() => codeOf(screen))
  known.set(screen, component)
  return component
}

/** Few people are of the staff: where their screens are is not told to everybody. */
const codeOf = async (screen: Screen): Code =>
  isStaffs(screen) ? (await import('./staff-screens.ts')).staffScreens[screen]() : screens[screen]()

const isStaffs = (screen: Screen): screen is StaffScreen => screen.startsWith('admin-')
