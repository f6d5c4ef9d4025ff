import { expect, it } from 'vitest'
import { commissionOf, notAvailable } from './commission.ts'
import { type Fact, type Line, openLines, salesRecord } from './sales.ts'

it.each([
  ['a fifth', 160_000, 2_000, 32_000],
  ['half a cent is rounded up', 25, 200, 1],
  ['just below half a cent is rounded down', 24, 200, 0],
  ['a refund takes back its commission', -25_75, 1_000, -258],
  ['zero of zero', 0, 2_000, 0],
  ['the whole', 168_000_000_00, 10_000, 168_000_000_00],
  ['minus one cent rounds to zero', -5, 2_000, 0],
])('the commission is calculated correctly: %s', (_, income, rate, cents) => {
  expect(commissionOf(income, rate)).toBe(cents)
})

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'] as const

it('a refund counts as negative income in the month in which it is made, and does not change the sale’s own month, which is closed', () => {
  const sale = { key: 'in_1', month: '2026-01', cents: 160_000, sold: 1 }
  const counted = openLines([sale], [], '')
  const facts = [sale, { key: 're_1', month: '2026-03', cents: -60_000, sold: 0 }]
  const lines = [...counted, ...openLines(facts, counted, '2026-02')]
  expect(
    salesRecord(
      lines,
      new Map([
        ['2026-01', 2_000],
        ['2026-02', 2_000],
      ]),
      '2026-03',
    ),
  ).toEqual([
    { month: '2026-03', plansSold: 0, income: -60_000, commission: notAvailable },
    { month: '2026-02', plansSold: 0, income: 0, commission: 0 },
    { month: '2026-01', plansSold: 1, income: 160_000, commission: 32_000 },
  ])
})

it('an affiliate without sales has no months', () => expect(salesRecord([], new Map(), '2026-03')).toEqual([]))

it('in 10,000 random histories the commission is the rate times net payments, and no closed month ever changes', () => {
  const chance = seeded(20_261_121)
  const faults: string[] = []
  const seen = { closed: 0 }
  for (let history = 0; history < 10_000; history++) {
    const facts: Fact[] = []
    const counted: Line[] = []
    const rates = new Map<string, number>()
    const frozen = new Map<string, string>()
    let net = 0
    for (const [at, month] of months.entries()) {
      const change = (fact: Fact) => {
        facts.push(fact)
        net += fact.cents
      }
      for (let deeds = Math.floor(chance() * 4); deeds > 0; deeds--) {
        const key = `${month} ${deeds}`
        // Some payments are reported up to three months late.
        const made = months[Math.max(0, at - (chance() < 0.2 ? Math.floor(chance() * 4) : 0))]!
        const paid = facts.filter(({ cents }) => cents > 0)
        const dice = chance()
        if (dice < 0.6 || paid.length === 0)
          change({ key, month: made, cents: 1 + Math.floor(chance() * 1_680_000), sold: chance() < 0.5 ? 1 : 0 })
        else if (dice < 0.9) {
          const { cents } = paid[Math.floor(chance() * paid.length)]!
          change({ key, month: made, cents: -Math.ceil(chance() * cents), sold: 0 })
        } else {
          // Removes a refund that was reported, as if it had failed afterwards.
          const gone = facts.findIndex(({ cents }) => cents < 0)
          if (gone >= 0) net -= facts.splice(gone, 1)[0]!.cents
        }
      }
      const closed = at >= 1 && chance() < 0.8 ? months[at - 1]! : undefined
      if (closed !== undefined) {
        const firstOpen = months.find(one => !rates.has(one)) ?? ''
        counted.push(...openLines(facts, counted, firstOpen).filter(line => line.month <= closed))
        const rate = Math.floor(chance() * 5_001)
        for (const one of months) if (one <= closed && !rates.has(one)) rates.set(one, rate)
      }
      const firstOpen = months.find(one => !rates.has(one)) ?? ''
      const record = salesRecord([...counted, ...openLines(facts, counted, firstOpen)], rates, month)
      if (record.reduce((sum, { income }) => sum + income, 0) !== net) faults.push(`${history} ${month}: income`)
      for (const row of record) {
        const said = JSON.stringify(row)
        const rate = rates.get(row.month)
        if (!isRight(row, rate)) faults.push(`${history} ${month}: commission ${said} at ${rate}`)
        if (rate === undefined) continue
        if ((frozen.get(row.month) ?? said) !== said) faults.push(`${history} ${month}: changed to ${said}`)
        frozen.set(row.month, said)
        seen.closed++
      }
    }
  }
  expect(faults).toEqual([])
  expect(seen.closed).toBeGreaterThan(100_000)
})

function isRight({ income, commission }: { income: number; commission: number }, rate: number | undefined): boolean {
  if (rate === undefined) return commission === notAvailable
  const exact = (income * rate) / 10_000
  return Math.abs(commission - exact) <= (commission === 0 && exact < 0 ? 1.5 : 0.5)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
