import { describe, expect, it } from 'vitest'
import { inputsOf, inputsOfType, type Study, studyTypes, usualStudies } from './studies.ts'

const study = (type: Study['type'], params: Study['params'] = {}): Study => ({ id: 'x', type, params })

describe('what a study is set to', () => {
  it('follows the interval where nobody has set it (CHART-11, 13)', () => {
    const [average, volume, strength] = usualStudies as [Study, Study, Study]
    const at = (resolution: '1D' | '1W' | '1M') => [
      inputsOf(average, resolution)['length'],
      inputsOf(volume, resolution)['length'],
      inputsOf(strength, resolution)['lookback'],
    ]
    expect([at('1D'), at('1W'), at('1M')]).toEqual([
      [50, 50, 200],
      [10, 10, 52],
      [10, 10, 12],
    ])
  })

  it.each([
    ['RS', { lookback: 3 }, { lookback: 10 }],
    ['RS', { lookback: 900 }, { lookback: 200 }],
    ['SMA', { length: 20.4 }, { length: 20 }],
    ['BB', { length: 20, deviations: 1.5 }, { length: 20, deviations: 1.5 }],
    ['MACD', {}, { fast: 12, slow: 26, signal: 9 }],
  ] as const)('%s %o is %o: whole and within its limits', (type, params, expected) =>
    expect(inputsOf(study(type, params), '1D')).toEqual(expected),
  )

  it('every study has inputs', () => {
    for (const type of studyTypes) expect(inputsOfType(type).length).toBeGreaterThan(0)
  })
})
