import type { ChartPattern } from '@finlist/contract/charts/chart'
import { createPortal } from 'react-dom'
import type { ChartEngine } from '../../components/price-chart/engine/open-chart.ts'
import { PatternFacts } from './PatternFacts.tsx'
import { PatternList } from './PatternList.tsx'
import { usePatternLayer } from './use-pattern-layer.ts'

type Props = {
  engine: ChartEngine | undefined
  patterns: readonly ChartPattern[]
  close: number | undefined
  /** Omitted if no alert can be set. */
  onAlert?: (price: number) => void
}

/** Lazy-loaded. Draws the bases on the chart, lists them below it, and shows the facts of the base pointed at. */
export default function Patterns({ engine, patterns, close, onAlert }: Props) {
  const { shown, pointed, mean } = usePatternLayer(engine, patterns)
  const beside = engine?.place.parentElement
  return (
    <>
      {pointed &&
        beside &&
        createPortal(
          <div className="pointer-events-none absolute top-2 left-2 z-10 rounded-md border border-line bg-raised p-3 shadow-float">
            <PatternFacts pattern={pointed} close={close} />
          </div>,
          beside,
        )}
      <PatternList patterns={patterns} shown={shown} close={close} onShow={mean} {...(onAlert && { onAlert })} />
    </>
  )
}
