import type { FinListStock } from '@finlist/contract/finlist'
import type { Day } from '@finlist/domain/calendar'
import { padded } from '@finlist/domain/chart/padded'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import { currencyOf, type ExchangeId, marketOf } from '@finlist/domain/markets'
import { type Language, languages } from '@finlist/i18n/languages'
import { type Html, html } from '@finlist/identity/pages/html'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { type TextKey, translate } from '../../http/translate.ts'
import { openPickOf } from '../../market-data/lists/open-pick.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/lists/picks.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'

/** The open pick of a market's newest list, with the number of picks in the list. */
export type PublicPick = {
  exchange: ExchangeId
  issueDate: Day
  total: number
  stock: Omit<FinListStock, 'fundamentalData'>
}

/** Undefined if the market has no list, or if the operator or the source of its prices does not allow showing the pick. */
export async function readPublicPick(db: Db, exchange: ExchangeId, config: Config): Promise<PublicPick | undefined> {
  if (config.PUBLIC_PICK === 'off' || sourceUse(config, exchange) === 'internal') return undefined
  const [issueDate] = await readIssueDates(db, exchange)
  if (issueDate === undefined) return undefined
  const picks = await readPicks(db, exchange, issueDate)
  const open = openPickOf(picks.map(pick => ({ free: pick.free_pick, stock: stockOf(pick) })))
  return open && { exchange, issueDate, total: picks.length, stock: open.stock }
}

export const pickPath = (exchange: ExchangeId) => `/pick-${marketOf(exchange).linkSuffix}`

/** The pick's figures as they are shown. */
export function pickFigures({ exchange, stock }: PublicPick, language: Language) {
  const { locale } = languages[language]
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, options).format(value)
  const price = (value: number) =>
    `${currencyOf[exchange]} ${number(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
  const percent = (value: number) =>
    `${number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })}%`
  const change = (value: number | null): Html | string =>
    value === null
      ? '–'
      : html`<span class="${value > 0 ? 'up' : value < 0 ? 'down' : 'soft'}">${percent(value)}</span>`
  return {
    path: pickPath(exchange),
    code: padded(exchange, stock.stockCode),
    name: (language === 'zh' && stock.stockNameZh) || stock.stockName,
    close: price(stock.close),
    change: change(stock.closeChange),
    volume: stock.volume === null ? '–' : number(stock.volume),
    volumeChange: stock.volumeChange === null ? '–' : percent(stock.volumeChange),
    score: number(stock.percivalScore),
    buyPoint: stock.buyPoint === -1 ? '–' : price(stock.buyPoint),
    base: stock.patternType === 'NIL' ? '–' : translate(language, `welcome.base.${patternKind(stock)}` as TextKey),
  }
}
