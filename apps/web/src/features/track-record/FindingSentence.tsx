import type { TrackFigures } from '@finlist/contract/track-record'
import { holdsZero } from '@finlist/domain/outcome/interval'
import { useTranslation } from '../../i18n/texts.ts'
import { points, size } from './points.ts'

/**
 * One sentence that states what the figures show. It is derived from the figures, not written by hand. `label`: names
 * what the figures describe, if that is not the record.
 */
export function FindingSentence({
  figures: { finding, best, settled },
  label,
}: {
  figures: TrackFigures
  label?: string
}) {
  const t = useTranslation('track-record')
  return (
    <div className="mb-6 max-w-[70ch]">
      <p className={`${label ? 'text-16' : 'text-20'} leading-snug font-strong text-balance`}>
        {label ? t('labelled.sentence', { label, sentence: sentence() }) : sentence()}
      </p>
      {finding.kind !== 'too-few' && best && (
        <p className="mt-2 text-13 text-faded">
          {t('finding.best', { mean: points(best.mean), low: points(best.low), high: points(best.high) })}
        </p>
      )}
    </div>
  )

  function sentence() {
    if (finding.kind === 'too-few')
      return t('finding.too-few', { count: settled, paired: finding.filled, wanted: finding.wanted })
    const { mean, low, high } = finding
    const values = { size: size(mean), low: points(low), high: points(high) }
    const looked = { count: finding.cells, p: finding.p < 0.001 ? '< 0.001' : finding.p.toFixed(3) }
    if (finding.kind !== 'no-evidence') return t(`finding.${finding.kind}`, { ...values, ...looked })
    const none = t(`finding.none.${mean < 0 ? 'worse' : 'better'}`, values)
    // Without the correction for the number of figures examined, this would count as evidence.
    return holdsZero(finding) ? none : `${none} ${t('finding.corrected', looked)}`
  }
}
