import { padded } from '@finlist/domain/chart/padded'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import SidePanel from '../../ui/dialogs/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Holdings } from './Holdings.tsx'
import { heldBy, holdersOf } from './queries.ts'
import { type Shown, useAddress } from './use-address.ts'

/** Lazy-loaded. The history of a stock's holders, or of a participant's holdings. */
export default function HistoryPanel({ date, shown }: { date: string | undefined; shown: Shown }) {
  return 'stock' in shown ? (
    <StockHistory date={date} stockCode={shown.stock} line={shown.line} />
  ) : (
    <ParticipantHistory date={date} participantId={shown.participant} line={shown.line} />
  )
}

type OfStock = { date: string | undefined; stockCode: string; line: string | null }

function StockHistory({ date, stockCode, line }: OfStock) {
  const t = useTranslation('shareholding')
  const history = useQuery(holdersOf(stockCode, date))
  const { data } = history
  return (
    <Panel title={`${padded('HKEX', stockCode)} ${data ? nameOf(data) : ''}`} history={history}>
      {data && (
        <Holdings
          history={data}
          count={t('participants', { count: data.total })}
          head={t('participant')}
          lines={data.holdings.map(holding => ({
            ...holding,
            id: holding.participantId,
            name: holding.participantName,
            leadsTo: { participant: holding.participantId },
            back: stockCode,
            onward: t('onward.participant', { name: holding.participantName }),
          }))}
          drawn={line}
        />
      )}
    </Panel>
  )
}

type OfParticipant = { date: string | undefined; participantId: string; line: string | null }

function ParticipantHistory({ date, participantId, line }: OfParticipant) {
  const t = useTranslation('shareholding')
  const history = useQuery(heldBy(participantId, date))
  const { data } = history
  return (
    <Panel title={data?.participantName ?? participantId} history={history}>
      {data && (
        <Holdings
          history={data}
          count={t('stocks', { count: data.total })}
          head={t('stock')}
          lines={data.holdings.map(holding => {
            const name = `${padded('HKEX', holding.stockCode)} ${nameOf(holding)}`
            return {
              ...holding,
              id: holding.stockCode,
              name,
              leadsTo: { stock: holding.stockCode },
              back: participantId,
              onward: t('onward.stock', { name }),
            }
          })}
          drawn={line}
        />
      )}
    </Panel>
  )
}

type PanelProps = {
  title: string
  history: { error: Error | null; isPending: boolean; refetch: () => Promise<unknown> }
  children: ReactNode
}

function Panel({ title, history, children }: PanelProps) {
  const t = useTranslation('shareholding')
  const { close, opener } = useAddress()
  return (
    <SidePanel
      title={title}
      closeLabel={t('close')}
      onClose={close}
      returnTo={() =>
        [...document.querySelectorAll<HTMLElement>(`[data-history="${CSS.escape(opener)}"]`)].find(
          it => it.offsetParent,
        ) ?? null
      }
    >
      {history.error ? (
        <CallFailed error={history.error} onRetry={() => void history.refetch()} />
      ) : history.isPending ? (
        <div aria-busy className="pt-4">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="mt-4 h-44 w-full" />
          <Skeleton className="mt-4 h-96 w-full" />
        </div>
      ) : (
        children
      )}
    </SidePanel>
  )
}
