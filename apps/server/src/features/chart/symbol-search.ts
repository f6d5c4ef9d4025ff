import { createRequire } from 'node:module'
import { parseMarked } from '@finlist/domain/chart/marked-code'
import { isPractice } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import type { ListedSymbol } from './store.ts'

/** A name that a stock had, or its code of then; texts that did not change then are empty. */
export type Former = { code: string; stockName: string; stockNameZh: string }

/** What the search knows of the stocks in addition to their current names, by symbol or name. */
export type NameFacts = { sounds: ReadonlyMap<string, string>; formers: ReadonlyMap<string, readonly Former[]> }

type Name = { name: string; nameZh: string; sounds: string }
type SearchedFormer = Name & { code: string; former: Former }
export type Searched = Name & { symbol: ListedSymbol; code: string; formers: readonly SearchedFormer[] }
export type Found = { symbol: ListedSymbol; former?: Former }
type Asked = { query: string; exchange: string; type: string; limit: number; asOf?: string | undefined }

/** Converts traditional characters to simplified ones, so that a search in either matches. */
const oneScript = (text: string) => {
  convert ??= (require('opencc-js/t2cn') as typeof import('opencc-js/t2cn')).Converter({ from: 'hk', to: 'cn' })
  return convert(text)
}
const require = createRequire(import.meta.url)
let convert: ((text: string) => string) | undefined

/** Prepares the symbols for `searchIn`, in the order in which equally good matches are found. */
export function searchable(symbols: readonly ListedSymbol[], { sounds, formers }: NameFacts): Searched[] {
  const named = ({ stockName, stockNameZh }: Pick<Former, 'stockName' | 'stockNameZh'>): Name => ({
    name: stockName.toLowerCase(),
    nameZh: oneScript(stockNameZh),
    // Each sound begins after a space, where `bySound` looks for it.
    sounds: [stockNameZh, stockName].map(name => sounds.get(name) && ` ${sounds.get(name)}`).join(''),
  })
  const formerOf = (former: Former) => ({ ...named(former), code: former.code.toLowerCase(), former })
  return symbols.toSorted(inOrder).map(symbol => ({
    ...(isPractice(symbol.exchange) ? { ...named(symbol), sounds: '' } : named(symbol)),
    symbol,
    code: symbol.stockCode.toLowerCase(),
    formers: (formers.get(symbolOf(symbol)) ?? []).map(formerOf),
  }))
}

const digits = /^\d+$/

/** Sorts numeric codes first, by number; then the others alphabetically. */
function inOrder(a: ListedSymbol, b: ListedSymbol): number {
  const [left, right] = [digits.test(a.stockCode), digits.test(b.stockCode)]
  if (left !== right) return left ? -1 : 1
  const order = left ? Number(a.stockCode) - Number(b.stockCode) : a.stockCode.localeCompare(b.stockCode, 'en')
  return order || a.exchange.localeCompare(b.exchange, 'en')
}

const most = 100
const ranks = ['code', 'name', 'in-code', 'begins-name', 'sound', 'in-name', 'former', 'delisted'] as const
type Rank = (typeof ranks)[number]

/** The best matches first; delisted stocks are last, except for one whose exact code was typed. */
export function searchIn(all: readonly Searched[], { query, exchange, type, limit, asOf }: Asked): Found[] {
  const marked = parseMarked(query)
  const rank = rankOf(query.normalize('NFKC').trim().toLowerCase(), marked?.stockCode.toLowerCase())
  const found = Object.fromEntries(ranks.map(name => [name, [] as Found[]])) as Record<Rank, Found[]>
  for (const searched of all) {
    const { symbol } = searched
    if (exchange ? symbol.exchange !== exchange : isPractice(symbol.exchange)) continue
    if (type && type !== symbol.type) continue
    if (marked && marked.exchange !== symbol.exchange) continue
    const match = rank(searched)
    if (!match) continue
    const known = asKnown(symbol, asOf)
    const place = known.delisted && match.rank !== 'code' ? 'delisted' : match.rank
    found[place].push({ symbol: known, ...(match.former && { former: match.former }) })
  }
  return ranks.flatMap(name => found[name]).slice(0, Math.min(limit, most))
}

type Match = { rank: Rank; former?: Former }

function rankOf(wanted: string, markedCode?: string): (searched: Searched) => Match | undefined {
  if (wanted === '') return () => ({ rank: 'in-code' })
  const code = markedCode ?? wanted.slice(wanted.indexOf(':') + 1)
  const number = digits.test(code) ? Number(code) : undefined
  const isCode = (own: string) => own === code || (number !== undefined && digits.test(own) && Number(own) === number)
  const beginsCode = (own: string) =>
    own.startsWith(code) || (number !== undefined && own.replace(/^0+/, '').startsWith(String(number)))
  const wantedZh = oneScript(wanted)
  const isIn = ({ name, nameZh }: Name) => name.includes(wanted) || nameZh.includes(wantedZh)
  const isSound = bySound(wanted)
  return searched => {
    if (isCode(searched.code)) return { rank: 'code' }
    const { name, nameZh } = searched
    if (markedCode === undefined) {
      if (name === wanted || nameZh === wantedZh) return { rank: 'name' }
      if (beginsCode(searched.code)) return { rank: 'in-code' }
      if (name.startsWith(wanted) || nameZh.startsWith(wantedZh)) return { rank: 'begins-name' }
      if (isSound(searched)) return { rank: 'sound' }
      if (isIn(searched)) return { rank: 'in-name' }
    }
    const before = searched.formers.find(
      former => isCode(former.code) || (markedCode === undefined && (isIn(former) || isSound(former))),
    )
    return before && { rank: 'former', former: before.former }
  }
}

/** Whether one of a name's sounds begins with the text. Latin letters only; ü is written v. */
function bySound(wanted: string): (name: Name) => boolean {
  if (!/^[a-zü\s'’-]+$/.test(wanted)) return () => false
  const sound = ` ${wanted.replaceAll('ü', 'v').replaceAll(/[^a-z]/g, '')}`
  return sound === ' ' ? () => false : ({ sounds }) => sounds.includes(sound)
}

/** The symbol as known at the end of a day: a stock that was delisted later counts as listed. */
export function asKnown({ delisted, ...symbol }: ListedSymbol, asOf = '9999-12-31'): ListedSymbol {
  return delisted && delisted.on <= asOf ? { ...symbol, delisted } : symbol
}
