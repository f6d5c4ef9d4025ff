import type { DayBar } from '@finlist/domain/chart/spans'
import { WSMA } from 'trading-signals'
import { bars, defineStudy, type Values } from '../study-kind.ts'

/**
 * Wilder's directional movement: the strength of a trend, whatever its direction, and the two directional indicators.
 */
export default defineStudy({
  name: 'study.ADX',
  group: 'momentum',
  inputs: { length: bars(14) },
  onPrice: false,
  colour: 'var(--accent)',
  plots({ bars: days, inputs: { length }, line, t }) {
    const { strength, plus, minus } = directionalMovement(days, length)
    return [
      line({ name: t('name.adx', { length }), values: strength, width: 2, levels: [25] }),
      line({ part: 'plus', name: t('name.adx.plus'), values: plus, colour: 'var(--up)' }),
      line({ part: 'minus', name: t('name.adx.minus'), values: minus, colour: 'var(--down)' }),
    ]
  },
})

/**
 * The first bar is not counted, because it has no previous bar to compare with. If the range is zero, both indicators
 * are zero.
 */
function directionalMovement(days: readonly DayBar[], length: number) {
  const [up, down, range, strength] = [new WSMA(length), new WSMA(length), new WSMA(length), new WSMA(length)]
  const lines: Record<'strength' | 'plus' | 'minus', (number | null)[]> = { strength: [], plus: [], minus: [] }
  for (const [at, { high, low }] of days.entries()) {
    const before = days[at - 1]
    const way = before && directions({ up: high - before.high, down: before.low - low })
    const [risen, fallen, wide] = way
      ? [up.add(way.up), down.add(way.down), range.add(Math.max(high, before.close) - Math.min(low, before.close))]
      : [null, null, null]
    if (risen === null || fallen === null || wide === null) {
      for (const values of Object.values(lines)) values.push(null)
      continue
    }
    const [plus, minus] = wide === 0 ? [0, 0] : [(100 * risen) / wide, (100 * fallen) / wide]
    lines.plus.push(plus)
    lines.minus.push(minus)
    lines.strength.push(strength.add(plus + minus === 0 ? 0 : (100 * Math.abs(plus - minus)) / (plus + minus)))
  }
  return lines satisfies Record<string, Values>
}

/** Only the larger of the two moves counts, and only if it goes beyond the previous bar. */
const directions = ({ up, down }: { up: number; down: number }) => ({
  up: up > down && up > 0 ? up : 0,
  down: down > up && down > 0 ? down : 0,
})
