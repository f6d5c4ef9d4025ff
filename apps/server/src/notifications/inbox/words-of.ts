import type { InboxKind } from '@finlist/contract/inbox'
import { barKinds } from '@finlist/domain/alerts/kinds'
import type { ExchangeId } from '@finlist/domain/markets'
import { stockCodes } from '@finlist/domain/markets/stock-codes'
import { trading } from '@finlist/domain/trading'
import { guidance } from '@finlist/domain/watchlist/figures'
import { type Language, languages } from '@finlist/i18n/languages'
import type { InboxFacts } from '../../db/tables/alerts.ts'
import { shortMarketName, type TextKey, translate } from '../../http/translate.ts'
import { type NoticeKind, textsOf } from '../kinds.ts'

export type Wordable = {
  kind: Exclude<InboxKind, 'system'>
  exchange: ExchangeId | null
  stock_code: string | null
  facts: InboxFacts
}
export type Words = { title: string; text: string }

/**
 * The words of an item for the inbox, e-mails and push messages. Its title must not contain a price or a position; its
 * text may.
 */
export function wordsOf(item: Wordable, language: Language): Words {
  const { kind, facts } = item
  if (kind === 'billing')
    return { title: String(facts[`title.${language}`] ?? ''), text: String(facts[`text.${language}`] ?? '') }
  if (kind === 'account') {
    const { subject, body } = textsOf(facts['notice'] as NoticeKind)
    return { title: translate(language, subject, facts), text: translate(language, body, facts) }
  }
  const values = valuesOf(item, language)
  const key = keyOf(item)
  const unconfirmed = facts['unconfirmed'] ? translate(language, 'inbox.unconfirmed') : ''
  const note = facts['note'] ? translate(language, 'inbox.note', { note: facts['note'] }) : ''
  return {
    title: translate(language, `inbox.${key}.title` as TextKey, values),
    text: translate(language, `inbox.${key}.text` as TextKey, values) + unconfirmed + note,
  }
}

/** The key of the item's texts. */
function keyOf({ kind, stock_code, facts }: Wordable): string {
  if (kind === 'profit-alert') return `profit-alert.${facts['reportType']}`
  if (kind === 'screen') return `screen.${facts['entered'] ? (facts['left'] ? 'both' : 'entered') : 'left'}`
  if (kind === 'entered' || kind === 'left') return `${kind}.${stock_code === null ? 'many' : 'one'}`
  return (barKinds as readonly string[]).includes(kind) ? `${kind}.${facts['takenAt'] ? 'hour' : 'day'}` : kind
}

function valuesOf({ exchange, stock_code, facts }: Wordable, language: Language): Record<string, string | number> {
  const { locale } = languages[language]
  const market = exchange ?? 'HKEX'
  const price = (name: string) => (typeof facts[name] === 'number' ? priceIn(facts[name]) : '')
  const day = (name: string) => {
    const given = facts[name]
    return given === undefined ? '' : dayIn(locale, String(given))
  }
  const listIn = (name: string) => String(facts[name] ?? '').replaceAll(', ', language === 'zh' ? '、' : ', ')
  const moment = facts['takenAt'] ?? facts['releasedAt']
  const buyPrice = Number(facts['buyPrice'] ?? 0)
  const part = (percent: number) => priceIn(buyPrice * (1 + percent / 100))
  const [cut, lastCut] = guidance.stop
  return {
    ...facts,
    stock: stock_code === null ? '' : stockIn(language, { exchange: market, code: stock_code, facts }),
    market: shortMarketName(language, market),
    list: listIn('list'),
    entered: listIn('entered'),
    left: listIn('left'),
    date: day('date'),
    issueDate: day('issueDate'),
    time: moment === undefined ? '' : timeIn(locale, market, String(moment)),
    close: price('close'),
    high: price('high'),
    before: typeof facts['before'] === 'number' ? price('before') : trendIn(language, facts['before']),
    buyPoint: price('buyPoint'),
    buyPrice: price('buyPrice'),
    value: typeof facts['value'] === 'number' ? numberIn(facts['value']) : '',
    price: price('value'),
    volume: typeof facts['volume'] === 'number' ? numberIn(facts['volume']) : '',
    multiple: typeof facts['multiple'] === 'number' ? numberIn(facts['multiple'], 2) : '',
    change: typeof facts['change'] === 'number' ? signed(facts['change']) : '',
    stop: part(-cut),
    lastStop: part(-lastCut),
    limit: part(guidance.chase),
    cut,
    lastCut,
    chase: guidance.chase,
    trend: trendIn(language, facts['trend']),
    term: facts['term'] ? translate(language, `inbox.term.${facts['term'] as 'short' | 'long'}`) : '',
    span: facts['span'] ? translate(language, `inbox.span.${facts['span'] as 'day' | 'week'}`) : '',
  }
}

const trendIn = (language: Language, trend: string | number | undefined) =>
  trend ? translate(language, `trend.${trend}` as TextKey) : translate(language, 'inbox.no-trend')

const stockIn = (
  language: Language,
  { exchange, code, facts }: { exchange: ExchangeId; code: string; facts: InboxFacts },
) => {
  const name = (language === 'zh' && facts['nameZh']) || facts['name']
  return name ? `${name} (${tickerOf(exchange, code)})` : tickerOf(exchange, code)
}

/** A stock's ticker as external services write it: 0700.HK, 600000.SS, AAPL. */
function tickerOf(exchange: ExchangeId, code: string): string {
  if (exchange === 'US') return code
  const { endings } = stockCodes[exchange]
  return `${code}.${exchange === 'CN' && /^[0-3]/.test(code) ? 'SZ' : endings[0]}`
}

const priceIn = (price: number) =>
  price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: price < 1 ? 4 : 3 })

const numberIn = (number: number, most = 4) => number.toLocaleString('en-US', { maximumFractionDigits: most })

const signed = (change: number) =>
  change.toLocaleString('en-US', { signDisplay: 'exceptZero', maximumFractionDigits: 2 }).replace('-', '−')

const dayIn = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const timeIn = (locale: string, exchange: ExchangeId, moment: string) =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: trading[exchange].timeZone,
  }).format(new Date(moment))
