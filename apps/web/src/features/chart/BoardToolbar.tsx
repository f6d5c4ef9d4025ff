import { type ChartKind, chartKinds } from '@finlist/domain/chart/chart-kinds'
import { resolutions } from '@finlist/domain/chart/spans'
import { ChartSpline } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { ToolButton, ToolChoice } from './ToolButton.tsx'
import type { Board, BoardActions } from './use-board.ts'

type Props = {
  board: Board
  act: BoardActions
  onStudies: () => void
  /** Left out where there are no patterns to show or hide. */
  patterns?: { shown: boolean; onChange: (shown: boolean) => void }
}

/** Interval, shape of the bars, studies and scale. */
export function BoardToolbar({ board: { resolution, kind, scale, tall }, act, onStudies, patterns }: Props) {
  const t = useTranslation('chart')
  return (
    <div className="flex min-w-0 items-center gap-x-1 overflow-x-auto [scrollbar-width:none] max-md:order-last max-md:w-full md:flex-wrap">
      <ToolChoice
        label={t('interval')}
        options={resolutions.map(value => ({ value, label: t(`interval.${value}`) }))}
        value={resolution}
        onChange={next => act.set({ resolution: next })}
      />
      <Rule />
      <select
        aria-label={t('shape')}
        value={kind}
        onChange={({ target }) => act.set({ kind: target.value as ChartKind })}
        className="min-h-11 shrink-0 cursor-pointer rounded-sm bg-transparent px-1 text-16 text-ink hover:bg-wash md:min-h-8 md:text-13"
      >
        {chartKinds.map(value => (
          <option key={value} value={value} className="bg-raised">
            {t(`shape.${value}`)}
          </option>
        ))}
      </select>
      <Rule />
      <ToolButton label={t('studies')} aria-haspopup="dialog" onClick={onStudies} aria-label={t('studies')}>
        <ChartSpline size={16} aria-hidden />
        {t('studies')}
      </ToolButton>
      <ToolButton
        label={t('log')}
        title={t('log.title')}
        on={scale === 'log'}
        onClick={() => act.set({ scale: scale === 'log' ? 'linear' : 'log' })}
      />
      <ToolButton label={t('fit')} title={t('fit.title')} on={!tall} onClick={() => act.set({ tall: !tall })} />
      {patterns && (
        <ToolButton label={t('patterns')} on={patterns.shown} onClick={() => patterns.onChange(!patterns.shown)} />
      )}
    </div>
  )
}

const Rule = () => <span aria-hidden className="h-5 shrink-0 border-l border-line" />
