import type { Day } from '@finlist/domain/calendar'
import type { Reported, ReportedFigure } from '@finlist/domain/fundamentals/reported'
import { SourceError } from '../vendors/source.ts'
import { dayOf, numberOf, text } from '../vendors/vendor-rows.ts'

/**
 * Reads the SEC's company facts (sec.gov/search-filings/edgar-application-programming-interfaces):
 * `facts.us-gaap.TAG.units.UNIT`, a list of `{ start, end, val, accn, fy, fp, form, filed, frame? }`. `fy` and `fp`
 * describe the filing. A filing repeats figures of earlier periods, so only `start` and `end` identify a period.
 */

const currency = 'USD'
const perShare = 'USD/shares'

/** The tags of each figure, in order of preference. For each filing, the first tag that it contains is used. */
const tags: Record<ReportedFigure, { unit: string; names: readonly string[] }> = {
  eps: { unit: perShare, names: ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'] },
  revenue: {
    unit: currency,
    names: [
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RevenuesNetOfInterestExpense',
    ],
  },
  'net-income': { unit: currency, names: ['NetIncomeLoss', 'ProfitLoss'] },
}
const dilutedShares = 'WeightedAverageNumberOfDilutedSharesOutstanding'

/** Maximum number of entries per tag. A company that has filed for twenty years has about 300. */
const mostFacts = 5_000
const mostFigures = 4_000
/**
 * Shortest and longest period in days, from its first to its last day. A quarter has 12 to 17 weeks, because some
 * companies divide their year into 12, 12, 12 and 16; the first three quarters have 36 to 41 weeks, and a year 52 or
 * 53.
 */
const quarterDays = [80, 120] as const
const nineMonthDays = [245, 290] as const
const yearDays = [350, 380] as const
/**
 * Maximum ratio between a year's diluted shares and those of its first nine months. Beyond it, a split between the two
 * is assumed.
 */
const sharesApart = 1.25

type Fact = { start: Day; end: Day; value: number; filing: string; filed: Day }
type Reading = { end: Day; value: number; filing: string; filed: Day }

/**
 * Quarterly figures; if a quarter's figure changed, its values are in the order in which they became known. Throws
 * SourceError if the response is not a set of company facts.
 */
export function figuresOf(answer: unknown, source: string): Reported[] {
  const facts = record(record(answer)?.['facts'])
  if (!facts) throw new SourceError('source.no-list', { source })
  const gaap = record(facts['us-gaap']) ?? {}
  const read = (name: string, unit: string) => factsOf(record(record(gaap[name])?.['units'])?.[unit], source)
  const shares = latestByPeriod(read(dilutedShares, 'shares'))
  const isSplit = (year: Fact, nine: Fact) => {
    const [after, before] = [shares.get(periodOf(year)), shares.get(periodOf(nine))]
    if (!after || !before) return true
    return Math.max(after.value / before.value, before.value / after.value) > sharesApart
  }
  const found = (Object.keys(tags) as ReportedFigure[]).flatMap(figure => {
    const { unit, names } = tags[figure]
    const byTag = names.map(name => quartersIn(read(name, unit), figure === 'eps' ? isSplit : () => false))
    return restatements(preferred(byTag)).map(({ end, value, filed }) => ({
      periodEnd: end,
      figure,
      knownOn: filed,
      value,
      currency,
    }))
  })
  if (found.length > mostFigures) throw new SourceError('source.too-many-rows', { source, count: mostFigures })
  return found
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** Skips entries that lack a period or a value, and entries that were filed before their period was over. */
function factsOf(list: unknown, source: string): Fact[] {
  if (!Array.isArray(list)) return []
  if (list.length > mostFacts) throw new SourceError('source.too-many-rows', { source, count: mostFacts })
  return list.flatMap(entry => {
    const row = record(entry) ?? {}
    const [start, end, filed] = [dayOf(row['start']), dayOf(row['end']), dayOf(row['filed'])]
    const value = numberOf(row['val'])
    if (!start || !end || !filed || filed <= end || value === undefined) return []
    return [{ start, end, filed, value, filing: text(row['accn'], 40) }]
  })
}

/**
 * Quarterly figures as filed. Few companies file a fourth quarter, so it is computed as the year less its first nine
 * months.
 */
function quartersIn(facts: readonly Fact[], isSplit: (year: Fact, nine: Fact) => boolean): Reading[] {
  const direct = facts.filter(lasts(quarterDays))
  const filedFirst = new Map<Day, Day>()
  for (const { end, filed } of direct) {
    const first = filedFirst.get(end)
    if (!first || filed < first) filedFirst.set(end, filed)
  }
  const nineMonths = Map.groupBy(facts.filter(lasts(nineMonthDays)), ({ start }) => start)
  const derived = facts.filter(lasts(yearDays)).flatMap(year => {
    if ((filedFirst.get(year.end) ?? '9999') <= year.filed) return []
    const nine = newestFiled((nineMonths.get(year.start) ?? []).filter(({ filed }) => filed <= year.filed))
    if (!nine || isSplit(year, nine)) return []
    return [{ ...year, value: difference(year.value, nine.value) }]
  })
  return [...direct, ...derived]
}

const dayMs = 86_400_000
const lasts =
  ([least, most]: readonly [number, number]) =>
  ({ start, end }: Fact) => {
    const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1
    return days >= least && days <= most
  }

/** Rounded to a hundredth of a cent, to remove floating-point noise. */
const difference = (one: number, other: number) => Math.round((one - other) * 10_000) / 10_000

const periodOf = ({ start, end }: Fact) => `${start} ${end}`

const inOrderFiled = (one: Reading, other: Reading) =>
  one.filed === other.filed ? (one.filing < other.filing ? -1 : 1) : one.filed < other.filed ? -1 : 1

const newestFiled = <R extends Reading>(readings: readonly R[]): R | undefined => readings.toSorted(inOrderFiled).at(-1)

const latestByPeriod = (facts: readonly Fact[]) =>
  new Map(facts.toSorted(inOrderFiled).map(fact => [periodOf(fact), fact]))

/** Keeps one reading per filing and quarter: that of the first tag that has one. */
function preferred(byTag: readonly (readonly Reading[])[]): Reading[] {
  const first = new Map<string, Reading>()
  for (const reading of byTag.flat()) {
    const key = `${reading.filing} ${reading.end}`
    if (!first.has(key)) first.set(key, reading)
  }
  return [...first.values()]
}

/**
 * Drops readings that repeat their quarter's previous value. If several filings of one day have the quarter, the last
 * filing's reading is used.
 */
function restatements(readings: readonly Reading[]): Reading[] {
  return [...Map.groupBy(readings, ({ end }) => end).values()].flatMap(ofQuarter => {
    const byDay = new Map(ofQuarter.toSorted(inOrderFiled).map(reading => [reading.filed, reading]))
    const kept: Reading[] = []
    for (const reading of byDay.values()) if (kept.at(-1)?.value !== reading.value) kept.push(reading)
    return kept
  })
}
