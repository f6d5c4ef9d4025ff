import '../../../i18n/seldom-texts.ts'
import type { PickOutlook } from '@finlist/contract/learning/outlook'
import { inCurrentLanguage } from '../../../api/language.ts'
import { Link } from '../../../components/link.tsx'
import { formatDay } from '../../../components/market-dates.ts'
import { rangeWords } from '../../../components/stock/feature-words.ts'
import { type Translate, useTranslation } from '../../../i18n/texts.ts'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { FigureTable } from '../../../ui/figure-table.tsx'

/** A mean error over this, in ten-thousandths, is too large to show a single number. */
const mostError = 500
/** Log odds of 1 in the units of the parts. */
const wholePoint = 1_048_576

/** The outcomes of stocks like the pick, next to what chance gives, and how the number is made. */
export default function OutlookOfPick({ outlook }: { outlook: PickOutlook }) {
  const t = useTranslation('outlook')
  const { model, parts, change } = outlook
  const counts = countsOf(outlook)
  return (
    <section className="mt-6">
      <div className="flex items-baseline justify-between gap-3 border-b border-ink pb-1">
        <h3 className="text-13 font-strong">{t('outlook')}</h3>
        <Link to="/method#outlook" className="text-12 text-accent underline-offset-2 hover:underline">
          {t('outlook.model')}
        </Link>
      </div>
      <p className="pt-2 text-14">{mainWords(outlook, t)}</p>
      {!isRough(outlook) && <Dots {...counts} />}
      <p className="pt-2 text-13">{wordsOf(outlook, t).join(inCurrentLanguage({ en: ' ', zh: '' }))}</p>
      {parts && model && !isRough(outlook) && (
        <Collapsible label={t('parts')} className="border-b border-line">
          <Parts
            caption={t('parts')}
            parts={parts}
            total={t('parts.sum', { target: counts.target })}
            note={t('parts.note', { date: formatDay(model.until) })}
          />
        </Collapsible>
      )}
      {change && (
        <Collapsible label={t('change', { before: Math.round(change.target / 10) })} className="border-b border-line">
          <Parts caption={t('change', { before: Math.round(change.target / 10) })} parts={change} />
        </Collapsible>
      )}
    </section>
  )
}

const outOf100 = (thousandths: number) => Math.round(thousandths / 10)

function countsOf({ target, stop }: Pick<PickOutlook, 'target' | 'stop'>) {
  const counts = { target: outOf100(target), stop: Math.min(outOf100(stop), 100 - outOf100(target)) }
  return { ...counts, neither: 100 - counts.target - counts.stop }
}

const sentences = { chance: 'by-chance', level: 'said', learned: 'said.learned' } as const

const isRough = ({ model, band }: PickOutlook) => band !== null && (model?.test?.error ?? 0) > mostError

function mainWords(outlook: PickOutlook, t: Translate<'outlook'>): string {
  const { band } = outlook
  if (band && isRough(outlook)) return t('rough', { low: outOf100(band.low), high: outOf100(band.high) })
  return t(sentences[outlook.by], countsOf(outlook))
}

function wordsOf(outlook: PickOutlook, t: Translate<'outlook'>): string[] {
  const { by, target, level, chance, band, model } = outlook
  if (!model) return [t('no-model'), t('not-this-one')]
  const error = ((model.test?.error ?? 0) / 100).toFixed(1)
  const isBand = band !== null && !isRough(outlook)
  return [
    ...(by === 'chance' ? [] : [t('against-chance', { chance: outOf100(chance.target) })]),
    ...(by === 'learned' && model.test
      ? [t('learned', { level: outOf100(level), target: outOf100(target), weeks: model.test.weeks })]
      : []),
    ...(isBand
      ? [t(by === 'learned' ? 'band.learned' : 'band', { low: outOf100(band.low), high: outOf100(band.high) })]
      : []),
    model.test === null
      ? t('untested')
      : isRough(outlook)
        ? t('rough.why', { error })
        : t('tested', { weeks: model.test.weeks, error }),
    t('not-this-one'),
  ]
}

const side = 8
const perRow = 25
const shapes = {
  target: 'fill-ink stroke-ink',
  stop: 'fill-none stroke-ink',
  neither: 'fill-line stroke-line',
}
const ends = ['target', 'stop', 'neither'] as const

/** A hundred squares, one per stock. The text above says the same. */
function Dots(counts: Record<(typeof ends)[number], number>) {
  const t = useTranslation('outlook')
  const all = ends.flatMap(end => Array.from({ length: counts[end] }, () => end))
  return (
    <figure className="pt-3">
      <svg aria-hidden viewBox={`0 0 ${perRow * side} ${(all.length / perRow) * side}`} className="w-full max-w-100">
        {all.map((end, at) => (
          <rect
            key={at}
            x={(at % perRow) * side + 1}
            y={Math.floor(at / perRow) * side + 1}
            width={side - 2.5}
            height={side - 2.5}
            className={shapes[end]}
          />
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 pt-1 text-12 text-faded">
        {ends.map(end => (
          <span key={end} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 8 8" className="size-2.5">
              <rect x="1" y="1" width="6" height="6" className={shapes[end]} />
            </svg>
            {counts[end]} {t(`legend.${end}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

type Parts = NonNullable<PickOutlook['parts']>

function Parts({ caption, parts, total, note }: { caption: string; parts: Parts; total?: string; note?: string }) {
  const t = useTranslation('outlook')
  const { chance, level, effects, rest } = parts
  const rows = [
    { name: t('parts.chance'), points: chance },
    { name: t('parts.level'), points: level },
    ...effects.map(effect => ({ name: rangeWords(effect, t), points: effect.points })),
    ...(rest === 0 ? [] : [{ name: t('parts.rest'), points: rest }]),
  ]
  const sum = rows.reduce((all, { points }) => all + points, 0)
  return (
    <>
      <FigureTable
        caption={caption}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: t('parts.part'), of: ({ name }) => <span className="wrap-anywhere">{name}</span> },
          { label: t('parts.points'), of: ({ points }) => formatPoints(points) },
        ]}
        {...(total && { total: [total, formatPoints(sum)] })}
      />
      {note && <p className="pt-1 pb-2 text-12 text-faded">{note}</p>}
    </>
  )
}

function formatPoints(points: number): string {
  const hundredths = Math.round((100 * points) / wholePoint)
  return `${hundredths < 0 ? '−' : '+'}${(Math.abs(hundredths) / 100).toFixed(2)}`
}
