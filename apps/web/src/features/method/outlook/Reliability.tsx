import { shownForecasts } from '@finlist/domain/learning/forecasts'
import { useState } from 'react'
import { formatNumber } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { type Entry, type ForecastName, levelBand, usedForecast } from './figures.ts'

type Test = NonNullable<Entry['test']>
type Tenth = Test['reliability']['chance'][number]

/** What a forecast said and what came, as a drawing and as a table. */
export function Reliability({ entry, test }: { entry: Entry; test: Test }) {
  const t = useTranslation('model')
  const [forecast, setForecast] = useState<ForecastName>(usedForecast(entry))
  const tenths = test.reliability[forecast].filter(({ count }) => count > 0)
  const band = forecast === 'learned' ? [] : levelBand(entry, forecast)
  return (
    <>
      <p className="mt-2 mb-3">{t('said.what')}</p>
      <SegmentedControl
        legend={t('forecast')}
        options={shownForecasts.map(value => ({ value, label: t(`forecast.${value}`) }))}
        value={forecast}
        onChange={setForecast}
      />
      <div className="mt-3 grid items-start gap-x-8 gap-y-3 md:grid-cols-[17rem_minmax(0,1fr)]">
        <SaidDrawing
          tenths={tenths}
          band={band}
          name={t('said.drawing', { forecast: t(`forecast.${forecast}`) })}
          said={t('said.said')}
          came={t('said.came')}
        />
        <div>
          <FigureTable
            caption={t('said')}
            rows={tenths}
            keyOf={({ said }) => String(said)}
            columns={[
              { label: t('said.said'), of: ({ said }) => shareOf(said) },
              { label: t('said.came'), of: ({ came }) => shareOf(came) },
              { label: t('said.rows'), of: ({ count }) => formatNumber(count) },
            ]}
          />
          <p className="mt-2 text-13 text-faded">{t('said.error', { error: shareOf(test.error[forecast]) })}</p>
          {band.length > 0 && <p className="mt-2 text-13 text-faded">{t('said.band')}</p>}
        </div>
      </div>
    </>
  )
}

/** Writes ten-thousandths as a number of 100. */
const shareOf = (tenThousandths: number) => (tenThousandths / 100).toFixed(1)

const size = 272
const start = 36
const end = size - 8
const radius = { least: 2.5, most: 9 }

type Drawing = {
  tenths: readonly Tenth[]
  band: readonly { said: number; low: number; high: number }[]
  name: string
  said: string
  came: string
}

/** A dot for each tenth, next to the diagonal on which forecasts come as often as they say. */
function SaidDrawing({ tenths, band, name, said, came }: Drawing) {
  const tenth = 1_000
  const most = Math.max(tenth, ...tenths.flatMap(({ said, came }) => [said, came])) / tenth
  const top = Math.ceil(most)
  const place = (tenThousandths: number) => ((end - start) * tenThousandths) / (tenth * top)
  const x = (value: number) => round(start + place(value))
  const y = (value: number) => round(end - start + 8 - place(value))
  const largest = Math.max(...tenths.map(({ count }) => count))
  const edge = (of: 'low' | 'high') =>
    band.filter(({ said }) => 10 * said <= tenth * top).map(point => `${x(10 * point.said)} ${y(10 * point[of])}`)
  const ticks = Array.from({ length: top + 1 }, (_, at) => at * tenth)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // Drawn in SVG instead of loading an image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={name}
      className="block h-auto w-full max-w-68 overflow-hidden"
      fontSize="11"
      fill="var(--faded)"
    >
      {band.length > 0 && (
        <path d={`M${[...edge('low'), ...edge('high').toReversed()].join('L')}Z`} fill="var(--accent-wash)" />
      )}
      <path d={`M${start} 8V${y(0)}H${end}`} fill="none" stroke="var(--line)" />
      <path d={`M${x(0)} ${y(0)}L${x(tenth * top)} ${y(tenth * top)}`} stroke="var(--faded)" strokeDasharray="5 4" />
      {ticks.map(tick => (
        <g key={tick}>
          <text x={x(tick)} y={y(0) + 15} textAnchor="middle">
            {tick / 100}
          </text>
          {tick > 0 && (
            <text x={start - 5} y={y(tick) + 4} textAnchor="end">
              {tick / 100}
            </text>
          )}
        </g>
      ))}
      <text x={end} y={size - 2} textAnchor="end">
        {said}
      </text>
      <text x={start + 6} y={18}>
        {came}
      </text>
      {tenths.map(({ count, ...of }) => (
        <circle
          key={of.said}
          cx={x(of.said)}
          cy={y(of.came)}
          r={round(radius.least + (radius.most - radius.least) * Math.sqrt(count / largest))}
          fill="var(--accent)"
          fillOpacity="0.75"
        />
      ))}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
