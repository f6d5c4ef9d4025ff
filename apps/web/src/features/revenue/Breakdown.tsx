import type { RevenueRow } from '@finlist/contract/staff/revenue'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { ExternalLink } from 'lucide-react'
import { usePlanWords } from '../../components/plan-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Section } from '../../ui/section.tsx'
import { FigureCells } from './FigureCells.tsx'
import { FigureList } from './FigureList.tsx'
import { type Dimension, dimensions, type Part, partsOf } from './figures.ts'
import { monthName } from './months.ts'
import { useFigureColumns } from './use-figure-columns.ts'

type Props = {
  rows: readonly RevenueRow[]
  month: string
  by: Dimension
  couponLinks: Record<string, string>
  couponNames: Record<string, string>
  onBy: (by: Dimension) => void
}

/** The selected month's revenue by one dimension. */
export function Breakdown({ rows, month, by, couponLinks, couponNames, onBy }: Props) {
  const t = useTranslation('revenue')
  const phone = useIsPhone()
  const columns = [{ key: 'part', label: t(`by.${by}`), least: 9 }, ...useFigureColumns()]
  const parts = partsOf(rows, month, by)
  const title = t('made-of', { month: monthName(month) })
  return (
    <Section title={title} ruled={phone || parts.length === 0}>
      <div className="my-3">
        <SegmentedControl
          legend={t('by')}
          value={by}
          onChange={onBy}
          options={dimensions.map(value => ({ value, label: t(`by.${value}`) }))}
        />
      </div>
      {parts.length === 0 ? (
        <p className="py-4 text-13 text-faded">{t('nothing')}</p>
      ) : phone ? (
        <ul aria-label={title}>
          {parts.map(part => (
            <li key={part.of} className="border-b border-line py-3 text-14">
              <PartName part={part} by={by} couponLinks={couponLinks} couponNames={couponNames} />
              <FigureList figures={part.figures} />
            </li>
          ))}
        </ul>
      ) : (
        <DataTable caption={title} columns={columns}>
          <tbody>
            {parts.map(part => (
              <tr key={part.of} className="hover:bg-wash">
                <th scope="row" className="truncate">
                  <PartName part={part} by={by} couponLinks={couponLinks} couponNames={couponNames} />
                </th>
                <FigureCells figures={part.figures} />
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  )
}

type NameProps = { part: Part; by: Dimension } & Pick<Props, 'couponLinks' | 'couponNames'>

function PartName({ part: { of }, by, couponLinks, couponNames }: NameProps) {
  const t = useTranslation('revenue')
  const words = usePlanWords()
  if (of === null) return <span className="text-faded">{t(by === 'coupon' ? 'no-coupon' : 'no-plan')}</span>
  if (by === 'product' && of in products) return words.plan({ productId: of as ProductId })
  if (by === 'period' && of in periods) return words.period(of as PeriodId)
  const link = couponLinks[of]
  const name = couponNames[of] ?? of
  if (!link) return name
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent no-underline max-md:-my-3 max-md:py-3 hover:underline"
    >
      {name}
      <ExternalLink size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('company.tab')}</span>
    </a>
  )
}
