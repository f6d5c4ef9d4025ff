import { logit, parts, sigmoid } from '@finlist/domain/learning/exact'
import { featureNames } from '@finlist/domain/learning/features'
import { useTranslation } from '../../../i18n/texts.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { type Entry, ofHundred } from './figures.ts'

type Effect = Entry['effects'][number]

/** What each figure of a stock adds to the level or takes from it. */
export function Effects({ entry: { effects, gate, came } }: { entry: Entry }) {
  const t = useTranslation('model')
  const nameOf = useFeatureName()
  if (effects.length === 0) return <p className="mt-2">{t('effects.none')}</p>
  const usual = Math.max(1, Math.min(999, came.target))
  const share = (points: number) => ofHundred(1_000 * sigmoid(logit(usual / 1_000) + points / parts))
  const most = Math.max(...effects.flatMap(({ points }) => points.map(Math.abs)))
  const largestFirst = effects.toSorted((one, other) => spreadOf(other) - spreadOf(one))
  const without = featureNames.filter(name => !effects.some(effect => effect.name === name))
  return (
    <>
      {gate !== 'open' && <p className="mt-2 font-strong">{t('effects.unused')}</p>}
      <p className="mt-2 mb-2">{t('effects.what', { base: ofHundred(usual) })}</p>
      <FigureTable
        caption={t('effects')}
        rows={largestFirst}
        keyOf={({ name }) => name}
        columns={[
          { label: t('effects.figure'), of: ({ name }) => nameOf(name) },
          { label: t('effects.drawing'), words: true, of: effect => <EffectDrawing effect={effect} most={most} /> },
          {
            label: t('effects.of'),
            of: ({ points }) =>
              t('effects.range', { low: share(Math.min(...points)), high: share(Math.max(...points)) }),
          },
        ]}
      />
      {without.length > 0 && (
        <p className="mt-3">{t('effects.without', { names: without.map(nameOf).join(t('effects.comma')) })}</p>
      )}
    </>
  )
}

/** The name of a figure in words. A model of a later version may have figures that this page does not know. */
function useFeatureName() {
  const t = useTranslation('outlook')
  return (name: string) => {
    const known = featureNames.find(other => other === name)
    return known ? t(`feature.${known}`) : name
  }
}

const spreadOf = ({ points }: Effect) => Math.max(...points) - Math.min(...points)

const width = 120
const height = 32
const left = 12

/** The points of a figure's values as steps around zero, and as a ring if stocks without the figure have other points. */
function EffectDrawing({ effect: { points }, most }: { effect: Effect; most: number }) {
  const [unknown = 0, ...known] = points
  const y = (value: number) => Math.round((height / 2 - (value / most) * (height / 2 - 4)) * 10) / 10
  const step = (width - left) / Math.max(1, known.length)
  const steps = known.map((value, at) => `${at === 0 ? 'M' : 'L'}${left + at * step} ${y(value)}h${step}`)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className="block h-auto w-20 md:w-30">
      <path d={`M${left} ${height / 2}H${width}`} stroke="var(--line)" />
      <path d={steps.join('')} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
      {unknown !== known[0] && (
        <circle cx={left / 2} cy={y(unknown)} r="3" fill="none" stroke="var(--accent)" strokeWidth="1.5" />
      )}
    </svg>
  )
}
