import { method } from '@finlist/domain/picking/method'
import type { ScoreParts } from '@finlist/domain/picking/score'
import { formatNumber } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'

const names = Object.keys(method.score) as (keyof ScoreParts)[]

/** The four parts of the score, each as a bar relative to its maximum. */
export function ScoreBars({ parts, score }: { parts: ScoreParts; score: number }) {
  const t = useTranslation('why')
  return (
    <div className="pt-3">
      <p className="text-13">{t('score', { score: formatNumber(score) })}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-13">
        {names.map(name => (
          <div key={name} className="contents">
            <dt>{t(`score.${name}`)}</dt>
            <dd aria-hidden className="h-2 bg-wash">
              <div className="h-full bg-accent" style={{ width: `${(parts[name] / method.score[name]) * 100}%` }} />
            </dd>
            <dd className="figures">
              {t('score.part', {
                points: (parts[name] / 100).toFixed(1),
                most: method.score[name] / 100,
              })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
