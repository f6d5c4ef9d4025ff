import type { MarketChance } from '@finlist/contract/chance'
import { finListWhy, type Why } from '@finlist/contract/reasons'
import { adjustedPrice, type Step } from '@finlist/domain/adjust/adjustment'
import { chanceBaseOf, type Fires } from '@finlist/domain/chance/fires'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PickFacts } from '@finlist/domain/picking/facts'
import { type Line, lineUnits } from '@finlist/domain/picking/line'
import { buyPointByMethod, type Checklist, checklistOf } from '@finlist/domain/picking/why'
import type { Db } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { outlineOf } from '../../market-data/lists/outlines.ts'
import { readPicks } from '../../market-data/lists/picks.ts'
import { readChance } from '../../research/chance/figures.ts'
import { outlookExplainer } from './outlooks.ts'
import { readIssue } from './store.ts'

type Pick = Awaited<ReturnType<typeof readPicks>>[number]

/** Explains why each pick is in the issue, by stock code; undefined if the issue does not exist. */
export async function readWhys(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<ReadonlyMap<string, EncodedResponse> | undefined> {
  const [issue, picks, chance, outlookOf] = await Promise.all([
    readIssue(db, exchange, issueDate),
    readPicks(db, exchange, issueDate),
    readChance(db, exchange),
    outlookExplainer(db, exchange, issueDate),
  ])
  if (!issue) return undefined
  const answers = picks.map(async pick => {
    const why = {
      ...whyOf(exchange, pick, issue.method_id),
      chance: chanceOfBase(chance, pick),
      outlook: outlookOf(pick.stock_code),
    }
    return [pick.stock_code, await EncodedResponse.make(finListWhy, why)] as const
  })
  return new Map(await Promise.all(answers))
}

function whyOf(exchange: ExchangeId, pick: Pick, method: string | null): Omit<Why, 'chance' | 'outlook'> {
  const { facts, step } = pick
  const priceOf = (price: number | null) => (price === null ? null : adjustedPrice(price, step))
  const told = {
    origin: pick.origin,
    method,
    variant: pick.variant,
    note: pick.note,
    stop: priceOf(pick.stop),
  }
  if (!facts) return { ...told, methodBuyPoint: null, score: null, checklist: null, outline: [] }
  const own = buyPointByMethod(exchange, facts)
  return {
    ...told,
    methodBuyPoint: own === pick.buy_point ? null : priceOf(own),
    score: facts.parts,
    checklist: adjusted(checklistFor(exchange, pick, facts), step),
    outline: outlineOf(pick).map(point => ({ ...point, price: adjustedPrice(point.price, step) })),
  }
}

function chanceOfBase(counted: MarketChance | null, pick: Pick): Why['chance'] {
  if (!counted || !pick.facts?.base || pick.pattern_type === null) return null
  const base = chanceBaseOf({ pattern: pick.pattern_type, variant: pick.variant })
  const rate = ({ fires, stockWeeks }: Fires) => ({ fires: fires[base], stockWeeks })
  return { walks: rate(counted.worlds.walks), real: rate(counted.worlds.real) }
}

/** Checks the criteria against the prices that the method used. */
const checklistFor = (exchange: ExchangeId, pick: Pick, facts: PickFacts) =>
  checklistOf({
    exchange,
    close: pick.close,
    rank: pick.rank ?? 0,
    template: pick.template ?? 0,
    pattern: pick.pattern_type ?? 'NIL',
    variant: pick.variant,
    facts,
  })

function adjusted({ listing, template, base }: Checklist, step: Step | undefined): Checklist {
  const today = (lines: Line[]) =>
    lines.map(({ id, value, least, most, met }) => {
      const priceOf = (limit: number) => (lineUnits[id] === 'price' ? adjustedPrice(limit, step) : limit)
      return {
        id,
        value: priceOf(value),
        ...(least !== undefined && { least: priceOf(least) }),
        ...(most !== undefined && { most: priceOf(most) }),
        met,
      }
    })
  return { listing: today(listing), template: today(template), base: today(base) }
}
