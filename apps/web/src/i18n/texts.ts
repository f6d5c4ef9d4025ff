import type { Name } from '@finlist/contract/names'
import type { FigureName } from '@finlist/domain/finlist/board-figures'
import { type Language } from '@finlist/i18n/languages'
import { use, useCallback, useSyncExternalStore } from 'react'
import type account from './locales/en/account.json'
import type admin from './locales/en/admin.json'
import type affiliate from './locales/en/affiliate.json'
import type alerts from './locales/en/alerts.json'
import type around from './locales/en/around.json'
import type billing from './locales/en/billing.json'
import type channels from './locales/en/channels.json'
import type chart from './locales/en/chart.json'
import type chartFile from './locales/en/chart-file.json'
import type checkPick from './locales/en/check-pick.json'
import type columns from './locales/en/columns.json'
import type compare from './locales/en/compare.json'
import type customers from './locales/en/customers.json'
import type dashboard from './locales/en/dashboard.json'
import type drawing from './locales/en/drawing.json'
import type education from './locales/en/education.json'
import type examples from './locales/en/examples.json'
import type figures from './locales/en/figures.json'
import type finder from './locales/en/finder.json'
import type finlist from './locales/en/finlist.json'
import type fintrainer from './locales/en/fintrainer.json'
import type firstSteps from './locales/en/first-steps.json'
import type glossary from './locales/en/glossary.json'
import type guide from './locales/en/guide.json'
import type inbox from './locales/en/inbox.json'
import type keys from './locales/en/keys.json'
import type legal from './locales/en/legal.json'
import type listCharts from './locales/en/list-charts.json'
import type listHelp from './locales/en/list-help.json'
import type marketTrend from './locales/en/market-trend.json'
import type method from './locales/en/method.json'
import type model from './locales/en/model.json'
import type movers from './locales/en/movers.json'
import type notices from './locales/en/notices.json'
import type outlook from './locales/en/outlook.json'
import type overview from './locales/en/overview.json'
import type picking from './locales/en/picking.json'
import type profitAlerts from './locales/en/profit-alerts.json'
import type replay from './locales/en/replay.json'
import type revenue from './locales/en/revenue.json'
import type screenFigures from './locales/en/screen-figures.json'
import type screener from './locales/en/screener.json'
import type search from './locales/en/search.json'
import type shareholding from './locales/en/shareholding.json'
import type shell from './locales/en/shell.json'
import type simulator from './locales/en/simulator.json'
import type stateRates from './locales/en/state-rates.json'
import type stock from './locales/en/stock.json'
import type studies from './locales/en/studies.json'
import type today from './locales/en/today.json'
import type tools from './locales/en/tools.json'
import type trackRecord from './locales/en/track-record.json'
import type users from './locales/en/users.json'
import type verify from './locales/en/verify.json'
import type watchlist from './locales/en/watchlist.json'
import type weekly from './locales/en/weekly.json'
import type why from './locales/en/why.json'

/** Names that `shared-names.ts` adds to the text files during the build. */
type NamesOf<Kind extends string> = Record<Extract<Name, `${Kind}.${string}`>, string>

type Texts = {
  account: typeof account
  admin: typeof admin
  affiliate: typeof affiliate
  alerts: typeof alerts
  around: typeof around
  billing: typeof billing & NamesOf<'plan'>
  channels: typeof channels
  chart: typeof chart
  'chart-file': typeof chartFile
  'check-pick': typeof checkPick
  columns: typeof columns
  compare: typeof compare
  customers: typeof customers
  dashboard: typeof dashboard
  drawing: typeof drawing
  education: typeof education
  examples: typeof examples
  finder: typeof finder
  finlist: typeof finlist
  figures: Pick<typeof figures, FigureName>
  'figure-definitions': typeof figures
  'first-steps': typeof firstSteps
  fintrainer: typeof fintrainer
  glossary: typeof glossary
  guide: typeof guide
  inbox: typeof inbox
  keys: typeof keys
  legal: typeof legal
  'list-charts': typeof listCharts
  'list-help': typeof listHelp
  'market-trend': typeof marketTrend
  method: typeof method
  model: typeof model
  movers: typeof movers
  notices: typeof notices
  picking: typeof picking
  'profit-alerts': typeof profitAlerts
  outlook: typeof outlook
  overview: typeof overview
  replay: typeof replay
  revenue: typeof revenue
  search: typeof search
  'screen-figures': typeof screenFigures
  screener: typeof screener
  shareholding: typeof shareholding
  shell: typeof shell & NamesOf<'market'>
  simulator: typeof simulator
  'state-rates': typeof stateRates
  stock: typeof stock
  studies: typeof studies
  today: typeof today
  tools: typeof tools
  'track-record': typeof trackRecord
  users: typeof users
  verify: typeof verify
  watchlist: typeof watchlist
  weekly: typeof weekly
  why: typeof why
}
export type Feature = keyof Texts
type Singular<K> = K extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : K
/**
 * A key of the feature's English texts; any other key does not compile. Every feature may also use the shell's texts.
 */
