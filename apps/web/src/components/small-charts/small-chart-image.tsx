import { useMemo } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import { formatLevel } from '../market-figures.tsx'
import type { OwnPrice } from '../watchlist/own-prices.ts'
import type { Interval } from './chosen.ts'
import type { Line } from './paint.ts'
import type { SmallPicture } from './picture.ts'
import { usePicture } from './use-picture.ts'

const colours: Record<OwnPrice['kind'], string> = {
  bought: 'var(--ink)',
  stop: 'var(--wrong)',
  'alert-above': 'var(--accent)',
  'alert-below': 'var(--accent)',
}

type Props = {
  picture: SmallPicture
  interval: Interval
  own: readonly OwnPrice[]
  code: string
  /** Draws the chart for paper: without waiting, and sharper than the screen. */
  forPaper?: boolean
}

/** A small chart, described for people who cannot see it. */
export function SmallChartImage({ picture, interval, own, code, forPaper = false }: Props) {
  const t = useTranslation('list-charts')
  const { buyPoint, stop } = picture
  const lines = useMemo((): Line[] => {
    const ofBase = [
      ...(buyPoint === undefined ? [] : [{ price: buyPoint, name: t('buy-point'), colour: 'var(--good)' }]),
      ...(stop === undefined ? [] : [{ price: stop, name: t('stop'), colour: 'var(--wrong)', dashed: true }]),
    ]
    const ofUser = own.map(({ kind, price }) => ({
      price,
      name: t(kind),
      colour: colours[kind],
      dashed: kind === 'stop',
    }))
    // The base's stop is left out next to the user's own.
    return [...ofBase.filter(({ name }) => !ofUser.some(it => it.name === name)), ...ofUser]
  }, [buyPoint, stop, own, t])
  const canvas = usePicture({ picture, lines, interval, forPaper })
  const newest = picture.bars.at(-1)!
  const said = [
    t(`said.${interval}`, {
      code,
      from: formatDay(picture.bars[0]!.date),
      to: formatDay(newest.until ?? newest.date),
    }),
    t('said.range', {
      low: formatLevel(Math.min(...picture.bars.map(({ low }) => low))),
      high: formatLevel(Math.max(...picture.bars.map(({ high }) => high))),
    }),
    ...lines.map(({ name, price }) => `${name} ${formatLevel(price)}`),
  ]
  return (
    <canvas
      ref={canvas}
      // Drawn here instead of loading an image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={said.join(t('said.between'))}
      className="absolute inset-0 size-full object-contain object-left-top"
    />
  )
}
