import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import names from './data/names.json' with { type: 'json' }
import profiles from './data/profiles.json' with { type: 'json' }
import sectors from './data/sectors.json' with { type: 'json' }
import { stockCodes } from './stock-codes.ts'

export type Listing = {
  /** The stock's index in its market. Everything that should be spread evenly over a market depends on it. */
  ordinal: number
  sectorNumber: number
  stockCode: string
  isIndex: boolean
  stockName: string
  stockNameZh: string
  sector: string
  sectorZh: string
  subSector: string
  subSectorZh: string
  profileInfo: string
  profileInfoZh: string
}

export const sectorCount = sectors.length

/** The first `count` stocks of a market. A longer list only adds stocks at its end. */
export function listingsOf(seed: string, exchange: ExchangeId, count: number): Listing[] {
  const { roots, tails, cities } = names[exchange as keyof typeof names] as {
    roots: [string, string][]
    tails: [string, string][]
    cities: [string, string][]
  }
  const listings: Omit<Listing, 'stockCode'>[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const random = new Random(seed, exchange, 'listing', ordinal)
    const sectorNumber = random.whole(0, sectors.length - 1)
    const sector = sectors[sectorNumber]!
    const subSector = random.pick(sector.subSectors)
    // A root is only reused with a different ending, so names are unique.
    const root = roots[ordinal % roots.length]!
    const ending = sector.endings[Math.floor(ordinal / roots.length) % sector.endings.length] as [string, string]
    const tail = random.pick(tails)
    const stockName = `${root[0]} ${ending[0]} ${tail[0]}`.trim()
    const stockNameZh = ordinal === withoutChineseName ? '' : root[1] + ending[1] + tail[1]
    const profile = random.pick(profiles)
    const city = random.pick(cities)
    const facts = { year: random.whole(1951, 2014), staff: 50 * random.whole(4, 240), share: random.whole(12, 64) }
    listings.push({
      ordinal,
      sectorNumber,
      isIndex: false,
      stockName,
      stockNameZh,
      sector: sector.en,
      sectorZh: sector.zh,
      subSector: subSector.en,
      subSectorZh: subSector.zh,
      profileInfo: fill(profile.en, { ...facts, name: stockName, makes: subSector.makes, city: city[0] }),
      profileInfoZh: fill(profile.zh, {
        ...facts,
        name: stockNameZh || stockName,
        makes: subSector.makesZh,
        city: city[1],
      }),
    })
  }
  const codes = stockCodes(
    exchange,
    listings.map(({ stockName }) => stockName),
  )
  return listings.map((listing, ordinal) => ({ ...listing, stockCode: codes[ordinal]! }))
}

/** The one stock of every market that has no Chinese name. */
export const withoutChineseName = 11

const fill = (text: string, facts: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(facts[key]))
