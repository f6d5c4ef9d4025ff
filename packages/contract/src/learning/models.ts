import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoDate } from '../finlist.ts'

const number = z.number()
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const byForecast = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.object({ chance: shape, level: shape, learned: shape })
const level = z.object({ shift: number, slope: number })
const levels = z.object({ target: level, stop: level })
const range = z.tuple([number, number])
const interval = z.object({ mean: number, low: number, high: number })
const skill = z.nullable(interval)
const tenths = z.array(z.object({ count: number, said: number, came: number })).check(z.maxLength(10))

/** A model as it is in the record; packages/domain/src/learning/model-entry.ts gives the meaning and the units. */
const modelEntry = z.object({
  market: z.enum(exchangeIds),
  constants: hash,
  inputs: hash,
  costs: z.object({ buy: number, sell: number, spread: number }),
  widen: number,
  from: isoDate,
  until: isoDate,
  stocks: number,
  rows: number,
  came: z.object({ target: number, stop: number }),
  level: z.extend(levels, { from: z.enum(['own', 'others', 'chance']) }),
  others: z.array(levels).check(z.maxLength(20)),
  years: z.array(z.object({ year: z.string().check(z.length(4)), level })).check(z.maxLength(50)),
  effects: z
    .array(
      z.object({
        name: z.string().check(z.maxLength(40)),
        edges: z.array(number).check(z.maxLength(40)),
        points: z.array(number).check(z.maxLength(40)),
      }),
    )
    .check(z.maxLength(100)),
  tested: z.nullable(z.object({ target: range, stop: range })),
  test: z.nullable(
    z.object({
      from: isoDate,
      until: isoDate,
      weeks: number,
      rows: number,
      skill: byForecast(skill),
      gained: skill,
      p: number,
      reliability: byForecast(tenths),
      error: byForecast(number),
      money: z.optional(z.nullable(z.object({ net: interval, overOthers: interval, overTwins: interval }))),
    }),
  ),
  otherTests: z.array(number).check(z.maxLength(20)),
  gate: z.enum(['open', 'closed', 'too-few-weeks', 'drifted']),
  drift: z.optional(
    z.object({
      seq: number,
      lists: z.nullable(z.object({ from: isoDate, until: isoDate, count: number })),
      bands: z
        .array(
          z.object({ from: number, below: number, count: number, said: z.nullable(number), came: z.nullable(number) }),
        )
        .check(z.maxLength(10)),
      sums: z.object({ over: number, under: number }),
      alarm: z.nullable(z.object({ on: isoDate, way: z.enum(['over', 'under']) })),
    }),
  ),
})

const marketModel = z.object({ id: hash, seq: number, madeAt: z.iso.datetime(), entry: modelEntry })
export type MarketModel = z.output<typeof marketModel>

/** The newest model of each market, with its number in the record. Markets without one are omitted. */
export const models = call({
  method: 'GET',
  path: '/models',
  needs: 'public',
  topics: ['models'],
  data: z.array(marketModel).check(z.maxLength(20)),
})
