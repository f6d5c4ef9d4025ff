import type { RecordWidening, TrackFigures } from '@finlist/contract/track-record'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'
import { Differences } from './Differences.tsx'
import { Intervals } from './Intervals.tsx'

/** `label`: names what the figures describe, if that is not the record. Part of every heading and caption. */
type Props = {
  figures: TrackFigures
  firstIssue: string
  weeks: number
  widening: RecordWidening | null
  label?: string
  children: ReactNode
}

/**
 * The figures of a track: the comparison with twins, by year and by base, then one dot per pick, then the picks
 * themselves.
 */
export function Figures({ figures, firstIssue, weeks, widening, label, children }: Props) {
  const t = useTranslation('track-record')
  const title = (key: 'intervals' | 'differences') => (label ? t('labelled', { title: t(key), label }) : t(key))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section title={title('intervals')}>
        <Intervals figures={figures} widening={widening} caption={title('intervals')} />
      </Section>
      <Section title={title('differences')}>
        <Differences figures={figures} firstIssue={firstIssue} weeks={weeks} />
      </Section>
      {children}
    </div>
  )
}
