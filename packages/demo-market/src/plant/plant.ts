import type { Stock } from '@finlist/domain/picking/bars'
import { Random } from '@finlist/domain/random'
import { drawShape, type PlantKind, type Shape } from './shapes.ts'

/** A stock with one base, or one near miss, planted in it. Days are indexes of its bars. */
export type Plant = Shape & { kind: PlantKind; near?: string; stock: Stock }

export type Planting = { seed: number; kind: PlantKind; near?: string; noise: number; number: number }

/**
 * The fraction of a price's deviation from the planned path that remains on the next day: before the base, and within
 * it.
 */
const memory = { before: 0.97, within: 0.85 }

/**
 * Makes bars around a drawn path. Within the base, the standard deviation of closes around the path is 1.5 times
 * `noise`, and that of daily moves is 0.8 times `noise`; `noise` is a fraction of the price.
 */
export function plant({ seed, kind, near, noise, number }: Planting): Plant {
  const random = new Random('plant', seed, kind, near ?? '', noise, number)
  const shape = drawShape(random, kind, near)
  const { level, volume: usual } = shape.path
  const count = level.length
  const column = () => new Float64Array(count)
  const [high, low, close, volume] = [column(), column(), column(), column()]
  const first = Math.log(random.between(15, 150))
  let [off, before] = [0, first]
  for (let day = 0; day < count; day++) {
    const kept = day >= shape.from - 15 ? memory.within : memory.before
    const shock = random.t5()
    off = kept * off + 1.5 * noise * Math.sqrt(1 - kept ** 2) * shock
    const ln = first + level[day]! + off
    const open = before + 0.4 * noise * random.gaussian()
    const reach = () => 0.45 * noise * Math.abs(random.gaussian())
    close[day] = onCent(ln)
    high[day] = Math.max(close[day]!, onCent(Math.max(open, ln) + reach()))
    low[day] = Math.min(close[day]!, onCent(Math.min(open, ln) - reach()))
    const crowd = 0.4 * random.gaussian() + 0.25 * (Math.abs(shock) - 0.8)
    volume[day] = Math.round(1e6 * usual[day]! * Math.exp(crowd))
    before = ln
  }
  const days = Int32Array.from({ length: count }, (_, day) => weekdays(day))
  return { ...shape, kind, ...(near && { near }), stock: { code: `${kind}${number}`, days, high, low, close, volume } }
}

const onCent = (ln: number) => Math.round(Math.exp(ln) * 100) / 100

/** The n-th weekday, in days since 1970-01-01. Number 0 is Monday, 6 January 2020. */
const weekdays = (day: number) => 18_267 + Math.floor(day / 5) * 7 + (day % 5)
