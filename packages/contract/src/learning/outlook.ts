import { shownForecasts } from '@finlist/domain/learning/forecasts'
import * as z from 'zod/mini'

/** Probabilities in thousandths of reaching the target and the stop first. */
const ends = { target: z.number(), stop: z.number() }

/** Log odds of reaching the target, in units of 1 / 1,048,576. */
const points = z.number()
const effect = z.object({ name: z.string(), over: z.nullable(z.number()), upTo: z.nullable(z.number()), points })

/**
 * A pick's outlook and how it was made. `band`: the target's lowest and highest probability at the levels of past years,
 * in thousandths. `error`: the mean distance in the test between what was said and what came, in ten-thousandths.
 */
export const pickOutlook = z.object({
  /** The forecast that says `target` and `stop`, and what chance alone gives. */
  by: z.enum(shownForecasts),
  ...ends,
  chance: z.object(ends),
  /** The probability of the target at the market's level, in thousandths. */
  level: z.number(),
  band: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** The model, and its test; null without a model, or if it could not be tested yet. */
  model: z.nullable(
    z.object({
      id: z.string(),
      until: z.iso.date(),
      test: z.nullable(z.object({ weeks: z.number(), error: z.number() })),
    }),
  ),
  /** The parts that the outlook is the sum of, and how they changed since the previous list. */
  parts: z.nullable(z.object({ chance: points, level: points, effects: z.array(effect), rest: points })),
  change: z.nullable(
    z.object({ target: z.number(), chance: points, level: points, effects: z.array(effect), rest: points }),
  ),
})
export type PickOutlook = z.output<typeof pickOutlook>
