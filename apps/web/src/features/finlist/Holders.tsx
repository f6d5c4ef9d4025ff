import type { FinListStock } from '@finlist/contract/finlist'
import { finListShareholdings, type Shareholding } from '@finlist/contract/finlist-holders'
import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { Term } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Pie } from '../../ui/pie.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type Props = { stock: FinListStock; issueDate: string }

/** Hong Kong only. The holdings of a stock's ten largest CCASS participants, and the total of all others. */
export function Holders({ stock, issueDate }: Props) {
  const t = useTranslation('stock')
  const holdings = useQuery({ ...callQuery(finListShareholdings, { query: { issueDate } }), staleTime: 10 * 60_000 })
  return (
    <section className="mt-6">
      <div className="flex items-center gap-1 border-b border-ink pb-1">
        <h3 className="text-13 font-strong">{t('holders')}</h3>
        <Term of="ccass" beside={t('holders')} />
      </div>
      {holdings.error instanceof ForbiddenError ? (
        <p className="py-4 text-14 text-faded">{t('holders.forbidden')}</p>
      ) : holdings.error ? (
        <CallFailed error={holdings.error} onRetry={() => void holdings.refetch()} />
      ) : holdings.data ? (
        <Largest holders={largestOf(holdings.data, stock.stockCode)} stock={stock} issueDate={issueDate} />
      ) : (
        <div className="h-100 pt-3">
          <Skeleton className="h-full w-full" />
        </div>
      )}
    </section>
  )
}

function Largest({ holders, stock, issueDate }: Props & { holders: Shareholding[] }) {
  const t = useTranslation('stock')
  // Holdings are numbers of shares on the day they were reported, before any later split, so they must be multiplied by
  // the close that the issue published.
  const { close } = stock.asIssued ?? stock
  const phone = useIsPhone()
  const valueOf = (shares: number) => `${phone ? 'HK$' : ''}${formatVolume(shares * close)}`
  const [first] = holders
  if (!first) return <p className="py-4 text-14 text-faded">{t('holders.none')}</p>
  const held = holders.reduce((sum, { shareholdingPercent }) => sum + shareholdingPercent, 0)
  const slices = [
    ...holders.map((holder, rank) => ({
      name: holder.participantName,
      shares: holder.shareholding,
      share: holder.shareholdingPercent,
      colour: shade(rank),
    })),
    { name: t('holders.others'), shares: null, share: Math.max(0, 100 - held), colour: 'var(--line)' },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <Pie label={t('holders.pie')} slices={slices} className="size-32" />
        <p className="text-12 text-faded">
          {t('holders.as-at', { date: formatDay(first.shareholdingDate) })}
          <br />
          {t('holders.value-at', { date: formatDay(issueDate), price: formatPrice(close) })}
        </p>
      </div>
      <FigureTable
        caption={t('holders')}
        rows={slices}
        keyOf={({ name }) => name}
        columns={[
          {
            label: t('holders.participant'),
            of: ({ name, colour }) => (
              <>
                <Key colour={colour} />
                {name}
              </>
            ),
          },
          {
            label: t('holders.shares'),
            of: ({ shares }) => (
              <>
                {shares === null ? '–' : whole.format(shares)}
                {phone && shares !== null && <span className="block text-12 text-faded">{valueOf(shares)}</span>}
              </>
            ),
          },
          ...(phone
            ? []
            : [{ label: t('holders.value'), of: ({ shares }: Slice) => (shares === null ? '–' : valueOf(shares)) }]),
          { label: t('holders.percent'), of: ({ share }) => percent.format(share) },
        ]}
      />
    </>
  )
}

type Slice = { shares: number | null }

const Key = ({ colour }: { colour: string }) => (
  <span aria-hidden className="mr-2 inline-block size-2.5 rounded-sm" style={{ background: colour }} />
)

/** One of ten shades that fade from the accent colour to the background. */
const shade = (rank: number) => `color-mix(in oklab, var(--accent) ${100 - rank * 8}%, var(--wash))`

/** Returns the ten largest holdings of a stock. Skips holdings of -1, which are unknown. */
function largestOf(holdings: readonly Shareholding[], stockCode: string): Shareholding[] {
  return holdings
    .filter(holding => holding.stockCode === stockCode && holding.shareholding !== -1)
    .sort((a, b) => b.shareholdingPercent - a.shareholdingPercent)
    .slice(0, 10)
}
