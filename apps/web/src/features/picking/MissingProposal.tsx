import { makeProposal, type ProposalAnswer } from '@finlist/contract/picking'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import type { ReactNode } from 'react'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useChange } from './use-change.ts'

type Props = { exchange: ExchangeId; answer: ProposalAnswer }
type Missing = NonNullable<ProposalAnswer['missing']>

/** Why the week has no proposal, what to do about it, and when the next one is due. */
export function MissingProposal({ exchange, answer: { missing, nextAt } }: Props) {
  const t = useTranslation('picking')
  const make = useChange(makeProposal)
  return (
    <section aria-label={t('missing')} className="border-l-2 border-accent bg-wash px-4 py-3 text-14">
      <h2 className="font-strong">
        {missing ? t('missing.of', { date: formatDay(missing.issueDate) }) : t('missing.yet')}
      </h2>
      {missing && <Why exchange={exchange} missing={missing} />}
      {nextAt && <p className="mt-1 text-faded">{t('next', { when: hongKongDate(nextAt, 'long-moment') })}</p>}
      {missing?.why !== 'already-published' && (
        <Button className="mt-3" disabled={make.isPending} onClick={() => make.mutate({ body: { exchange } })}>
          {t(make.isPending ? 'making' : 'make')}
        </Button>
      )}
    </section>
  )
}

function Why({ exchange, missing }: { exchange: ExchangeId; missing: Missing }): ReactNode {
  const t = useTranslation('picking')
  const { why, eligible, eligibleBefore, message } = missing
  const toUpload = (
    <Link to="/admin/upload?form=prices" className="text-accent">
      {t('to-upload')}
    </Link>
  )
  const toData = (text: 'to-data' | 'to-data.look') => (
    <Link to={`/admin/data?market=${exchange}`} className="text-accent">
      {t(text)}
    </Link>
  )
  return (
    <div className="mt-1 grid gap-1 wrap-anywhere">
      <p>
        {why === 'too-few-stocks' && eligible !== null && eligibleBefore !== null
          ? t('missing.too-few-stocks.counted', { eligible, before: eligibleBefore })
          : t(`missing.${why}`)}
      </p>
      {why === 'engine-failed' && message && (
        <pre className="max-h-60 overflow-auto border border-line bg-panel px-3 py-2 text-12 whitespace-pre-wrap">
          {message}
        </pre>
      )}
      {why === 'day-held' && <p>{toData('to-data')}</p>}
      {why === 'already-published' && (
        <p>
          <Link to={`/finlist-${marketOf(exchange).linkSuffix}?issueDate=${missing.issueDate}`} className="text-accent">
            {t('published.see')}
          </Link>
        </p>
      )}
      {(why === 'no-prices' || why === 'too-few-stocks') && (
        <p className="flex flex-wrap gap-x-4">
          {toUpload}
          {toData('to-data.look')}
        </p>
      )}
    </div>
  )
}
