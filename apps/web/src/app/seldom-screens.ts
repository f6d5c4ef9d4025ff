import '../i18n/seldom-texts.ts'
import { type Code, loadWithTexts, type SeldomScreen } from './screens.ts'

export const seldomScreens: Record<SeldomScreen, () => Code> = {
  affiliates: () => loadWithTexts(['affiliate', 'billing'], import('../features/affiliate/AffiliateScreen.tsx')),
  alerts: () => loadWithTexts(['alerts'], import('../features/alerts/AlertsScreen.tsx')),
  education: () =>
    loadWithTexts(['education', 'figure-definitions', 'glossary'], import('../features/education/EducationScreen.tsx')),
  fintrainer: () => loadWithTexts(['fintrainer', 'stock'], import('./keys/FinTrainerWithKeys.tsx')),
  inbox: () => loadWithTexts(['inbox'], import('../features/inbox/InboxScreen.tsx')),
  'complete-registration': () => loadWithTexts(['account'], import('../features/account/RegistrationScreen.tsx')),
  'market-map': () => loadWithTexts(['screener'], import('../features/screener/MapScreen.tsx')),
  screener: () =>
    loadWithTexts(['screener', 'screen-figures'], import('../features/screener/screen/ScreenerScreen.tsx')),
  shareholding: () => loadWithTexts(['shareholding'], import('../features/shareholding/ShareholdingScreen.tsx')),
  'subscribe-verify': () => loadWithTexts(['billing'], import('../features/billing/CardVerifiedScreen.tsx')),
  simulator: () =>
    loadWithTexts(['chart', 'simulator', 'stock'], import('../features/chart/simulator/SimulatorScreen.tsx')),
  method: () => loadWithTexts(['method'], import('../features/method/MethodScreen.tsx')),
  movers: () => loadWithTexts(['movers'], import('../features/movers/MoversScreen.tsx')),
  'movers-plus': () => loadWithTexts(['movers'], import('../features/movers/MoversScreen.tsx')),
  tools: () => loadWithTexts(['tools'], import('./navigation/ToolsScreen.tsx')),
  'track-record': () => loadWithTexts(['track-record'], import('../features/track-record/TrackRecordScreen.tsx')),
  today: () => loadWithTexts(['today', 'market-trend', 'profit-alerts'], import('../features/today/TodayScreen.tsx')),
  faq: () => loadWithTexts(['guide'], import('../features/guide/FaqScreen.tsx')),
  verify: () => loadWithTexts(['verify'], import('../features/verify/VerifyScreen.tsx')),
}
