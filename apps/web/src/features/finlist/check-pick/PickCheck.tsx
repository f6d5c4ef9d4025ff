import '../../../i18n/seldom-texts.ts'
import type { FinListStock } from '@finlist/contract/finlist'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../components/link.tsx'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PickKey } from './CheckPick.tsx'
import { checkPick, type PickChecked } from './check-pick.ts'

/** The outcome of rebuilding the pick from the bars of its stock alone, and what such a check cannot show. */
export default function PickCheck({ exchange, issueDate, stock }: PickKey) {
  const t = useTranslation('check-pick')
  const { stockCode } = stock
  const checked = useQuery({
    queryKey: ['check-pick', exchange, issueDate, stockCode],
    queryFn: ({ signal }) => checkPick(exchange, issueDate, stockCode, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <output className="block border-l-2 border-ink pl-3">
      {checked.error ? (
        <CallFailed error={checked.error} onRetry={() => void checked.refetch()} />
      ) : checked.data ? (
        <Told checked={checked.data} stock={stock} />
      ) : (
        <>
          <span className="sr-only">{t('working')}</span>
          <Skeleton className="h-24 w-full" />
        </>
      )}
    </output>
  )
}

function Told({ checked, stock }: { checked: PickChecked; stock: FinListStock }) {
  const t = useTranslation('check-pick')
  if ('not' in checked)
    return (
      <p>
        {t(`not.${checked.not}`, { seq: checked.seq ?? 0 })} <ToVerify />
      </p>
    )
  const { seq, rank, hasBase, bars, difference } = checked
  return (
    <>
      {difference ? (
        <p className="font-strong wrap-anywhere text-wrong">
          {t('differs', {
            seq,
            field: difference.field,
            recorded: difference.recorded || t('nothing'),
            made: difference.made || t('nothing'),
          })}
        </p>
      ) : (
        <p className="font-strong text-good">{t('same', { seq, count: bars })}</p>
      )}
      <p className="mt-1">{t(difference ? 'later' : hasBase ? 'covered' : 'covered.no-base')}</p>
      <p className="mt-1 text-faded">
        {t('taken', { code: stock.stockCode, rank, seq })} <ToVerify />
      </p>
    </>
  )
}

function ToVerify() {
  const t = useTranslation('check-pick')
  return (
    <Link to="/verify" className="text-accent underline underline-offset-2">
      {t('verify')}
    </Link>
  )
}
