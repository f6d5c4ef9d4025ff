import type { Mover } from '@finlist/contract/movers'
import { padded } from '@finlist/domain/chart/padded'
import { useTranslation } from '../../i18n/texts.ts'
import { Link } from '../../parts/link.tsx'
import { Change, formatMoney, formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { Section } from '../../ui/section.tsx'

type Props = { title: string; none: string; movers: readonly Mover[] }

/** One list, the stock that moved most first. On a phone two figures share a column. */
export function MoverTable({ title, none, movers }: Props) {
  const t = useTranslation('movers')
  const count = <span className="text-12 text-faded">{t('count', { count: movers.length })}</span>
  if (movers.length === 0)
    return (
      <Section title={title} beside={count}>
        <p className="py-6 text-14 text-faded">{none}</p>
      </Section>
    )
  return (
    <Section title={title} beside={count} ruled={false}>
      <table className="w-full table-fixed border-separate border-spacing-0 text-13">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-12 [&>th]:sticky [&>th]:top-12 [&>th]:z-1 [&>th]:border-b [&>th]:border-ink [&>th]:bg-paper [&>th]:px-2 [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-strong">
            <th scope="col" className="text-start">
              {t('column.stock')}
            </th>
            <th scope="col" className="w-[min(5rem,31vw)] text-end">
              {t('column.price')}
            </th>
            <Head label={t('column.change')} unit="%" className="max-md:hidden md:w-18" />
            <Head label={t('column.volume')} unit={t('unit.shares')} className="w-[min(5.25rem,33vw)]" />
            <Head label={t('column.multiple')} unit={t('unit.multiple')} className="max-md:hidden md:w-27" />
          </tr>
        </thead>
        <tbody>
          {movers.map(mover => (
            <MoverRow key={mover.stockCode} mover={mover} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const Head = ({ label, unit, className }: { label: string; unit: string; className: string }) => (
  <th scope="col" className={`text-end ${className}`}>
    {label} <span className="block font-normal whitespace-nowrap text-faded">{unit}</span>
  </th>
)

function MoverRow({ mover }: { mover: Mover }) {
  const t = useTranslation('movers')
  const { stockCode, price, priceChange, volume, volumeChange } = mover
  const multiple = volumeChange === null ? '–' : formatMoney(volumeChange)
  const busy = volumeChange !== null && volumeChange >= 2 ? 'font-strong' : ''
  return (
    <tr className="group relative hover:bg-wash [&>td]:h-9 [&>td]:border-b [&>td]:border-line [&>td]:px-2 max-md:[&>td]:h-14">
      <td className="truncate">
        <Link
          to={`/interactive-chart?symbol=${encodeURIComponent(`HKEX:${stockCode}`)}`}
          className="text-ink no-underline after:absolute after:inset-0 group-hover:underline"
        >
          <span className="mr-1 font-strong text-accent tabular-nums max-md:block">{padded('HKEX', stockCode)}</span>{' '}
          {nameOf(mover)}
        </Link>
      </td>
      <td className="figures text-end">
        {formatPrice(price)}
        <span className="block text-12 md:hidden">
          <Change value={priceChange} />%
        </span>
      </td>
      <td className="figures text-end max-md:hidden">
        <Change value={priceChange} />
      </td>
      <td className="figures text-end">
        {formatVolume(volume)}
        <span className={`block text-12 md:hidden ${busy}`}>{t('times', { multiple })}</span>
      </td>
      <td className={`figures text-end max-md:hidden ${busy}`}>{multiple}</td>
    </tr>
  )
}
