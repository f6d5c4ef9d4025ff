import type { ChartPattern } from '@finlist/contract/charts/chart'
import { formatLevel } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { between, PatternFacts } from './PatternFacts.tsx'
import { zones } from './pattern-layer.ts'

type Props = {
  patterns: readonly ChartPattern[]
  shown: ChartPattern | undefined
  close: number | undefined
  onShow: (pattern: ChartPattern) => void
  /** Omitted if no alert can be set. */
  onAlert?: (price: number) => void
}

/** All bases of the chart, newest first. The chart shows the pivot and the zones of the selected one. */
export function PatternList({ patterns, shown, close, onShow, onAlert }: Props) {
  const t = useTranslation('chart')
  const pivot = shown?.options.facts.pivot
  if (patterns.length === 0) return null
  return (
    <Collapsible label={t('patterns.count', { count: patterns.length })} className="mt-4 border-t border-line pt-3">
      <div className="mt-1 grid gap-x-8 gap-y-3 md:grid-cols-[20rem_16rem]">
        <ul className="max-h-64 overflow-y-auto">
          {patterns.toReversed().map(pattern => (
            <li key={`${pattern.points[0]?.time} ${pattern.options.text}`} className="border-b border-line">
              <button
                type="button"
                aria-pressed={pattern === shown}
                onClick={() => onShow(pattern)}
                className="flex min-h-11 w-full items-center justify-between gap-3 px-1 text-start text-13 -outline-offset-2 hover:bg-wash aria-pressed:font-strong aria-pressed:text-accent md:min-h-8"
              >
                <span>{t(`pattern.${pattern.options.facts.patternType}`)}</span>
                <span className="text-12 text-faded">{between(pattern)}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown && (
          <div>
            <PatternFacts pattern={shown} close={close} />
            {onAlert && pivot !== undefined && (
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onAlert(pivot)}
                className="mt-2 inline-flex min-h-11 items-center text-13 text-accent underline underline-offset-2 md:min-h-6"
              >
                {t('alert.pivot', { price: formatLevel(pivot) })}
              </button>
            )}
            <ul className="mt-3 grid gap-1 text-12 text-faded">
              {zones.map(({ id, colour }) => (
                <li key={id}>
                  <span
                    aria-hidden
                    className="mr-2 inline-block size-3 border align-[-1px] opacity-60"
                    style={{ background: colour, borderColor: colour }}
                  />
                  {t(`zone.${id}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Collapsible>
  )
}
