import { shownForecasts } from '@finlist/domain/learning/forecasts'
import { useTranslation } from '../../../i18n/texts.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import type { Entry } from './figures.ts'
import { signed } from './signed.ts'

/** The number of kinds of models that were tried before this one was chosen; decision 066 lists them. */
const othersTried = 8

/** How much better each forecast was than the market's usual rate, with margins of error. */
export function SkillTable({ test, widen }: { test: NonNullable<Entry['test']>; widen: number }) {
  const t = useTranslation('model')
  const rows = [
    ...shownForecasts.map(name => ({ name: t(`forecast.${name}`), skill: test.skill[name] })),
    { name: t('skill.gained'), skill: test.gained },
  ]
  return (
    <>
      <p className="mt-2 mb-2">{t('skill.what')}</p>
      {widen > 1 && <p className="mb-2">{t('skill.widen', { factor: widen.toFixed(2) })}</p>}
      <FigureTable
        caption={t('skill')}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: t('forecast'), of: ({ name }) => name },
          { label: t('skill.better'), of: ({ skill }) => (skill ? signed(skill.mean) : '–') },
          {
            label: t('skill.range'),
            of: ({ skill }) => (skill ? t('skill.between', { low: signed(skill.low), high: signed(skill.high) }) : '–'),
          },
        ]}
      />
      <p className="mt-2 text-13 text-faded">{t('skill.tried', { count: othersTried })}</p>
    </>
  )
}
