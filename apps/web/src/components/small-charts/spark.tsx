import '../../i18n/list-texts.ts'
import { smallCharts, smallLength } from '@finlist/contract/charts/chart'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { formatChange } from '../market-figures.tsx'
import { watchNear } from './near.ts'

const [width, height] = [96, 24]

/**
 * Lazy-loaded, with the texts of 'list-charts'. The closes of the last half year as a line, fetched when the row comes
 * near the visible area. `among`: the symbols of one request, the stock's included.
 */
export default function Spark({ symbol, among }: { symbol: string; among: string }) {
  const t = useTranslation('list-charts')
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => watchNear(place.current!, near => near && setNear(true)), [])
  const charts = useQuery({
    ...callQuery(smallCharts, { query: { symbols: among, resolution: '1D' } }),
    enabled: isNear,
  })
  const chart = charts.data?.[among.split(',').indexOf(symbol)]
  const closes = chart?.status === 'ok' ? chart.c.slice(-smallLength['1D']) : []
  const [first, last] = [closes[0], closes.at(-1)]
  return (
    <span ref={place} className="block h-6">
      {first !== undefined && last !== undefined && closes.length > 1 && (
        <svg
          // Drawn here instead of loading an image.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={t('spark', { change: formatChange((last / first - 1) * 100) })}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={`size-full ${last >= first ? 'text-up' : 'text-down'}`}
        >
          <polyline
            points={pointsOf(closes)}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.25"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
    </span>
  )
}

/** The points of the line, one pixel within the edges. */
function pointsOf(closes: readonly number[]): string {
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const across = (width - 2) / (closes.length - 1)
  const up = (height - 2) / (high - low || 1)
  return closes
    .map((close, at) => `${(1 + at * across).toFixed(1)},${(height - 1 - (close - low) * up).toFixed(1)}`)
    .join(' ')
}
