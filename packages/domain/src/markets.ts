/**
 * The facts about a market that every screen needs. Its trading facts are in `markets/<id>.ts`, the format of its codes
 * in `markets/stock-codes.ts`.
 */
type MarketFacts = {
  id: string
  /** Suffix of the market's URLs (/finlist-hk). */
  linkSuffix: string
  /** The stock code of its index. */
  index: string
  /** The currency of its prices, as an ISO 4217 code. */
  currency: string
}

const all = [
  { id: 'HKEX', linkSuffix: 'hk', index: 'HSI', currency: 'HKD' },
  { id: 'US', linkSuffix: 'us', index: 'US500', currency: 'USD' },
  { id: 'JP', linkSuffix: 'jp', index: 'N225', currency: 'JPY' },
  { id: 'CN', linkSuffix: 'cn', index: 'CSI300', currency: 'CNY' },
  { id: 'TW', linkSuffix: 'tw', index: 'TAIEX', currency: 'TWD' },
] as const satisfies readonly MarketFacts[]

export type Currency = (typeof all)[number]['currency']
export type ExchangeId = (typeof all)[number]['id']
export type LinkSuffix = (typeof all)[number]['linkSuffix']
export type Market = MarketFacts & { id: ExchangeId; linkSuffix: LinkSuffix }

/** Every market, in the order in which every screen lists them. */
export const markets: readonly [Market, ...Market[]] = all

export const exchangeIds = /* @__PURE__ */ markets.map(market => market.id) as [ExchangeId, ...ExchangeId[]]

export const marketOf = (id: ExchangeId): Market => markets.find(market => market.id === id)!

const byMarket = <Fact>(factOf: (market: MarketFacts) => Fact) =>
  Object.fromEntries(markets.map(market => [market.id, factOf(market)])) as Record<ExchangeId, Fact>

/** The stock code of each market's index. */
export const marketIndex = /* @__PURE__ */ byMarket(({ index }) => index)

/** The currency of the market's prices, as an ISO 4217 code. */
export const currencyOf = /* @__PURE__ */ byMarket(({ currency }) => currency as Currency)
