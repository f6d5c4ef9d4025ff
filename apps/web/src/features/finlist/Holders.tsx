import { finListShareholdings, type Shareholding } from '@finlist/contract/finlist'
import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { asked } from '../../api/query-client.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { formatDay } from '../../parts/market-dates.ts'
import { Pie } from '../../ui/pie.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Hong Kong only: who holds a stock through CCASS, the ten largest and all others. */
export function Holders({ stockCode, issueDate }: { stockCode: string; issueDate: string }) {
  const t = useTexts('finlist')
  const holdings = useQuery({ ...asked(finListShareholdings, { query: { issueDate } }), staleTime: 10 * 60_000 })
  return (
    <section className="mt-6">
      <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('holders')}</h3>
      {holdings.error instanceof ForbiddenError ? (
        <p className="py-4 text-14 text-faded">{t('holders.forbidden')}</p>
      ) : holdings.error ? (
        <CallFailed error={holdings.error} onRetry={() => void holdings.refetch()} />
      ) : holdings.data ? (
        <Largest holders={largestOf(holdings.data, stockCode)} />
      ) : (
        <div className="h-100 pt-3">
          <Skeleton className="h-full w-full" />
        </div>
      )}
    </section>
  )
}

function Largest({ holders }: { holders: Shareholding[] }) {
  const t = useTexts('finlist')
  const [first] = holders
  if (!first) return <p className="py-4 text-14 text-faded">{t('holders.none')}</p>
  const held = holders.reduce((sum, { shareholdingPercent }) => sum + shareholdingPercent, 0)
  const others = Math.max(0, 100 - held)
  const slices = holders.map((holder, rank) => ({
    name: holder.participantName,
    share: holder.shareholdingPercent,
    colour: shade(rank),
  }))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <Pie
          label={t('holders.pie')}
          slices={[...slices, { name: t('holders.others'), share: others, colour: 'var(--line)' }]}
          className="size-32"
        />
        <p className="text-12 text-faded">{t('holders.as-at', { date: formatDay(first.shareholdingDate) })}</p>
      </div>
      <table className="w-full text-13 [&_td]:border-b [&_td]:border-line [&_td]:py-1.5">
        <caption className="sr-only">{t('holders')}</caption>
        <thead className="text-12">
          <tr className="border-b border-ink align-bottom">
            <th scope="col" className="py-1.5 text-start font-strong">
              {t('holders.participant')}
            </th>
            <th scope="col" className="figures py-1.5 pl-3 font-strong">
              {t('holders.shares')}
            </th>
            <th scope="col" className="figures py-1.5 pl-3 font-strong">
              {t('holders.percent')}
            </th>
          </tr>
        </thead>
        <tbody>
          {holders.map(({ participantName, shareholding, shareholdingPercent }, rank) => (
            <tr key={participantName}>
              <td>
                <Key colour={shade(rank)} />
                {participantName}
              </td>
              <td className="figures pl-3">{whole.format(shareholding)}</td>
              <td className="figures pl-3">{percent.format(shareholdingPercent)}</td>
            </tr>
          ))}
          <tr className="text-faded">
            <td>
              <Key colour="var(--line)" />
              {t('holders.others')}
            </td>
            <td className="figures pl-3">–</td>
            <td className="figures pl-3">{percent.format(others)}</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

const Key = ({ colour }: { colour: string }) => (
  <span aria-hidden className="mr-2 inline-block size-2.5 rounded-sm" style={{ background: colour }} />
)

/** Ten steps from the accent towards the paper. */
const shade = (rank: number) => `color-mix(in oklab, var(--accent) ${100 - rank * 8}%, var(--wash))`

/** A holding of -1 is not known and is skipped. */
function largestOf(holdings: readonly Shareholding[], stockCode: string): Shareholding[] {
  return holdings
    .filter(holding => holding.stockCode === stockCode && holding.shareholding !== -1)
    .sort((a, b) => b.shareholdingPercent - a.shareholdingPercent)
    .slice(0, 10)
}
