import { chartKinds } from '@finlist/domain/chart/chart-kinds'
import { type PriceScale, scaleOf } from '@finlist/domain/chart/price-scale'
import { resolutions } from '@finlist/domain/chart/spans'
import { ChartSpline, GitCompareArrows } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { ToolButton, ToolChoice, ToolSelect } from './ToolButton.tsx'
import type { Board, BoardActions } from './use-board.ts'

type Props = {
  board: Board
  act: BoardActions
  onStudies: () => void
  onCompare: () => void
  /** Fits the price axis to the prices again after it was dragged. */
  onFit: () => void
  /** Omitted if there are no patterns to show or hide. */
  patterns?: { shown: boolean; onChange: (shown: boolean) => void }
}

/** The chart's toolbar, with interval, bar type, studies, comparison and scale. */
export function BoardToolbar({ board, act, onStudies, onCompare, onFit, patterns }: Props) {
  const t = useTranslation('chart')
  const { resolution, kind, wide, compared } = board
  const isComparing = compared.length > 0
  const scale = scaleOf(board.scale, isComparing)
  return (
    <div className="flex min-w-0 items-center gap-x-1 overflow-x-auto [scrollbar-width:none] max-md:order-last max-md:w-full md:flex-wrap md:overflow-visible">
      <ToolChoice
        label={t('interval')}
        options={resolutions.map(value => ({ value, label: t(`interval.${value}`) }))}
        value={resolution}
        onChange={next => act.set({ resolution: next })}
      />
      <Rule />
      <ToolSelect
        label={t('shape')}
        options={chartKinds.map(value => ({ value, label: t(`shape.${value}`) }))}
        value={kind}
        onChange={next => act.set({ kind: next })}
      />
      <Rule />
      <ToolButton label={t('studies')} aria-haspopup="dialog" onClick={onStudies} aria-label={t('studies')}>
        <ChartSpline size={16} aria-hidden />
        {t('studies')}
      </ToolButton>
      <ToolButton label={t('compare')} aria-haspopup="dialog" onClick={onCompare} aria-label={t('compare')}>
        <GitCompareArrows size={16} aria-hidden />
        {t('compare')}
      </ToolButton>
      <Rule />
      {scales.map(to => (
        <ToolButton
          key={to}
          label={signs[to] ?? t('log')}
          aria-label={signs[to] && t(`${to}.title`)}
          title={t(`${to}.title`)}
          on={scale === to}
          disabled={isComparing && to !== 'indexed' && (to === 'log' || to === scale)}
          onClick={() => act.set({ scale: scale === to ? 'linear' : to })}
        />
      ))}
      <ToolButton
        label={t('fit')}
        title={t('fit.title')}
        on={!wide || isComparing}
        onClick={() => {
          act.set({ wide: false })
          onFit()
        }}
      />
      <ToolButton
        label={t('wide')}
        title={t('wide.title')}
        on={wide && !isComparing}
        disabled={isComparing}
        onClick={() => act.set({ wide: true })}
      />
      {patterns && (
        <ToolButton label={t('patterns')} on={patterns.shown} onClick={() => patterns.onChange(!patterns.shown)} />
      )}
    </div>
  )
}

const scales = ['log', 'percent', 'indexed'] as const
const signs: { [scale in PriceScale]?: string } = { percent: '%', indexed: '100' }

const Rule = () => <span aria-hidden className="h-5 shrink-0 border-l border-line" />
