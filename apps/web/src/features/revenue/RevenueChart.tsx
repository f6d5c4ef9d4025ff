import type { Revenue } from '@finlist/contract/staff/revenue'
import { useId } from 'react'
import { dollars, money } from '../../components/money.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { monthName } from './months.ts'
import { ticksFor } from './scale.ts'
import { useWidth } from './use-width.ts'

const height = 272
const margin = { top: 12, right: 12, bottom: 26, left: 68 }

type Props = { months: Revenue['months']; chosen: string; onChoose: (month: string) => void }

/**
 * Net revenue as hatched bars, and normalised revenue as a line with points, so that the two differ without
 * colour. The figures are in a table.
 */
export function RevenueChart({ months, chosen, onChoose }: Props) {
  const t = useTranslation('revenue')
  const { box, width } = useWidth()
  const id = useId()
  const values = months.flatMap(({ net, monthlyRevenue }) => [net, monthlyRevenue])
  const ticks = ticksFor(Math.min(...values), Math.max(...values))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const step = Math.max(0, width - margin.left - margin.right) / months.length
  const x = (at: number) => margin.left + step * (at + 0.5)
  const y = (cents: number) => margin.top + ((high - cents) / (high - low)) * (height - margin.top - margin.bottom)
  const bar = Math.min(34, step * 0.62)
  const every = Math.ceil(48 / Math.max(step, 1))
  const line = months.map(({ monthlyRevenue }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(monthlyRevenue)}`).join('')
  return (
    <figure>
      <figcaption className="mt-2.5 mb-1 flex flex-wrap gap-x-6 gap-y-1 text-13">
        <Key label={t('monthlyRevenue')}>
          <path d="M0 6h26" stroke="var(--accent)" strokeWidth="2" />
          <circle cx="13" cy="6" r="3.5" fill="var(--paper)" stroke="var(--accent)" strokeWidth="2" />
        </Key>
        <Key label={t('net')}>
          <rect x="6.5" y="0.5" width="13" height="11" fill={`url(#${id})`} stroke="var(--edge)" />
        </Key>
      </figcaption>
      <div ref={box}>
        {width > 0 && (
          <svg width={width} height={height} aria-labelledby={`${id}-title`} className="block text-faded">
            <title id={`${id}-title`}>{t('chart.label')}</title>
            <defs>
              <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="5" height="5" fill="var(--wash)" />
                <path d="M0 0v5" stroke="var(--edge)" strokeWidth="1.6" />
              </pattern>
            </defs>
            {ticks.map(tick => (
              <g key={tick}>
                <path
                  d={`M${margin.left} ${y(tick)}H${width - margin.right}`}
                  stroke={tick === 0 ? 'var(--ink)' : 'var(--line)'}
                />
                <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" fontSize="12" fill="currentColor">
                  {dollars(tick)}
                </text>
              </g>
            ))}
            {months.map(({ month, net, monthlyRevenue }, at) => (
              // Keyboard users can select the month in the table below.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
              <g key={month} onClick={() => onChoose(month)} className="cursor-pointer">
                <title>
                  {t('chart.month', {
                    month: monthName(month),
                    revenue: money(monthlyRevenue),
                    net: money(net),
                  })}
                </title>
                <rect
                  x={x(at) - step / 2}
                  y={margin.top}
                  width={step}
                  height={height - margin.top - margin.bottom}
                  fill={month === chosen ? 'var(--accent-wash)' : 'transparent'}
                />
                {net !== 0 && (
                  <rect
                    x={x(at) - bar / 2}
                    y={Math.min(y(net), y(0))}
                    width={bar}
                    height={Math.abs(y(net) - y(0))}
                    fill={`url(#${id})`}
                    stroke="var(--edge)"
                  />
                )}
                {(months.length - 1 - at) % every === 0 && (
                  <text
                    x={x(at)}
                    y={height - 8}
                    textAnchor="middle"
                    fontSize="12"
                    fill={month === chosen ? 'var(--ink)' : 'currentColor'}
                  >
                    {monthName(month, true)}
                  </text>
                )}
              </g>
            ))}
            <g pointerEvents="none">
              <path d={line} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
              {months.map(({ month, monthlyRevenue }, at) => (
                <circle
                  key={month}
                  cx={x(at)}
                  cy={y(monthlyRevenue)}
                  r="3.5"
                  fill="var(--paper)"
                  stroke="var(--accent)"
                  strokeWidth="2"
                />
              ))}
            </g>
          </svg>
        )}
      </div>
    </figure>
  )
}

const Key = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <svg width="26" height="12" aria-hidden>
      {children}
    </svg>
    {label}
  </span>
)
