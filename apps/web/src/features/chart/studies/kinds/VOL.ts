import { averageLength } from '@finlist/domain/chart/moving-averages'
import { volume } from '../../../../components/price-chart/picture.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** The volume of each bar, and its average. */
export default defineStudy({
  name: 'study.VOL',
  group: 'volume',
  inputs: { length: bars(averageLength) },
  onPrice: false,
  isSingle: true,
  colour: 'var(--faded)',
  plots({ id, bars: days, halfDays, resolution, inputs: { length }, colour, t }) {
    const [columns, average] = volume(days, {
      resolution,
      ...(halfDays && { halfDays }),
      study: id,
      length,
      name: t('name.volume'),
      averageName: t('name.volume-average', { length }),
    })
    return [columns, { ...average, colour }]
  },
})
