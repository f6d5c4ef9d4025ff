/** The five markets, in the order every screen lists them. `linkSuffix` ends the market's addresses (/finlist-hk). */
export const markets = [
  { id: 'HKEX', linkSuffix: 'hk' },
  { id: 'US', linkSuffix: 'us' },
  { id: 'JP', linkSuffix: 'jp' },
  { id: 'CN', linkSuffix: 'cn' },
  { id: 'TW', linkSuffix: 'tw' },
] as const

export type Market = (typeof markets)[number]
export type ExchangeId = Market['id']
export type LinkSuffix = Market['linkSuffix']

export const exchangeIds = markets.map(market => market.id) as [ExchangeId, ...ExchangeId[]]

export const marketOf = (id: ExchangeId): Market => markets.find(market => market.id === id)!

/** The stock code of each market's index. */
export const marketIndex: Record<ExchangeId, string> = {
  HKEX: 'HSI',
  US: 'US500',
  JP: 'N225',
  CN: 'CSI300',
  TW: 'TAIEX',
}

/** The currency of the market's prices, as an ISO 4217 code. */
export const currencyOf: Record<ExchangeId, string> = { HKEX: 'HKD', US: 'USD', JP: 'JPY', CN: 'CNY', TW: 'TWD' }