export type Key<F extends Feature> = Singular<keyof Texts[F] | keyof Texts['shell']>
export type Translate<F extends Feature = 'shell'> = (key: Key<F>, values?: Values) => string
type Values = Record<string, string | number>
export type Dictionary = Record<string, string>

type Files = Record<string, () => Promise<Dictionary>>

/** The text files, except those for staff screens and rarely opened screens. */
const files = import.meta.glob<Dictionary>(
  [
    './locales/*/*.json',
    '!./locales/*/{admin,affiliate,alerts,around,channels,chart-file,check-pick,columns,compare,customers,drawing,education,examples,first-steps,fintrainer,glossary,guide,inbox,keys,legal,list-charts,list-help,method,model,movers,outlook,overview,picking,replay,revenue,screen-figures,screener,search,shareholding,simulator,state-rates,studies,today,tools,track-record,users,verify,weekly}.json',
  ],
  { import: 'default' },
)
const loaded = new Map<string, Dictionary>()
const loading = new Map<string, Promise<unknown>>()
const wanted = new Set<Feature>(['shell'])
const listeners = new Set<() => void>()
let spoken: Language = 'en'
/** The language being switched to. While it differs from `spoken`, its texts are still loading. */
let next: Language = 'en'

/** Switches all texts to this language once they have loaded. */
export async function setLanguage(language: Language): Promise<void> {
  next = language
  await Promise.all([...wanted].map(feature => fetchFile(language, feature)))
  if (next !== language) return
  spoken = language
  for (const listener of listeners) listener()
}

/** Adds further text files. */
export const addTexts = (more: Files) => Object.assign(files, more)

/** Fetches a feature's texts in the current language, or in the one being switched to. */
export function fetchTexts(feature: Feature): Promise<unknown> {
  return needsFile(next, feature)
}

/**
 * Returns texts by key, filled with `values`. A `count` among these selects the plural form: the key with `_one`,
 * `_other` and so on. The function stays the same until the language changes. Suspends while texts load.
 */
export function useTranslation<F extends Feature = 'shell'>(feature?: F): Translate<F> {
  const language = useSyncExternalStore(subscribe, () => spoken)
  // `use` is called even for loaded texts: when React resumes after suspending, the same hooks must be called.
  for (const needed of [feature ?? 'shell', 'shell'] as const) use(needsFile(language, needed))
  return useCallback(
    (key: Key<F>, values?: Values) => textOf(language, feature ?? 'shell', key as string, values),
    [language, feature],
  )
}

function needsFile(language: Language, feature: Feature): Promise<unknown> {
  wanted.add(feature)
  return fetchFile(language, feature)
}

function textOf(language: Language, feature: Feature, key: string, values: Values = {}): string {
  const dictionaries = [loaded.get(`${language}/${feature}`), loaded.get(`${language}/shell`)]
  const plural = `${key}_${typeof values['count'] === 'number' ? new Intl.PluralRules(language).select(values['count']) : ''}`
  const text = dictionaries.map(texts => texts?.[plural] ?? texts?.[key]).find(found => found !== undefined) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

function fetchFile(language: Language, feature: Feature): Promise<unknown> {
  const name = `${language}/${feature}`
  const under = loading.get(name)
  if (under) return under
  const load = files[`./locales/${name}.json`]?.() ?? Promise.reject(new Error(`no texts ${name}`))
  const promise: Promise<void> & { status?: 'fulfilled' } = load.then(
    texts => {
      loaded.set(name, texts)
      // React reads this property, and does not suspend for a fulfilled promise.
      promise.status = 'fulfilled'
    },
    (error: unknown) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, promise)
  return promise
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
