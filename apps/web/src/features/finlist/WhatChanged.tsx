import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useDemoFiles } from '../../components/demo-files.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatNumber } from '../../components/market-figures.tsx'
import { saveFile } from '../../components/save-file.ts'
import { nameOf } from '../../components/stock-name.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { listToCsv } from './csv.ts'
import { HeadRoom } from './ListHead.tsx'
import { changesOf } from './reason-queries.ts'
import { departureText } from './weekly/departure-text.ts'

/** The code registers its texts, which are fetched after it. */
const WeeklyPage = lazy(async () => {
  const code = await import('./weekly/WeeklyPage.tsx')
  await Promise.all((['weekly', 'list-charts'] as const).map(fetchTexts))
  return code
})
const weeklyHash = '#week'
const toolClass = 'min-h-11! px-0! text-13! font-normal! text-accent! md:min-h-8!'

type Props = {
  exchange: ExchangeId
  issueDate: string
  stocks: readonly FinListStock[]
  /** The address that opens a stock, without the code at its end. */
  address: string
}

export default function WhatChanged(props: Props) {
  const changes = useQuery(changesOf(props.exchange, props.issueDate))
  return (
    <HeadRoom method={changes.data?.method}>{!changes.isPending && <Told {...props} changes={changes} />}</HeadRoom>
  )
}

/** A line that expands to the stocks that are new, stayed or left, and a button to save the list as a file. */
function Told({ exchange, issueDate, stocks, changes, address }: Props & { changes: UseQueryResult<Changes> }) {
  const t = useTranslation('why')
  const demo = useDemoFiles()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const openWeekly = () => void navigate({ search, hash: weeklyHash })
  // When offline, the page itself reports that there is no network, and retries later.
  if (changes.isError && !navigator.onLine) return null
  if (changes.isError)
    return (
      <p role="alert" className="flex min-h-11 flex-wrap items-center gap-x-3 md:min-h-8">
        {t('changes.failed')}
        <Button variant="quiet" onClick={() => void changes.refetch()} className="px-0! text-13! text-accent!">
          {t('error.retry')}
        </Button>
      </p>
    )
  const { data } = changes
  if (!data) return null
  const { previousDate, added, stayed, left } = data
  const counts = { added: added.length, stayed: stayed.length, left: left.length }
  const save = () =>
    saveFile(demo.nameOf(`finlist ${exchange} ${issueDate}`), listToCsv(stocks, data, demo.note), 'text/csv')
  return (
    <div className="relative">
      {previousDate === null ? (
        <p className="flex min-h-11 items-center text-faded md:min-h-8">{t('changes.first')}</p>
      ) : (
        <Collapsible label={t('changes', counts)} startsOpen={hash === '#changes'}>
          <p className="text-faded">{t('changes.since', { date: formatDay(previousDate) })}</p>
          <Lists exchange={exchange} stocks={stocks} changes={data} address={address} />
        </Collapsible>
      )}
      <div className="absolute top-0 right-0 flex gap-x-4">
        <Button variant="quiet" aria-label={t('weekly.label')} onClick={openWeekly} className={toolClass}>
          <Printer size={15} aria-hidden />
          <span className="max-md:sr-only">{t('weekly')}</span>
        </Button>
        <Button variant="quiet" aria-label={t('csv.label')} onClick={save} className={toolClass}>
          <Download size={15} aria-hidden />
          {t('csv')}
        </Button>
      </div>
      {hash === weeklyHash && (
        <Suspense>
          <WeeklyPage
            exchange={exchange}
            issueDate={issueDate}
            stocks={stocks}
            changes={data}
            onClose={() => void navigate({ search, hash: '' }, { replace: true })}
          />
        </Suspense>
      )}
    </div>
  )
}

type ListsProps = Pick<Props, 'exchange' | 'stocks' | 'address'> & { changes: Changes }

function Lists({ exchange, stocks, address, changes: { added, stayed, left } }: ListsProps) {
  const t = useTranslation('why')
  const known = new Map(stocks.map(stock => [stock.stockCode, stock]))
  const stockIn = (stockCode: string): ReactNode => {
    const stock = known.get(stockCode)
    return (
      <Link to={address + encodeURIComponent(stockCode)} className="text-accent underline-offset-2 hover:underline">
        {padded(exchange, stockCode)} {stock && nameOf(stock)}
      </Link>
    )
  }
  const changed = stayed.map(({ stockCode, scoreBefore }) => ({
    stockCode,
    by: (known.get(stockCode)?.percivalScore ?? scoreBefore) - scoreBefore,
  }))
  const up = changed.filter(({ by }) => by > 0).length
  const down = changed.filter(({ by }) => by < 0).length
  return (
    <div className="grid gap-x-8 gap-y-4 border-b border-line pt-2 pb-4 md:grid-cols-3">
      <Part title={t('changes.added')}>
        {added.map(code => (
          <Row key={code} name={stockIn(code)} />
        ))}
      </Part>
      <Part title={t('changes.left')}>
        {left.map(stock => (
          <Row key={stock.stockCode} name={`${padded(exchange, stock.stockCode)} ${nameOf(stock)}`}>
            {stock.reason && <span className="text-faded">{departureText(stock, t)}</span>}
          </Row>
        ))}
      </Part>
      <Part title={t('changes.stayed')} note={stayed.length > 0 ? t('changes.up', { up, down }) : ''}>
        {changed.map(({ stockCode, by }) => (
          <Row key={stockCode} name={stockIn(stockCode)}>
            <Change value={by} format={formatScore} />
          </Row>
        ))}
      </Part>
    </div>
  )
}

const formatScore = (by: number) => `${by > 0 ? '+' : ''}${formatNumber(by)}`

function Part({ title, note = '', children }: { title: string; note?: string; children: ReactNode[] }) {
  const t = useTranslation('why')
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="border-b border-ink pb-1 font-strong">
        {title} <span className="font-normal text-faded">{children.length}</span>
      </h2>
      {note && <p className="pt-1 text-12 text-faded">{note}</p>}
      {children.length > 0 ? <ul>{children}</ul> : <p className="py-1.5 text-faded">{t('changes.none')}</p>}
    </section>
  )
}

const Row = ({ name, children }: { name: ReactNode; children?: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 max-md:min-h-11">
    <span className="min-w-0 wrap-anywhere">{name}</span>
    {children !== undefined && <span className="ml-auto text-end">{children}</span>}
  </li>
)
