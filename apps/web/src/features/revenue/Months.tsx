import type { Revenue } from '@finlist/contract/staff/revenue'
import { useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Section } from '../../ui/section.tsx'
import { FigureCells } from './FigureCells.tsx'
import { FigureList } from './FigureList.tsx'
import { monthName } from './months.ts'
import { useFigureColumns } from './use-figure-columns.ts'

type Props = { months: Revenue['months']; chosen: string; onChoose: (month: string) => void }

/** All months of the span, newest first. Pressing one selects it for the details above. */
export function Months({ months, chosen, onChoose }: Props) {
  const t = useTranslation('revenue')
  const phone = useIsPhone()
  const columns = [{ key: 'month', label: t('month'), least: 6 }, ...useFigureColumns()]
  const newestFirst = months.toReversed()
  const name = (month: string) => (
    <button
      type="button"
      aria-pressed={month === chosen}
      onClick={() => {
        onChoose(month)
        scrollTo({ top: 0, behavior: 'smooth' })
      }}
      className="min-h-11 text-start text-accent hover:underline aria-pressed:font-strong aria-pressed:text-ink md:min-h-0"
    >
      {monthName(month)}
    </button>
  )
  return (
    <Section title={t('months')} ruled={phone}>
      {phone ? (
        <ul aria-label={t('months')}>
          {newestFirst.map(({ month, ...figures }) => (
            <li key={month} className="border-b border-line pb-3 text-14">
              {name(month)}
              <FigureList figures={figures} />
            </li>
          ))}
        </ul>
      ) : (
        <DataTable caption={t('months')} columns={columns}>
          <tbody>
            {newestFirst.map(({ month, ...figures }) => (
              <tr key={month} className={month === chosen ? 'bg-accent-wash' : 'hover:bg-wash'}>
                <th scope="row" className="whitespace-nowrap">
                  {name(month)}
                </th>
                <FigureCells figures={figures} />
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  )
}
