import type { Plot } from '../../../components/price-chart/picture.ts'
import type { StudySource, Values } from './study-kind.ts'

/** The three lines of a channel around the price. The middle one is dashed. */
export const bands = (
  { line, t }: Pick<StudySource, 'line' | 't'>,
  name: string,
  valuesOf: (part: 'upper' | 'middle' | 'lower') => Values,
): Plot[] => [
  line({ part: 'upper', name, values: valuesOf('upper') }),
  line({ part: 'middle', name: t('name.bb.middle'), values: valuesOf('middle'), line: 'dashed' }),
  line({ part: 'lower', name: t('name.bb.lower'), values: valuesOf('lower') }),
]
