import type { Study } from '@finlist/domain/chart/studies'
import type { Kinds } from './plots-of.ts'

type Preset = { name: 'preset.weeks' | 'preset.mix'; studies: readonly Omit<Study, 'id'>[] }

/** Common combinations of averages. Lengths given in weeks follow the interval. */
export const presets: readonly Preset[] = [
  {
    name: 'preset.weeks',
    studies: [
      { type: 'SMA', params: { length: null, weeks: 10 } },
      { type: 'SMA', params: { length: null, weeks: 40 } },
    ],
  },
  {
    name: 'preset.mix',
    studies: [
      { type: 'EMA', params: { length: 21 } },
      { type: 'SMA', params: { length: 50 } },
    ],
  },
]

/** Replaces all present averages with the preset's, which come first. Other studies stay. */
export const withPreset = (studies: readonly Study[], preset: Preset, kinds: Kinds): Study[] => [
  ...preset.studies.map(study => ({ ...study, id: crypto.randomUUID() })),
  ...studies.filter(({ type }) => kinds[type]?.group !== 'average'),
]
